/**
 * Savers: the moments of one store, saved one after the other as what has changed.
 *
 *     kmk_saver *saver = kmk_saver_new(NULL, &error);
 *     json_t *saved = kmk_saver_whole(saver, first, &error);              // as kmk_snapshot_json
 *     ...
 *     json_t *patch = kmk_saver_change(saver, later, &passed, &error);    // small, if little has changed
 *
 * kumiki_sqlite.h stands on this, and so may a program with another kind of file: a snapshot with large histories
 * (kmk_undoable) or many effects is written once, and then each step of a history, each effect that begins or ends.
 *
 * To read: apply the patches to the saved form in their order (kmk_json_patched), set its member "passed" to the last
 * number and "state" to the state (the first one with the patches of a trace), and call kmk_snapshot_new.
 */
#ifndef KUMIKI_SAVER_H
#define KUMIKI_SAVER_H

#include "base.h"
#include "error.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Knows what was saved of a store last. */
typedef struct kmk_saver kmk_saver;

/** Begin with KMK_SAVER_OPTIONS_INIT. Any size from that of version 0.3 on is taken. */
typedef struct kmk_saver_options {
  size_t size; /* sizeof(kmk_saver_options) */

  /* The program's number for the form of its states; see kmk_snapshot_json. */
  uint32_t version;

  /* Histories take at most so many bytes, and the steps that are undone and redone first stay. 0: 1 MiB. */
  size_t history_bytes;

  /* What is kept out, a list that ends with NULL, of pointers and case paths as in kmk_recorder_options. NULL: none.
   *
   * A member that a pointer names is left out: of states, patches and histories. A store that goes on from what was saved
   * gets the default of kmk_shape there; so give a secret member one, or make it optional. Where the pointer ends with "*"
   * or a number the value is null. Case paths count where actions are kept. */
  const char *const *secret_paths;

  /* Whether kmk_saver_step keeps the whole record of a step, with its action. */
  bool keeps_actions;
} kmk_saver_options;
#define KMK_SAVER_OPTIONS_INIT                                                                     \
  { sizeof(kmk_saver_options), 0, 0, NULL, false }

/**
 * Makes a saver, which is for one store.
 *
 * @param options  NULL: KMK_SAVER_OPTIONS_INIT.
 *
 * Owns: options copied, saver new. Fails: INVALID_ARGUMENT (a wrong size, a malformed secret path), NO_MEMORY. Threads:
 * any, callback; one at a time uses a saver. Since: 0.4.
 */
kmk_saver *kmk_saver_new(const kmk_saver_options *options, kmk_error *error);

/**
 * Frees a saver.
 *
 * Owns: consumes saver. NULL: nothing happens. Threads: any, callback. Since: 0.4.
 */
void kmk_saver_free(kmk_saver *saver);

/**
 * Returns the saved form of a moment with its state, as kmk_snapshot_json does, without secrets and with bounded
 * histories. Later changes are those since this moment.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL, a snapshot without its state), NO_MEMORY. Threads:
 * as kmk_saver_new. Since: 0.4.
 */
json_t *kmk_saver_whole(kmk_saver *saver, const kmk_snapshot *snapshot, kmk_error *error);

/**
 * Returns what has changed beside the state since the moment that was saved last: a patch (RFC 6902) of the saved form,
 * empty if that is nothing. A step of a history is written once, however large the history is.
 *
 * The time of effects and histories is no change: it is one number for all of them.
 *
 * @param snapshot  a moment of the same store, with or without its state (kmk_store_snapshot_beside).
 * @param passed    the member "passed" of the saved form now: so many nanoseconds are added to each age in it. 0 if
 *                  nothing has one. NULL: not wanted.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL, no moment was saved as a whole), NO_MEMORY; then
 * the moment that was saved last is that of before. Threads: as kmk_saver_new. Since: 0.4.
 */
json_t *kmk_saver_change(kmk_saver *saver, const kmk_snapshot *snapshot, uint64_t *passed,
                         kmk_error *error);

/**
 * Returns what is saved of a step of a trace: {"patch": [...]}, or the whole record if options.keeps_actions says so;
 * without secrets. Where secrets were kept out, "hash" and "inverse" are left out too.
 *
 * Owns: step borrowed, result new. Fails: INVALID_ARGUMENT (NULL, a step without a patch), NO_MEMORY. Threads: as
 * kmk_saver_new. Since: 0.4.
 */
json_t *kmk_saver_step(kmk_saver *saver, const json_t *step, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
