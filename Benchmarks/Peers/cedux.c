/* The same work with cedux. It calls every subscriber after each run, so each compares its own part. */
#define CEDUX_MAX_SUBSCRIBERS 128
#include "bench.h"

#include <cedux.h>
#include <stdint.h>

enum { ROWS = 100000, GAUGES = 100 };
enum kind { NONE, COUNT, ROW, CHILD, OPEN, DISMISS, GAUGE, WORK };

struct action {
  enum kind kind;
  size_t index;
};

struct tree {
  long count, rows[ROWS], gauges[GAUGES], child;
  bool has_child;
  enum kind effect; /* cedux has no effects: a subscriber finds this and dispatches */
};

CEDUX_DECLARE_STORE(struct tree, struct action, store)
CEDUX_DEFINE_STORE(struct tree, struct action, store)

static struct store_handle store;
static long told, seen[GAUGES];

static bool reduce(struct tree *tree, struct action action) {
  switch (action.kind) {
  case COUNT:
    tree->count++;
    return true;
  case ROW:
    tree->rows[action.index]++;
    return true;
  case CHILD:
    tree->child += tree->has_child;
    return true;
  case OPEN:
    tree->has_child = true, tree->child = 0;
    return true;
  case DISMISS:
    tree->has_child = false;
    return true;
  case GAUGE:
    tree->gauges[action.index]++;
    return true;
  case WORK:
    tree->effect = WORK;
    return true;
  default:
    return false;
  }
}

static void count_told(struct store_handle *from, const struct tree *tree, void *data) {
  (void)from, (void)data;
  told += tree->count;
}

static void compare_row(struct store_handle *from, const struct tree *tree, void *data) {
  (void)from, (void)data;
  if (tree->rows[ROWS / 2] != seen[0])
    told += seen[0] = tree->rows[ROWS / 2];
}

static void compare_gauge(struct store_handle *from, const struct tree *tree, void *data) {
  (void)from;
  size_t gauge = (size_t)(uintptr_t)data;
  if (tree->gauges[gauge] != seen[gauge])
    told += seen[gauge] = tree->gauges[gauge];
}

static void work(struct store_handle *from, const struct tree *tree, void *data) {
  (void)data;
  if (tree->effect == NONE)
    return;
  from->tree.effect = NONE;
  cedux_dispatch_store(from, (struct action){COUNT, 0});
}

static void set_up(void) {
  store = cedux_init_store();
  cedux_register_store_reducer(&store, reduce);
}

static void set_up_counter(void) {
  set_up();
  cedux_register_store_subscriber(&store, count_told, NULL);
}

static void set_up_row(void) {
  set_up();
  cedux_register_store_subscriber(&store, compare_row, NULL);
}

static void send(enum kind kind, size_t index) {
  cedux_dispatch_store(&store, (struct action){kind, index});
  cedux_run_store(&store);
}

static void set_up_presented(void) {
  set_up_counter();
  send(OPEN, 0);
}

static void set_up_observers(void) {
  set_up();
  for (uintptr_t gauge = 0; gauge < GAUGES; gauge++)
    cedux_register_store_subscriber(&store, compare_gauge, (void *)gauge);
}

static void set_up_effect(void) {
  set_up_counter();
  cedux_register_store_subscriber(&store, work, NULL);
}

static void run_counter(size_t times) {
  for (size_t index = 0; index < times; index++)
    send(COUNT, 0);
}

static void run_row(size_t times) {
  for (size_t index = 0; index < times; index++)
    send(ROW, ROWS / 2);
}

static void run_presented(size_t times) {
  for (size_t index = 0; index < times; index++)
    send(CHILD, 0);
}

static void run_present(size_t times) {
  for (size_t index = 0; index < times; index++) {
    send(OPEN, 0);
    send(DISMISS, 0);
  }
}

static void run_observers(size_t times) {
  for (size_t index = 0; index < times; index++)
    send(GAUGE, GAUGES / 2);
}

static void run_effect(size_t times) {
  for (size_t index = 0; index < times; index++) {
    send(WORK, 0);
    cedux_run_store(&store);
  }
}

int main(int argc, char **argv) {
  static const struct bench_row rows[] = {
      {"counter", run_counter, set_up_counter, NULL},
      {"row", run_row, set_up_row, NULL},
      {"presented", run_presented, set_up_presented, NULL},
      {"present", run_present, set_up_presented, NULL},
      {"observers", run_observers, set_up_observers, NULL},
      {"effect", run_effect, set_up_effect, NULL},
  };
  return bench_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
