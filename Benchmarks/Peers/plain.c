/* The work without a library: a reducer and an observer, each called by a pointer. */
#include "bench.h"

enum { ROWS = 100000, GAUGES = 100, WAITING = 16 };
enum action { INCREMENT, OPEN, DISMISS, WORK, ASK };

struct state {
  long count, rows[ROWS], gauges[GAUGES], child_slot, *child;
};
typedef void (*effect)(void);

static struct state state;
static long told, seen[GAUGES];

static void answer(void);

static effect counter(struct state *to, enum action action, size_t index) {
  (void)index;
  if (action == INCREMENT)
    to->count++;
  return NULL;
}

static effect row(struct state *to, enum action action, size_t index) {
  if (action == INCREMENT)
    to->rows[index]++;
  return NULL;
}

static effect gauge(struct state *to, enum action action, size_t index) {
  if (action == INCREMENT)
    to->gauges[index]++;
  return NULL;
}

static effect parent(struct state *to, enum action action, size_t index) {
  (void)index;
  if (action == INCREMENT && to->child) {
    ++*to->child;
  } else if (action == OPEN) {
    to->child_slot = 0;
    to->child = &to->child_slot;
  } else if (action == DISMISS) {
    to->child = NULL;
  }
  return NULL;
}

static effect worker(struct state *to, enum action action, size_t index) {
  (void)index;
  if (action == ASK || action == WORK)
    return answer;
  to->count++;
  return NULL;
}

static void tell(long value) { told += value; }

/* Volatile, so that it is read for each call, and no call can be inlined. */
static effect (*volatile reducer)(struct state *, enum action, size_t) = counter;
static void (*volatile observer)(long) = tell;
static effect queue[WAITING];
static size_t first, last;

static void answer(void) { reducer(&state, INCREMENT, 0); }

static void run_counter(size_t times) {
  for (size_t index = 0; index < times; index++) {
    reducer(&state, INCREMENT, 0);
    observer(state.count);
  }
}

static void set_up_row(void) { reducer = row; }

static void run_row(size_t times) {
  for (size_t index = 0; index < times; index++) {
    reducer(&state, INCREMENT, ROWS / 2);
    observer(state.rows[ROWS / 2]);
  }
}

static void set_up_parent(void) {
  reducer = parent;
  reducer(&state, OPEN, 0);
}

static void run_presented(size_t times) {
  for (size_t index = 0; index < times; index++) {
    reducer(&state, INCREMENT, 0);
    observer(*state.child);
  }
}

static void run_present(size_t times) {
  for (size_t index = 0; index < times; index++) {
    reducer(&state, OPEN, 0);
    observer(*state.child);
    reducer(&state, DISMISS, 0);
    observer(0);
  }
}

static void set_up_gauges(void) { reducer = gauge; }

static void run_observers(size_t times) {
  for (size_t index = 0; index < times; index++) {
    reducer(&state, INCREMENT, GAUGES / 2);
    for (size_t each = 0; each < GAUGES; each++)
      if (state.gauges[each] != seen[each])
        observer(seen[each] = state.gauges[each]);
  }
}

static void set_up_effect(void) { reducer = worker; }

static void run_effect_send(size_t times) {
  for (size_t index = 0; index < times; index++) {
    reducer(&state, ASK, 0)();
    observer(state.count);
  }
}

static void run_effect(size_t times) {
  for (size_t index = 0; index < times; index++) {
    queue[last++ % WAITING] = reducer(&state, WORK, 0);
    while (first < last)
      queue[first++ % WAITING]();
    observer(state.count);
  }
}

int main(int argc, char **argv) {
  static const struct bench_row rows[] = {
      {"counter", run_counter, NULL, NULL},
      {"row", run_row, set_up_row, NULL},
      {"presented", run_presented, set_up_parent, NULL},
      {"present", run_present, set_up_parent, NULL},
      {"observers", run_observers, set_up_gauges, NULL},
      {"effect-send", run_effect_send, set_up_effect, NULL},
      {"effect", run_effect, set_up_effect, NULL},
  };
  return bench_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
