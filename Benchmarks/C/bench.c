#include "bench.h"
#include "allocations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPETITIONS = 61 };
/* The approximate time of a repetition, in nanoseconds. Repetitions are short and many, because on a
 * busy machine a short repetition is disturbed less often. */
static const double target = 2e6;
/* The number of runs before the allocations of a row are counted, and while they are counted. */
enum { WARM_UP = 100, COUNTED = 100 };

double bench_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double measure(const struct bench_row *row, size_t times) {
  if (row->prepare)
    row->prepare(times);
  double start = bench_now();
  row->run(times);
  return bench_now() - start;
}

/* The first run is not counted, because it includes one-time initialization. */
static size_t calibrate(const struct bench_row *row) {
  size_t times = 1;
  measure(row, times);
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

/* The rows run in turn, repeatedly: other work on the machine then disturbs a few repetitions of each
 * row, and leaves the minimum alone. */
static void measure_all(const struct bench_row *const *rows, size_t count) {
  static double samples[BENCH_MOST_ROWS][REPETITIONS];
  size_t times[BENCH_MOST_ROWS];

  for (size_t row = 0; row < count; row++)
    times[row] = calibrate(rows[row]);
  for (size_t repetition = 0; repetition < REPETITIONS; repetition++)
    for (size_t row = 0; row < count; row++)
      samples[row][repetition] = measure(rows[row], times[row]) / (double)times[row];
  for (size_t row = 0; row < count; row++) {
    bench_sort(samples[row], REPETITIONS);
    printf("%s %f %f\n", rows[row]->name, samples[row][0], samples[row][REPETITIONS / 2]);
  }
}

static void count_allocations(const struct bench_row *row) {
  measure(row, WARM_UP);
  if (row->prepare)
    row->prepare(COUNTED);
  uint64_t before = allocations();
  row->run(COUNTED);
  printf("%s %f\n", row->name, (double)(allocations() - before) / COUNTED);
}

int bench_main(int argc, char **argv, const struct bench_row *rows, size_t count) {
  const struct bench_row *wanted[BENCH_MOST_ROWS];
  size_t found = 0;
  int counting = argc > 1 && strcmp(argv[1], "--allocations") == 0;

  if (counting && !allocations_are_counted()) {
    fprintf(stderr, "%s: LD_PRELOAD does not name liballocations.so\n", argv[0]);
    return 2;
  }
  if (count > BENCH_MOST_ROWS) {
    fprintf(stderr, "%s: %zu rows, where bench.h has room for %d\n", argv[0], count,
            BENCH_MOST_ROWS);
    return 2;
  }
  argc -= counting, argv += counting;
  for (size_t row = 0; row < count; row++) {
    if (argc > 1 && strcmp(argv[1], rows[row].name) != 0)
      continue;
    if (rows[row].set_up)
      rows[row].set_up();
    wanted[found++] = &rows[row];
  }
  if (found == 0) {
    fprintf(stderr, "%s: no row %s\n", argv[0], argc > 1 ? argv[1] : "");
    return 2;
  }
  if (counting)
    for (size_t row = 0; row < found; row++)
      count_allocations(wanted[row]);
  else if (argc > 2)
    for (size_t row = 0; row < found; row++)
      measure(wanted[row], strtoul(argv[2], NULL, 10));
  else
    measure_all(wanted, found);
  return 0;
}
