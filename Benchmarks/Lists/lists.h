/**
 * Measures a list that is filtered and sorted by the member that changes, in one library.
 *
 *     PROGRAM ROWS CHANGES    prints `change N`, `again N`, `sort N` and `order HASH`: nanoseconds of processor time
 *
 * `change`: one row gets another value, 100 times a second; the mean of all changes. The program's code and data have
 * left the processor's caches by then. `again`: the same, one change right after the other. `sort`: the list is sorted
 * by another member; the fastest of five times. The hash of the order is the same for all libraries.
 */
#ifndef LISTS_H
#define LISTS_H

#include <stddef.h>
#include <stdint.h>

/** A row. The list contains the rows whose kind is not 0. No two rows have the same progress or bytes. */
struct lists_row {
  int64_t id, kind, progress, bytes;
};

enum lists_key { LISTS_PROGRESS, LISTS_BYTES };

/** A library. An observer of the list counts its calls in lists_told. */
struct lists_library {
  void (*make)(const struct lists_row *rows, size_t count); /* sorted by progress */
  void (*change)(size_t row, int64_t progress);
  void (*sort)(enum lists_key key);
  size_t (*count)(void);
  int64_t (*id)(size_t index); /* the id of the row at an index of the list */
};

extern size_t lists_told;

int lists_main(int argc, char **argv, const struct lists_library *library);

#endif
