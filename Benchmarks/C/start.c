/* Starts programs repeatedly and prints `name minimum median` for each, in nanoseconds: the time from
 * the start until the program has ended. The programs take turns, so that other work on the machine
 * disturbs all of them alike.
 *
 *     start NAME PROGRAM [NAME PROGRAM]... */
#define _GNU_SOURCE
#include "bench.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STARTS = 50, MAX_PROGRAMS = 8 };

static int run(char *program, double *taken) {
  char *arguments[] = {program, NULL};
  posix_spawn_file_actions_t actions;
  pid_t child;
  int status = -1;

  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  double start = bench_now();
  if (posix_spawn(&child, program, &actions, NULL, arguments, environ) == 0)
    waitpid(child, &status, 0);
  *taken = bench_now() - start;
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

int main(int argc, char **argv) {
  static double samples[MAX_PROGRAMS][STARTS];
  int programs = (argc - 1) / 2;

  if (programs < 1 || programs > MAX_PROGRAMS)
    return 2;
  for (int count = 0; count < STARTS; count++)
    for (int program = 0; program < programs; program++)
      if (run(argv[2 + 2 * program], &samples[program][count]) != 0) {
        fprintf(stderr, "start: %s failed\n", argv[2 + 2 * program]);
        return 1;
      }
  for (int program = 0; program < programs; program++) {
    bench_sort(samples[program], STARTS);
    printf("%s %f %f\n", argv[1 + 2 * program], samples[program][0], samples[program][STARTS / 2]);
  }
  return 0;
}
