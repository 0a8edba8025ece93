/* The kit of the tests of time across a snapshot: a feature whose effect follows a value that describes it.
 *
 * The state is {"ticks": n, "on": null or an effect, "off": ...}; "tick" adds 1, "set" writes "/on", "cancel"
 * cancels the id "own". An effect is {"after": s}, {"every": s}, {"delay": s}, {"debounce": s},
 * {"own": s} under the id "own", "send" and "work" (see below), or {"chain": [...]} and {"merge": [...]} of
 * effects, in which s stands for {"after": s}. */
#ifndef KUMIKI_TESTS_TIMED_SUPPORT_H
#define KUMIKI_TESTS_TIMED_SUPPORT_H

#include "snapshot_support.h"

/* How many effects of the program "work" has begun, and their end. */
extern size_t works_begun;
void finish_works(void);

kmk_effect *timed_base(kmk_state *state, const json_t *action, kmk_env *env, void *data);
kmk_effect *timed_effect(const json_t *value, kmk_env *env, void *begun);
kmk_reducer *timed(kmk_running_time time, int *begun);
kmk_store *begin_timed(kmk_loop *loop, kmk_running_time time, const char *effect);
json_int_t ticks_of(kmk_store *store);

/* Another process, some seconds later: a loop of its own, whose clock begins anew but not its date. */
typedef struct process {
  kmk_loop *loop;
  kmk_store *store;
} process;
process process_begin(const char *saved, kmk_running_time time, uint64_t date);
void process_end(process p);

/* A store, and its saved form as a function of the test took it. */
typedef struct saver {
  kmk_store *other;
  char *saved;
} saver;

/* Asserts at which seconds from here on the next ticks come. */
void assert_more_ticks(process p, size_t count, const uint64_t *at);

/* Begins an effect, lets `before` seconds pass, saves, and goes on in a process that begins at the date
 * `date`. Asserts at which seconds from there on the first ticks come. */
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
