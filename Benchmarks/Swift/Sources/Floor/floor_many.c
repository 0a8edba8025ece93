/* The floors of rows and observers. */
#include "floor.h"

#define ALIGNED __attribute__((aligned(64)))

enum { ROWS = 100000, GAUGES = 100 };

struct row {
  long id, count;
};

static struct row rows[ROWS + 1];
static size_t row_count = ROWS;
static size_t told;

ALIGNED static void increment(struct row *row) { row->count++; }
ALIGNED static void tell(long value) { told += (size_t)value; }

ALIGNED static void append(struct row *to, long id) { to[row_count++] = (struct row){id, 0}; }
ALIGNED static void take_out(struct row *from, long id) {
  for (size_t index = row_count; index-- > 0;)
    if (from[index].id == id) {
      from[index] = from[--row_count];
      return;
    }
}

/* Volatile, so that it is read for each call, and no call can be inlined. */
static void (*volatile row_reducer)(struct row *) = increment;
static void (*volatile appender)(struct row *, long) = append;
static void (*volatile remover)(struct row *, long) = take_out;
static void (*volatile observer)(long) = tell;

ALIGNED void floor_row(size_t times) {
  for (size_t index = 0; index < times; index++) {
    row_reducer(&rows[ROWS / 2]);
    observer(rows[ROWS / 2].count);
  }
}

ALIGNED void floor_append_remove(size_t times) {
  for (size_t index = 0; index < times; index++) {
    appender(rows, ROWS);
    remover(rows, ROWS);
  }
}

/* ------------------------------------------------------------ observers */

static long gauges[GAUGES], seen[GAUGES];

ALIGNED static void raise(long *values, size_t index) { values[index]++; }

static void (*volatile gauge_reducer)(long *, size_t) = raise;

ALIGNED void floor_observers(size_t times) {
  for (size_t index = 0; index < times; index++) {
    gauge_reducer(gauges, GAUGES / 2);
    for (size_t gauge = 0; gauge < GAUGES; gauge++)
      if (gauges[gauge] != seen[gauge])
        observer(seen[gauge] = gauges[gauge]);
  }
}
