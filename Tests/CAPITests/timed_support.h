/* Shared by the tests of time across a snapshot: a feature with a state-driven effect that its value describes.
 *
 * The state is {"ticks": n, "on": null or an effect, "off": ...}; "tick" adds 1, "set" writes "/on", "cancel"
 * cancels the id "own". An effect is {"after": s}, {"every": s}, {"delay": s}, {"debounce": s},
 * {"own": s} under the id "own", "send" and "work" (see below), or {"chain": [...]} and {"merge": [...]} of
 * effects, in which s stands for {"after": s}. */
#ifndef KUMIKI_TESTS_TIMED_SUPPORT_H
#define KUMIKI_TESTS_TIMED_SUPPORT_H

#include "snapshot_support.h"

/* The number of the program's effects that "work" has started, and a function that ends them. */
extern size_t works_begun;
void finish_works(void);

kmk_effect *timed_base(kmk_state *state, const json_t *action, kmk_env *env, void *data);
kmk_effect *timed_effect(const json_t *value, kmk_env *env, void *begun);
kmk_reducer *timed(kmk_running_time time, int *begun);
kmk_store *begin_timed(kmk_loop *loop, kmk_running_time time, const char *effect);
json_int_t ticks_of(kmk_store *store);

/* Another process, some seconds later: its loop's clock starts at 0 again, but its date continues. */
typedef struct process {
  kmk_loop *loop;
  kmk_store *store;
} process;
process process_begin(const char *saved, kmk_running_time time, uint64_t date);
void process_end(process p);

/* A store, and its saved form, which a function of the test took. */
typedef struct saver {
  kmk_store *other;
  char *saved;
} saver;

/* Asserts the times of the next ticks, in seconds from now. */
void assert_more_ticks(process p, size_t count, const uint64_t *at);

/* Starts an effect, advances the clock by `before` seconds, saves, and continues in a process that starts at the
 * date `date`. Asserts the times of the first ticks there, in seconds from that start. */
void assert_ticks_at(kit *k, kmk_running_time time, const char *effect, uint64_t before,
                     uint64_t date, json_int_t ticks_before, size_t count, const uint64_t *at);
#define TICKS(time, effect, before, date, ticks_before, ...)                                       \
  do {                                                                                             \
    const uint64_t at[] = {__VA_ARGS__};                                                           \
    void *fresh = NULL;                                                                            \
    kit_setup(&fresh);                                                                             \
    assert_ticks_at(fresh, time, effect, before, date, ticks_before, COUNT_OF(at), at);            \
    kit_teardown(&fresh);                                                                          \
  } while (0)

#endif
