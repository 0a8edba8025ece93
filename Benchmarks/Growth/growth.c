#include "growth.h"

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In nanoseconds: the time of a repetition, unless one operation takes longer; and the time of a world
 * after which no larger world is made. */
static const double target = 1e6, limit = 5e9;
enum { REPETITIONS = 25 };

kmk_loop *growth_loop;

static const struct growth_world *const worlds[] = {
    &rows_world,   &middle_world,         &patches_world,      &lists_world,       &nested_world,
    &scopes_world, &slots_world,          &stack_world,        &observers_world,   &row_views_world,
    &stores_world, &replaced_views_world, &root_effects_world, &row_effects_world, &same_id_world,
    &timers_world, &fields_world,         &texts_in_world,     &snapshot_world,    &texts_world,
};
static const struct growth_batch *const batches[] = {
    &nested_first, &stores_batch,    &store_bytes, &views_batch, &view_bytes,
    &timers_batch, &cancelled_batch, &ended_batch, &burst_batch,
};

/* ------------------------------------------------------------- measuring */

static const char *wanted; /* the prefix of a series' name; NULL: all */

static bool is_wanted(const char *name) {
  return !wanted || strncmp(name, wanted, strlen(wanted)) == 0;
}

/* The number of repetitions: few for a slow operation, one for a very slow operation. */
static size_t repetitions(double taken) {
  return taken < 1e7 ? REPETITIONS : taken < 1e8 ? 9 : taken < 3e9 ? 3 : 1;
}

static void print(const char *name, size_t size, double *samples, size_t count) {
  bench_sort(samples, count);
  printf("%s %zu %.3f %.3f %zu\n", name, size, samples[0], samples[count / 2], count);
  fflush(stdout);
}

static double measure(const struct growth_operation *operation, void *world, size_t times) {
  double start = bench_now();
  operation->run(world, times);
  return bench_now() - start;
}

/* The number of operations in a repetition. The first run is not counted: it may include work that is
 * done once for a world of that size. */
static size_t calibrate(const struct growth_operation *operation, void *world, double *taken) {
  size_t least = operation->least ? operation->least : 1;
  *taken = measure(operation, world, least);
  if (*taken > limit / 2)
    return least;
  for (size_t times = least;;) {
    *taken = measure(operation, world, times);
    if (*taken >= target)
      return times;
    times = (size_t)((double)times * (*taken > target / 100 ? target / *taken * 1.2 : 10)) + 1;
  }
}

static bool wants_world(const struct growth_world *world) {
  for (const struct growth_operation *operation = world->operations; operation->name; operation++)
    if (is_wanted(operation->name))
      return true;
  return false;
}

/* Runs all operations in turn, repeatedly: other work on the machine then disturbs a few repetitions of
 * each. Returns the time to make the world and to free it. */
static double measure_world(const struct growth_world *world, size_t size) {
  static double samples[GROWTH_MOST][REPETITIONS];
  size_t times[GROWTH_MOST] = {0}, rounds[GROWTH_MOST] = {0};
  double start = bench_now();
  void *made = world->make(size);
  double around = bench_now() - start;

  for (size_t row = 0; world->operations[row].name; row++) {
    double taken;
    if (!is_wanted(world->operations[row].name))
      continue;
    times[row] = calibrate(&world->operations[row], made, &taken);
    rounds[row] = repetitions(taken);
  }
  for (size_t round = 0; round < REPETITIONS; round++)
    for (size_t row = 0; world->operations[row].name; row++)
      if (round < rounds[row])
        samples[row][round] =
            measure(&world->operations[row], made, times[row]) / (double)times[row];
  for (size_t row = 0; world->operations[row].name; row++)
    if (rounds[row])
      print(world->operations[row].name, size, samples[row], rounds[row]);
  start = bench_now();
  world->drop(made);
  return around + bench_now() - start;
}

