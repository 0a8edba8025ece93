/** Measures operations in worlds of many sizes, to show how their cost grows. */
#ifndef GROWTH_H
#define GROWTH_H

#include <kumiki.h>
#include <stddef.h>

enum { GROWTH_MOST = 16 }; /* operations of a world, values of a batch */

struct growth_operation {
  const char *name;                       /* NULL ends a list */
  void (*run)(void *world, size_t times); /* leaves the world at the same size */
  size_t least; /* the least runs in a repetition, so that it includes deferred work. 0: 1 */
};

/** Operations in a world of each size from least to most; each size is a multiple of the last. */
struct growth_world {
  size_t least, most, factor;
  void *(*make)(size_t size);
  void (*drop)(void *world);
  struct growth_operation operations[GROWTH_MOST];
};

/** A measurement as a whole: made again for each sample, and divided by the caller. */
struct growth_batch {
  size_t least, most, factor;
  const char *names[GROWTH_MOST]; /* NULL ends the list */
  void (*sample)(size_t size, double *values);
};

extern const struct growth_world rows_world, middle_world, patches_world, lists_world;
extern const struct growth_world nested_world, scopes_world, slots_world, stack_world;
extern const struct growth_batch nested_first;
extern const struct growth_world observers_world, row_views_world, replaced_views_world;
extern const struct growth_batch stores_batch, store_bytes, views_batch, view_bytes;
extern const struct growth_world stores_world;
extern const struct growth_world root_effects_world, row_effects_world, same_id_world, timers_world;
extern const struct growth_batch timers_batch, cancelled_batch, ended_batch, burst_batch;
extern const struct growth_world fields_world, texts_in_world, snapshot_world, texts_world;

/* ------------------------------------------------------------ shared by all */

/** A virtual loop. An issue on it ends the program, because the measurement would be wrong. */
extern kmk_loop *growth_loop;

/** Steals the state. An error ends the program. */
kmk_store *growth_store(kmk_reducer *reducer, json_t *state);
void growth_check(kmk_status status);
void growth_send(kmk_store *store, const json_t *action, size_t times);
void growth_dispatch(void);                     /* runs due work, which must exist */
json_t *growth_action(const char *format, ...); /* as json_pack */
void *growth_new(size_t size);

#endif
