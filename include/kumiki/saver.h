/**
 * Savers: successive snapshots of one store, each saved as the changes since the previous one.
 *
 *     kmk_saver *saver = kmk_saver_new(NULL, &error);
 *     json_t *saved = kmk_saver_whole(saver, first, &error);              // as kmk_snapshot_json
 *     ...
 *     json_t *patch = kmk_saver_change(saver, later, &passed, &error);    // small, if little has changed
 *
 * kumiki_sqlite.h is built on savers. A program with its own file format can use them too. Large histories (kmk_undoable)
 * and many effects are written in full only once. After that, a save writes only new steps of a history and effects that
 * have started or ended.
 *
 * To read what was saved:
 *
 * - Apply the patches to the saved form, in order (kmk_json_patched).
 * - Set its member "passed" to the last number that kmk_saver_change returned in `passed`.
 * - Set its member "state" to the current state: the first saved state with all patches of the trace applied.
 * - Call kmk_snapshot_new with the result.
 */
#ifndef KUMIKI_SAVER_H
#define KUMIKI_SAVER_H

#include "base.h"
#include "error.h"
#include "snapshot.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Remembers what it last saved from a store. Freed by kmk_saver_free. */
typedef struct kmk_saver kmk_saver;

/** Initialize with KMK_SAVER_OPTIONS_INIT. The library accepts the struct as declared in any version since 0.4. */
typedef struct kmk_saver_options {
  size_t size; /* sizeof(kmk_saver_options) */

  /* The version number of the program's state schema; see kmk_snapshot_json. */
  uint32_t version;

  /* The maximum size of the histories in bytes. The steps that an undo or a redo would reach first are kept. 0 means
   * 1 MiB. */
  size_t history_bytes;

  /* The secrets to leave out: a list of pointers and case paths as in kmk_recorder_options, ending with NULL. NULL means
   * no secrets.
   *
   * A member that a pointer names is left out of states, patches and histories. A store that continues from the saved
   * form gets the kmk_shape default there, so give a secret member a default, or make it optional. If the pointer ends
   * with "*" or a number, the value is saved as null instead. Case paths matter only if keeps_actions is true. */
  const char *const *secret_paths;

  /* Whether kmk_saver_step returns the whole record of a step, including its action. */
  bool keeps_actions;
} kmk_saver_options;
#define KMK_SAVER_OPTIONS_INIT                                                                     \
  { sizeof(kmk_saver_options), 0, 0, NULL, false }

/**
 * Creates a saver for one store.
 *
 * @param options  NULL means KMK_SAVER_OPTIONS_INIT.
 *
 * Owns: options copied, saver new. Fails: INVALID_ARGUMENT (a wrong size, a malformed secret path), NO_MEMORY. Threads:
 * any, callback; one thread at a time may use a saver. Since: 0.4.
 */
kmk_saver *kmk_saver_new(const kmk_saver_options *options, kmk_error *error);

/**
 * Frees a saver.
 *
 * Owns: consumes saver. NULL: nothing happens. Threads: any, callback. Since: 0.4.
 */
void kmk_saver_free(kmk_saver *saver);

/**
 * Returns the saved form of a snapshot with its state, like kmk_snapshot_json but without secrets and with bounded
 * histories. Later changes are relative to this snapshot.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL, a snapshot without its state), NO_MEMORY. Threads:
 * any, callback; one thread at a time may use a saver. Since: 0.4.
 */
json_t *kmk_saver_whole(kmk_saver *saver, const kmk_snapshot *snapshot, kmk_error *error);

/**
 * Returns what has changed since the last saved snapshot, without the state: a patch (RFC 6902) of the saved form, empty
 * if nothing has changed. A step of a history is written once, however large the history is.
 *
 * The time that has passed for effects and histories is not in the patch. It is returned in `passed`, as a single number
 * for all of them.
 *
 * @param snapshot  a snapshot of the same store, with or without its state (kmk_store_snapshot_without_state).
 * @param passed    set to the member "passed" of the saved form: the nanoseconds to add to each age in it. 0 if the saved
 *                  form contains no ages. NULL: not wanted.
 *
 * Owns: snapshot borrowed, result new. Fails: INVALID_ARGUMENT (NULL, no whole snapshot was saved before), NO_MEMORY;
 * after a failure the last saved snapshot stays the same. Threads: any, callback; one thread at a time may use a saver.
 * Since: 0.4.
 */
json_t *kmk_saver_change(kmk_saver *saver, const kmk_snapshot *snapshot, uint64_t *passed,
                         kmk_error *error);

/**
 * Returns the saved form of a step of a trace, without secrets: {"patch": [...]}, or the whole record if
 * options.keeps_actions is true. With secret_paths, "hash" and "inverse" are left out too. Transient members (shape.h) are
 * left out as the reducer of the last whole snapshot declares them; if the patch becomes empty, nothing need be saved.
 *
 * Owns: step borrowed, result new. Fails: INVALID_ARGUMENT (NULL, a step without a patch), NO_MEMORY. Threads: any,
 * callback; one thread at a time may use a saver. Since: 0.4.
 */
json_t *kmk_saver_step(kmk_saver *saver, const json_t *step, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
