#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPETITIONS = 15, MAX_ROWS = 32 };
/* About how long one repetition takes, in nanoseconds. */
static const double target = 1e7;

double bench_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double measure(const struct bench_row *row, size_t times) {
  double start = bench_now();
  row->run(times);
  return bench_now() - start;
}

static size_t calibrate(const struct bench_row *row) {
  size_t times = 1;
  for (;;) {
    double taken = measure(row, times);
    if (taken >= target)
      return times;
    times = (size_t)((double)times * (taken > target / 100 ? target / taken * 1.2 : 10)) + 1;
  }
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

void bench_sort(double *samples, size_t count) { qsort(samples, count, sizeof *samples, compare); }

int bench_main(int argc, char **argv, const struct bench_row *rows, size_t count) {
  static double samples[MAX_ROWS][REPETITIONS];
  size_t times[MAX_ROWS] = {0};

  if (count > MAX_ROWS)
    return 2;
  for (size_t row = 0; row < count; row++) {
    if (argc > 1 && strcmp(argv[1], rows[row].name) != 0)
      continue;
    if (argc > 2) {
      rows[row].run(strtoul(argv[2], NULL, 10));
      return 0;
    }
    times[row] = calibrate(&rows[row]);
  }
  /* Every row once, then every row again: a loud neighbour disturbs a repetition of each row, and
   * the minimum of none. */
  for (size_t repetition = 0; repetition < REPETITIONS; repetition++)
    for (size_t row = 0; row < count; row++)
      if (times[row])
        samples[row][repetition] = measure(&rows[row], times[row]) / (double)times[row];
  for (size_t row = 0; row < count; row++) {
    if (!times[row])
      continue;
    bench_sort(samples[row], REPETITIONS);
    printf("%s %f %f\n", rows[row].name, samples[row][0], samples[row][REPETITIONS / 2]);
  }
  return 0;
}