/* A sample of small worlds is the mean of several. */
static void sample_batch(const struct growth_batch *batch, size_t size, double *values) {
  size_t times = size < 1000 ? 1000 / size : 1;
  memset(values, 0, GROWTH_MOST * sizeof *values);
  for (size_t round = 0; round < times; round++) {
    double once[GROWTH_MOST] = {0};
    batch->sample(size, once);
    for (size_t value = 0; batch->names[value]; value++)
      values[value] += once[value] / (double)times;
  }
}

/* Returns the time of a sample. */
static double measure_batch(const struct growth_batch *batch, size_t size) {
  static double samples[GROWTH_MOST][REPETITIONS];
  double values[GROWTH_MOST];
  double start = bench_now();

  sample_batch(batch, size, values);
  double taken = bench_now() - start;
  size_t rounds = repetitions(taken);
  for (size_t round = 0; round < rounds; round++) {
    sample_batch(batch, size, values);
    for (size_t value = 0; batch->names[value]; value++)
      samples[value][round] = values[value];
  }
  for (size_t value = 0; batch->names[value]; value++)
    if (is_wanted(batch->names[value]))
      print(batch->names[value], size, samples[value], rounds);
  return taken;
}

static bool wants_batch(const struct growth_batch *batch) {
  for (size_t value = 0; batch->names[value]; value++)
    if (is_wanted(batch->names[value]))
      return true;
  return false;
}

/* For a profiler: runs one operation in one world a number of times. */
static int run_alone(const char *name, size_t size, size_t times) {
  for (size_t index = 0; index < sizeof worlds / sizeof *worlds; index++)
    for (const struct growth_operation *operation = worlds[index]->operations; operation->name;
         operation++) {
      if (strcmp(operation->name, name) != 0)
        continue;
      void *world = worlds[index]->make(size);
      operation->run(world, times);
      worlds[index]->drop(world);
      return 0;
    }
  fprintf(stderr, "growth: no operation is called %s\n", name);
  return 1;
}

/* ------------------------------------------------------ shared by the worlds */

static void fail(const char *what) {
  fprintf(stderr, "growth: %s\n", what);
  exit(1);
}

static void stop_at_issue(const kmk_diagnostic *issue, void *data) {
  (void)data;
  fail(issue->message);
}

void growth_check(kmk_status status) {
  if (status != KMK_OK)
    fail(kmk_status_name(status));
}

kmk_store *growth_store(kmk_reducer *reducer, json_t *state) {
  kmk_error error;
  kmk_store *store = kmk_store_new(growth_loop, reducer, state, &error);
  json_decref(state);
  if (!store)
    fail(error.message);
  return store;
}

void growth_send(kmk_store *store, const json_t *action, size_t times) {
  for (size_t index = 0; index < times; index++)
    growth_check(kmk_store_send(store, action, NULL));
}

void growth_dispatch(void) {
  if (kmk_loop_dispatch(growth_loop, 0) < 1)
    fail("nothing was due");
}

json_t *growth_action(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  json_t *action = json_vpack_ex(NULL, 0, format, arguments);
  va_end(arguments);
  if (!action)
    fail("an action could not be built");
  return action;
}

void *growth_new(size_t size) {
  void *made = calloc(1, size);
  if (!made)
    fail("no memory");
  return made;
}

int main(int argc, char **argv) {
  growth_loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(growth_loop, stop_at_issue, NULL, NULL);
  if (argc > 3)
    return run_alone(argv[1], strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
  wanted = argc > 1 ? argv[1] : NULL;
  for (size_t index = 0; index < sizeof worlds / sizeof *worlds; index++) {
    const struct growth_world *world = worlds[index];
    if (!wants_world(world))
      continue;
    double around = 0;
    for (size_t size = world->least; size <= world->most && around < limit; size *= world->factor)
      around = measure_world(world, size);
  }
  for (size_t index = 0; index < sizeof batches / sizeof *batches; index++) {
    const struct growth_batch *batch = batches[index];
    if (!wants_batch(batch))
      continue;
    double taken = 0;
    for (size_t size = batch->least; size <= batch->most && taken < limit; size *= batch->factor)
      taken = measure_batch(batch, size);
  }
  kmk_loop_free(growth_loop);
  return 0;
}
