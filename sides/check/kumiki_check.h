/**
 * Explores what a feature can do, and looks for faults.
 *
 * The checker runs the feature itself, on stores with virtual clocks, in processes of its own. From the first state it
 * goes breadth first through all next events: the actions that a user can send, the replies to each request in flight,
 * and the timers by their due times. Two situations are the same if they have the same state, undo histories, requests
 * and timers, apart from the names of ids. The result is a report, with the shortest history to each kind of fault.
 *
 * The report says "no fault within these bounds", and never more: the values of texts and numbers, the rows and the
 * number of states are bounded (docs/check.md).
 *
 * The command `kumiki check` is one program of this library. Link with pkg-config kumiki-check.
 */
#ifndef KUMIKI_CHECK_H
#define KUMIKI_CHECK_H

#include <kumiki.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns a new reducer of the feature. Called once in each process of a run. */
typedef kmk_reducer *(*kmk_check_reducer_fn)(void *user_data);

/** Returns a new first state. */
typedef json_t *(*kmk_check_state_fn)(void *user_data);

/**
 * Judges a state: called after each burst, in each process of a run.
 *
 * @return NULL if the state is good; otherwise what is wrong with it, allocated by malloc. The library frees it.
 */
typedef char *(*kmk_check_judge_fn)(const json_t *state, void *user_data);

/** Receives the progress of a run, about once a second: {"states", "steps", "depth", "waiting", "seconds"}. */
typedef void (*kmk_check_progress_fn)(const json_t *progress, void *user_data);

/** The feature to check. Initialize with KMK_CHECK_FEATURE_INIT. */
typedef struct kmk_check_feature {
  size_t size; /* sizeof(kmk_check_feature) */

  /* Required. */
  kmk_check_reducer_fn reducer;

  /* NULL: the option "state" is required. */
  kmk_check_state_fn state;

  /* NULL: no judge. */
  kmk_check_judge_fn judge;

  /* NULL: no progress. Called in the calling process. */
  kmk_check_progress_fn progress;

  void *user_data; /* passed to each function */
} kmk_check_feature;
#define KMK_CHECK_FEATURE_INIT                                                                     \
  { sizeof(kmk_check_feature), NULL, NULL, NULL, NULL, NULL }

/**
 * Explores a feature.
 *
 * The call forks a process for each job, so call it before the program has other threads. A job that crashes or hangs is
 * a fault of the feature, and another process continues its work. If the option "jobs" is 0, everything runs in the
 * calling process. SIGINT ends a run with its report.
 *
 * @param options  NULL, or an object; docs/check.md lists the members.
 *
 * @return the report; docs/check.md gives its form.
 *
 * Owns: feature and options borrowed, result new. Fails: INVALID_ARGUMENT (NULL, a wrong size, an invalid reducer),
 * DECODE (with path: an option that is unknown or of the wrong kind, a state that does not match), NO_MEMORY. Threads:
 * any that owns no loop. Since: 0.4.
 */
json_t *kmk_check_run(const kmk_check_feature *feature, const json_t *options, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
