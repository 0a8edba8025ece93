/* The player in C: reads cases, a line of JSON each, and answers each with a line of events. See
 * ../README.md. */
#include "play.h"
#include "trace.h"

int main(void) {
  play_all(stdin, stdout);
  trace_free();
  return 0;
}
