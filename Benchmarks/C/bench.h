/**
 * Measures rows side by side, like the corresponding Swift program.
 *
 *     PROGRAM                 measures every row: prints `name minimum median`, in nanoseconds
 *     PROGRAM NAME            measures only that row
 *     PROGRAM NAME TIMES      runs it TIMES times and prints nothing, for a profiler
 *     PROGRAM --allocations   with liballocations.so: prints `name allocations`
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

/** The greatest number of rows of a program. */
enum { BENCH_MOST_ROWS = 128 };

/** An operation. Functions may be NULL. */
struct bench_row {
  const char *name;
  void (*run)(size_t times);     /* does the work that often */
  void (*set_up)(void);          /* once, before anything else, only for a measured row */
  void (*prepare)(size_t times); /* before each run, not measured */
};

/** Runs the rows as the command line says. Returns the status for main: 2 for a row that the program does not have. */
int bench_main(int argc, char **argv, const struct bench_row *rows, size_t count);

/** Nanoseconds on a clock that only goes forward. */
double bench_now(void);

/** Sorts samples from the least to the greatest. */
void bench_sort(double *samples, size_t count);

#endif
