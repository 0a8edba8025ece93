/**
 * Measures rows side by side, as the Swift program beside this one does.
 *
 *     PROGRAM                 measures every row: prints `name minimum median`, in nanoseconds
 *     PROGRAM NAME            measures that row alone
 *     PROGRAM NAME TIMES      runs it so often and prints nothing, for a profiler
 *     PROGRAM --allocations   counts instead, beside liballocations.so: prints `name allocations`
 */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

/** An operation. What is NULL need not be done. */
struct bench_row {
  const char *name;
  void (*run)(size_t times);     /* does the work so many times */
  void (*set_up)(void);          /* once, before anything else, and only for a row that is wanted */
  void (*prepare)(size_t times); /* before each run, and not measured */
};

/** Does what the command line asks for with the rows; returns main's status. */
int bench_main(int argc, char **argv, const struct bench_row *rows, size_t count);

/** Nanoseconds on a clock that only goes forward. */
double bench_now(void);

/** Sorts samples from the least to the greatest. */
void bench_sort(double *samples, size_t count);

#endif
