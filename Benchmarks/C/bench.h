/** Measures rows side by side, as the Swift program beside this one does. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

struct bench_row {
  const char *name;
  void (*run)(size_t times); /* does the work so many times */
};

/**
 * Measures and prints `name minimum median` in nanoseconds for each row; returns main's status.
 *
 * `NAME` on the command line measures that row alone; `NAME TIMES` runs it so often and prints
 * nothing, for a profiler.
 */
int bench_main(int argc, char **argv, const struct bench_row *rows, size_t count);

/** Nanoseconds on a clock that only goes forward. */
double bench_now(void);

/** Sorts samples from the least to the greatest. */
void bench_sort(double *samples, size_t count);

#endif
