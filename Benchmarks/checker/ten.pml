/* Ten fields of four values each, as in ten.c: the situations that are at most DEPTH events away. */
#ifndef DEPTH
#define DEPTH 6
#endif

byte field[10];
byte depth;

init {
  byte chosen;
  do
  :: depth < DEPTH ->
    select(chosen : 0 .. 9);
    atomic {
      field[chosen] = (field[chosen] + 1) % 4;
      depth++;
      chosen = 0;
    }
  :: else -> break
  od
}
