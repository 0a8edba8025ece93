#define _GNU_SOURCE
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PERIOD = 10000000, SORTS = 5, STEP = 7919, WARM_UP = 16 };

size_t lists_told;

static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The id in the low bits makes the values different. */
static int64_t progress_of(size_t row) {
  static uint32_t seed = 1;
  seed = seed * 1664525u + 1013904223u;
  return (int64_t)(seed >> 12) * (1 << 20) + (int64_t)row;
}

static double mean_of_changes(const struct lists_library *library, size_t count, size_t changes,
                              long period) {
  double spent = 0;
  for (size_t change = 0; change < changes; change++) {
    if (period)
      nanosleep(&(struct timespec){0, period}, NULL);
    size_t row = change * STEP % count;
    int64_t progress = progress_of(row);
    double start = processor_time();
    library->change(row, progress);
    spent += processor_time() - start;
  }
  return spent / (double)changes;
}

static double least_of_sorts(const struct lists_library *library) {
  double least = 0;
  for (int sort = 0; sort < SORTS; sort++) {
    library->change(0, progress_of(0)); /* so that no library knows this order already */
    double start = processor_time();
    library->sort(sort % 2 ? LISTS_PROGRESS : LISTS_BYTES);
    double spent = processor_time() - start;
    if (sort == 0 || spent < least)
      least = spent;
  }
  return least;
}

static uint32_t order_of(const struct lists_library *library) {
  uint32_t hash = 2166136261u;
  for (size_t index = 0; index < library->count(); index++)
    hash = (hash ^ (uint32_t)library->id(index)) * 16777619u;
  return hash;
}

int lists_main(int argc, char **argv, const struct lists_library *library) {
  if (argc < 3) {
    fprintf(stderr, "usage: %s ROWS CHANGES\n", argv[0]);
    return 2;
  }
  size_t count = strtoul(argv[1], NULL, 10), changes = strtoul(argv[2], NULL, 10);
  struct lists_row *rows = calloc(count, sizeof *rows);
  if (!rows)
    return 1;
  for (size_t row = 0; row < count; row++)
    rows[row] = (struct lists_row){(int64_t)row, (int64_t)(row % 4), progress_of(row),
                                   (int64_t)(row * STEP % 1000003)};
  library->make(rows, count);
  free(rows);
  size_t told = lists_told;
  mean_of_changes(library, count, WARM_UP, 0);
  double change = mean_of_changes(library, count, changes, PERIOD);
  double again = mean_of_changes(library, count, changes, 0);
  uint32_t order = order_of(library);
  double sort = least_of_sorts(library);
  if (lists_told == told || order_of(library) == order) {
    fprintf(stderr, "%s: the list has not changed\n", argv[0]);
    return 1;
  }
  printf("change %f\nagain %f\nsort %f\norder %x\n", change, again, sort, order);
  return 0;
}
