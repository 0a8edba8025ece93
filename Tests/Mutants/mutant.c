/* A copy of the library with many mutants calls this function to ask whether a mutant is active. KUMIKI_MUTANT is
 * the number of the active mutant. Without it, KUMIKI_REACHED names a file that receives the number of each mutant
 * asked for, immediately, since the program may end at any time. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool kumiki_mutant(int number);

bool kumiki_mutant(int number) {
  static int chosen = -1;
  static bool reached[65536];
  if (chosen < 0) {
    const char *text = getenv("KUMIKI_MUTANT");
    chosen = text ? atoi(text) : 0;
  }
  const char *log = chosen || reached[number] ? NULL : getenv("KUMIKI_REACHED");
  if (log) {
    reached[number] = true;
    int file = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    dprintf(file, "%d\n", number);
    close(file);
  }
  return number == chosen;
}
