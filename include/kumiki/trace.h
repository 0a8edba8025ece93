/**
 * Traces: every step of a store as JSON, a recorder that writes the steps to a file, and replays of that file.
 *
 *     kmk_recorder *recorder = kmk_recorder_new(store, "session.log", NULL, &error);
 *     ...
 *     kmk_replay *replay = kmk_replay_open("session.log", reducer, &error);
 *     if (kmk_replay_run(replay, UINT64_MAX, &error) != KMK_OK) ...   // the first step that differs
 *
 * Without a trace, a store has no extra cost.
 */
#ifndef KUMIKI_TRACE_H
#define KUMIKI_TRACE_H

#include "base.h"
#include "error.h"
#include "observe.h"
#include "reducer.h"
#include "snapshot.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------- trace */

/**
 * Receives a step: an object, borrowed for the call.
 *
 *     {"step": 7, "clock": 1500000000, "origin": {"effect": 3, "step": 2},
 *      "action": {"rows": {"element": {"id": 1, "action": "tick"}}},
 *      "patch": [{"op": "replace", "path": "/rows/0/ticks", "value": 5}],
 *      "inverse": [{"op": "replace", "path": "/rows/0/ticks", "value": 4}],
 *      "hash": "83a0c5b9f4d1e276", "given": [["date", 1700000000]], "began": [4], "ended": [3]}
 *
 * step     the number of the step, counted from 1 since this trace started. Other traces of the store do not affect it.
 * clock    the loop's clock, in nanoseconds.
 * origin   "program"; {"view": POINTER} or {"binding": POINTER}: the scoped store that the action came through;
 *          {"effect": ID, "step": N}: an effect that step N started ("step" is missing if the effect started before the
 *          trace); {"send": N}: sent synchronously by step N; "undo": an undo or redo; "restore" (kmk_store_restore) or
 *          "replace" (kmk_store_replace_reducer): such a step has a member "snapshot", which contains the new state without
 *          transient members, but no action and no patch.
 * patch    the changes of the step (RFC 6902); inverse: the inverse patch.
 * hash     a hash of all patches since the start of the trace, or since the last checkpoint: two runs with the same hash
 *          made the same changes, apart from transient members (shape.h).
 * given    the values that the reducers requested and that another run would not get again, in order: uuid, presentation
 *          and element (ids), date, now, and random (in Swift, a 64-bit number).
 * began    the ids of the effects that started because of the step.
 * ended    the ids of the effects that have ended since the previous step.
 * asked    the requests that the reducers of the step returned (request.h), in order: {"name", "at": the place of the
 *          feature, "question"}. Later members of chains are included; the question of a secret request is missing.
 * issues   [{"code", "message", "path"}]; in a log the message is null if it might reveal a secret.
 * presentations  {POINTER: ID}: presentations whose ids were assigned since the previous step, outside of reducers.
 * duration the time that the reducers took, in nanoseconds, with kmk_trace_options.has_durations.
 * history  true if the step changed what can be undone or redone (kmk_undoable); missing for an undo or redo that found
 *          no step.
 *
 * missing  true: there was not enough memory for the step; the object contains only this and the step's number.
 *
 * The member "given" and each member listed after it are left out if they are empty. The function runs on the loop's
 * thread, after the store has accepted the step's effects and before the next step. It may do what an observer may do.
 */
typedef void (*kmk_trace_fn)(const json_t *step, void *user_data);

/**
 * Called once when the loop becomes idle after steps, or after an effect of the store has started or ended.
 *
 * The call comes at the end of a loop iteration, or at the end of a send outside an iteration. It also comes before the
 * store ends, if anything is left to report. A snapshot taken in this function matches all steps reported so far. The
 * function runs on the loop's thread with the user_data of the trace, and may do what the kmk_trace_fn may do.
 *
 * @param effects_changed  whether any effect has started or ended that has not been reported in a step yet. The next step
 *                         reports them in "began" and "ended".
 */
typedef void (*kmk_settled_fn)(bool effects_changed, void *user_data);

/** Initialize with KMK_TRACE_OPTIONS_INIT. The library accepts the struct as declared in any version since 0.3. */
typedef struct kmk_trace_options {
  size_t size; /* sizeof(kmk_trace_options) */

  /* true: steps have no inverse patch, which contains the replaced values. */
  bool omits_inverse;

  /* NULL means that no function is called. */
  kmk_settled_fn settled;

  /* Called with each action before its reducers are called: an object or a string, borrowed for the call. A crash report
   * can then name the action whose reducer crashed. It may do what a reducer may do outside its state. NULL means that no
   * function is called. Since: 0.4. */
  kmk_trace_fn begins;

  /* true: each step has a member "duration", the time that its reducers took, in nanoseconds. Two runs differ in it.
   * Since: 0.4. */
  bool has_durations;

  /* true: "patch" and "inverse" have no writes of transient members (shape.h), as in a file. A step that changed only such
   * members has an empty patch. Since: 0.4. */
  bool omits_transient;
} kmk_trace_options;
#define KMK_TRACE_OPTIONS_INIT                                                                     \
  { sizeof(kmk_trace_options), false, NULL, NULL, false, false }

/**
 * Calls a function for every step of a store from now on.
 *
 * @param options  NULL means KMK_TRACE_OPTIONS_INIT.
 *
 * Owns: options copied, subscription new; free_fn runs when the subscription is freed or the store ends. Fails:
 * INVALID_ARGUMENT (NULL store or fn, a scoped store, a wrong size, a store of a feature written in Swift), BUSY (in a
 * reducer), LIMIT (see limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_subscription *kmk_store_trace(kmk_store *store, const kmk_trace_options *options,
                                  kmk_trace_fn fn, void *user_data, kmk_free_fn free_fn,
                                  kmk_error *error);

/* ----------------------------------------------------------------- recorder */

/** Writes the steps of a store to a file. Freed by kmk_recorder_free. */
typedef struct kmk_recorder kmk_recorder;

/** When a recorder passes its buffered steps to the system. */
typedef enum kmk_flush {
  KMK_FLUSH_FULL = 0,  /* when its buffer is full, at kmk_recorder_flush and at its end */
  KMK_FLUSH_STEP = 1,  /* after each step: recorded steps survive, even if the process is killed at any moment */
  KMK_FLUSH_SYNC = 2   /* after each step, and waits until it is on the disk */
} kmk_flush;

/** Parts of a log that a program may ask for. Since: 0.4. */
typedef enum kmk_record_part {
  /* Each action is in the file before its reducers are called; the line of the step then takes its place. If a reducer
   * crashes or hangs, the log ends with its action. A binding is left out of a log with secrets. */
  KMK_RECORD_BEGUN = 1,
  KMK_RECORD_DURATIONS = 2 /* the steps have durations; see kmk_trace_options */
} kmk_record_part;

/** Initialize with KMK_RECORDER_OPTIONS_INIT. The library accepts the struct as declared in any version since 0.3. */
typedef struct kmk_recorder_options {
  size_t size; /* sizeof(kmk_recorder_options) */
  kmk_flush flush;

  /* A replay can start at a checkpoint. A checkpoint is written after this many bytes of steps. 0 means 1 MiB or the size
   * of the last checkpoint, whichever is larger, so that checkpoints never take up more of a log than steps do. A
   * checkpoint contains the histories of kmk_undoable, with the values that their steps replaced. */
  size_t checkpoint_bytes;

  /* If the file is larger than this when a checkpoint is due, it is renamed to PATH.1 (replacing the previous PATH.1),
   * and a new file starts with a checkpoint. 0 means never. The new file is named PATH.new until its checkpoint is
   * complete: a process that is killed at any moment leaves a log at PATH. (On a disk without hard links, the only log
   * may then be PATH.1.) */
  size_t rotate_bytes;

  /* The secrets to keep out of the file: a list of pointers and case paths shorter than 1,024 bytes, ending with NULL.
   * NULL means no secrets.
   *
   * The value at a pointer is written as null: in states, patches and histories, and as the "value" of a binding that
   * writes to the place. "*" between slashes in a pointer stands for any member or element. If a binding is behind a
   * kmk_reader or in a Swift feature, or if no operator handles it, the recorder may be unable to find the place that it
   * writes to. The binding's value is then written as null if its "path" could be the end of the pointer. If a case path
   * names an action ("login.password", "rows.element.rename"), the action's payload is written as null. An action that
   * carries a secret in another way is written unchanged, unless its case path is listed. An issue about such a place or
   * payload is written without its message. Hashes cover only the content of the file, so a secret cannot be guessed from
   * them.
   *
   * A replay leaves out the same values before it compares. Its states and actions contain null instead of the secrets; a
   * declared shape accepts null there. The replay differs if the null makes the reducer write a different value to a
   * place that is not secret. In a Swift feature a secret must be optional, in the state and in an action's payload. */
  const char *const *secret_paths;

  /* The version of the program's states and actions, which is written into each checkpoint; see kmk_snapshot_json and
   * kmk_replay_open_with. */
  uint32_t version;

  /* Any of kmk_record_part, combined with |. Since: 0.4. */
  uint64_t parts;
} kmk_recorder_options;
#define KMK_RECORDER_OPTIONS_INIT                                                                  \
  { sizeof(kmk_recorder_options), KMK_FLUSH_STEP, 0, 0, NULL, 0, 0 }

/**
 * Records a store to a file of JSON lines: a header, a checkpoint, and then one line for each step. docs/formats.md gives
 * the grammar.
 *
 * If the file is a log, the recorder continues it with another run (see kmk_replay_open). Any other existing file is
 * refused and left as it is, as is a log with a damaged first line or in a format that this library does not write. An
 * incomplete last line, left by a crash, is cut off. A new file is named PATH.new until its first checkpoint is complete,
 * and is then renamed to PATH. A PATH.new left by a crash is removed. Another run also starts when the store's reducer is
 * replaced (kmk_store_replace_reducer).
 *
 * Only one recorder at a time can use a file, even across processes. The file is locked until the recorder is freed or
 * stops, or until the process ends. A forked child also holds the lock until it executes another program (exec). On a
 * disk without locks (flock), a second recorder of the file is not refused.
 *
 * A program can be recorded without changes to its code: the environment variable KUMIKI_RECORD names the file. The
 * program's second store is recorded in a file with ".2" appended to the name, the third with ".3", and so on. If another
 * process is recording to such a file, the next name is used. An empty variable counts as unset.
 *
 * If the file cannot be written, the issue "record-failed" is raised. On a full disk or quota, or after an error of the
 * device, the recorder keeps up to 64 KiB of steps in memory and tries again after pauses of the loop's clock that grow from
 * 0.1 to 10 seconds, at kmk_recorder_flush and at its end. Once it can write, it raises the issue "record-resumed". If it
 * had no room for the steps, another run begins there, whose header has "interrupted". After any other failure, and if the
 * first checkpoint cannot be written, the recorder stops.
 *
 * @param options  NULL means KMK_RECORDER_OPTIONS_INIT.
 *
 * Owns: path and options copied, recorder new. Fails: INVALID_ARGUMENT (NULL, an empty path, a scoped store, a secret
 * path that is malformed or that the shape or kmk_cases excludes, a file that cannot be opened or is not a log), DECODE
 * (a log in another format; a secret place where a Swift feature cannot read null), JSON (a log with a damaged first
 * line), TOO_DEEP (not enough stack for a checkpoint), BUSY (in a reducer; another recorder uses the file), LIMIT (see
 * limit.h), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_recorder *kmk_recorder_new(kmk_store *store, const char *path,
                               const kmk_recorder_options *options, kmk_error *error);

/**
 * Passes a recorder's buffered steps to the system, and waits until they are on the disk.
 *
 * Fails: INVALID_ARGUMENT (NULL), CLOSED (the recorder has stopped), BUSY (the file cannot be written now; the recorder tries
 * again), WRONG_THREAD. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_recorder_flush(kmk_recorder *recorder, kmk_error *error);

/**
 * Flushes and ends a recorder. A recorder also ends with its store, but must still be freed. If you call this on another
 * thread, the recorder ends at the loop's next dispatch.
 *
 * Owns: consumes recorder. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_recorder_free(kmk_recorder *recorder);

/* ------------------------------------------------------------------- replay */

/** Runs a recorded log again. Freed by kmk_replay_free. */
typedef struct kmk_replay kmk_replay;

/**
 * Opens a log at its first checkpoint, to replay it.
 *
 * A log may contain several runs: the run of the recorder that made it, and a run for each recorder that continued it.
 * Each run starts at its own checkpoint, and the replay loads that checkpoint before the run's first step. Steps are
 * numbered consecutively through all runs: if the first run has 10 steps, the first step of the second run is 11. In a
 * log with one run, and in rotated parts that are joined in order, the number of a step is its number in the file.
 *
 * The steps run on the replay's own store. All actions come from the file, including actions that effects sent. No
 * effects start. Ids, dates and the clock are the recorded ones. An incomplete last line is ignored.
 *
 * Owns: path copied, reducer consumed, replay new. Fails: INVALID_ARGUMENT (NULL, a configuration error in the reducer, a
 * file that cannot be read), JSON (with position: the byte of the file), DECODE (not a log, a newer format, no
 * checkpoint, a state that does not match), TOO_DEEP, NO_MEMORY. Threads: any; the replay belongs to the calling thread.
 * Since: 0.3.
 */
kmk_replay *kmk_replay_open(const char *path, kmk_reducer *reducer, kmk_error *error);

/**
 * Opens a log near a step: at the last checkpoint that can still be used to reach the step. Otherwise works like
 * kmk_replay_open. The part of the log before that checkpoint is not run and need not match the reducer, unless
 * kmk_replay_run goes back there.
 *
 * @param step  the step's number. UINT64_MAX, or a step that the log does not contain: the last checkpoint.
 *
 * Owns: path copied, reducer consumed, replay new. Fails: INVALID_ARGUMENT (NULL, a configuration error in the reducer, a
 * file that cannot be read), JSON (with position: the byte of the file), DECODE (not a log, a newer format, no
 * checkpoint, a state that does not match), TOO_DEEP, NO_MEMORY. Threads: any; the replay belongs to the calling thread.
 * Since: 0.3.
 */
kmk_replay *kmk_replay_open_at(const char *path, kmk_reducer *reducer, uint64_t step,
                               kmk_error *error);

/** Initialize with KMK_REPLAY_OPTIONS_INIT. The library accepts the struct as declared in any version since 0.4. */
typedef struct kmk_replay_options {
  size_t size; /* sizeof(kmk_replay_options) */

  /* The replay starts near this step, as with kmk_replay_open_at. 0: at the first checkpoint. */
  uint64_t step;

  /* Migrate the states of runs that an earlier version of the program recorded. A run's version is the
   * kmk_recorder_options.version of its recorder. NULL means that the states are used as they are. */
  const kmk_migrations *states;

  /* Migrate the actions of such runs in the same way, with the same version. The function of a step receives an action,
   * and returns the action in the next version, or JSON null to leave the action out. If a version has no step, its
   * actions stay as they are. NULL means that no action is changed. */
  const kmk_migrations *actions;
} kmk_replay_options;
#define KMK_REPLAY_OPTIONS_INIT                                                                    \
  { sizeof(kmk_replay_options), 0, NULL, NULL }

/**
 * Opens a log that an earlier version of the program may have recorded. Otherwise works like kmk_replay_open_at.
 *
 * A run of an earlier version starts with the migrated state of its checkpoint. Each action is migrated before it runs.
 * The patches of such a run belong to the former program and are not compared. Instead, the recorded state after each step
 * is migrated and compared with the replay's state, as is the state of each checkpoint. A missing member equals its default
 * in kmk_shape. The comparison takes time proportional to the size of the state for each step that changes something.
 * Requests and given values are not compared.
 *
 * The undo histories of a migrated checkpoint or restore are dropped (see kmk_snapshot_new), so an undo of a step before
 * it differs. The counts that histories show are not compared. A run of the program's own version is replayed as usual.
 *
 * kmk_replay_run fails with KMK_ERR_DECODE if a migration returns NULL, or a value that is not an action. The message
 * names the step and the version. The next call continues after the step.
 *
 * @param options  NULL means KMK_REPLAY_OPTIONS_INIT. The functions and their user_data must stay valid until
 *                 kmk_replay_free has returned. The functions run in the calls of the replay.
 *
 * Owns: path and options copied, reducer consumed, replay new. Fails: INVALID_ARGUMENT (NULL, a wrong size, two steps from
 * one version, different versions, a configuration error in the reducer, a file that cannot be read), JSON (with position:
 * the byte of the file), DECODE (not a log, a newer format, no checkpoint, a version that cannot be read, a state that
 * does not match), TOO_DEEP, NO_MEMORY. Threads: any; the replay belongs to the calling thread. Since: 0.4.
 */
kmk_replay *kmk_replay_open_with(const char *path, kmk_reducer *reducer,
                                 const kmk_replay_options *options, kmk_error *error);

/**
 * Runs a replay until a given step has run or the log ends. The replay can stop earlier, with one of these errors:
 *
 * - KMK_ERR_DECODE: a step differs from the recorded one. Only the first such step of each run is reported.
 *   kmk_replay_divergence returns the difference. The next call continues after the step. A call with the number of an
 *   earlier step goes back and reaches that step, even if steps before it differ.
 * - KMK_ERR_DECODE with a path: the state at the start of a run does not match the reducer. The replay stops before that
 *   run.
 * - KMK_ERR_JSON, or KMK_ERR_DECODE with a position (the byte of the file): a damaged line, which the message names. The
 *   line is reported once, and the next call continues after it. If the line was a run's first checkpoint, the next call
 *   continues at the run's next checkpoint, or at the next run if there is none. A call with the number of an earlier
 *   step starts at the last readable, matching checkpoint before that step.
 * - KMK_ERR_NOT_FOUND: the log does not contain the step, or the step comes after a damaged checkpoint. The replay has
 *   stopped at the last step that it could reach before that one.
 *
 * @param step  the step's number; UINT64_MAX: to the end. For a step before the current position, the replay goes back to
 *              a checkpoint, or to a snapshot that it took on the way: it keeps a snapshot for every 1,024 steps, and
 *              fewer for steps far back.
 * @return KMK_OK, or one of the errors above.
 *
 * Fails: INVALID_ARGUMENT (NULL), DECODE, NOT_FOUND, JSON, WRONG_THREAD, BUSY (in an observer of the replay's store).
 * Threads: owner. Since: 0.3.
 */
kmk_status kmk_replay_run(kmk_replay *replay, uint64_t step, kmk_error *error);

/**
 * Returns the number of the last step that a replay has run.
 *
 * NULL: returns 0. Threads: owner. Since: 0.3.
 */
uint64_t kmk_replay_step(const kmk_replay *replay);

/**
 * Returns the first difference between a replay and its log: since the start of the current run, or since the checkpoint
 * that the replay went back to.
 *
 *     {"step", "action", "expected": the recorded patch, "found": this run's patch,
 *      "difference": from the recorded state to this run's state}
 *
 * If the step asks other requests than the recorded one, "asked" contains both lists: {"expected", "found"}.
 *
 * In a run of an earlier version, "version" is that version, "migrated" the action that ran (null if it was left out), and
 * "expected" the difference between the replay's state before the step and the migrated recorded state.
 *
 * If the log lacks steps before the reported step, "missing" is the number of the first missing step. If the log was made
 * with another shape, "shapes" contains the recorded hash and this reducer's hash (kmk_reducer_hash). If a checkpoint
 * follows the step and contains a different state, the object is {"step", "checkpoint": true, "difference"}.
 *
 * @return the object, or NULL if no step has differed.
 *
 * Owns: result new. NULL: returns NULL. Threads: owner. Since: 0.3.
 */
json_t *kmk_replay_divergence(const kmk_replay *replay);

/**
 * Returns a replay's store, for reading and observing. A send to this store returns KMK_ERR_BUSY.
 *
 * Owns: store borrowed. NULL: returns NULL. Threads: owner. Since: 0.3.
 */
kmk_store *kmk_replay_store(kmk_replay *replay);

/**
 * Takes a snapshot of a replay at the current step. To continue from this step independently of the log, restore the
 * snapshot in an open store (kmk_store_restore). A replay runs no effects, so in that store the state-driven effects
 * start from the beginning, with their full time.
 *
 * Owns: snapshot new. Fails: INVALID_ARGUMENT (NULL), WRONG_THREAD. Threads: owner. Since: 0.3.
 */
kmk_snapshot *kmk_replay_snapshot(kmk_replay *replay, kmk_error *error);

/**
 * Frees a replay and its store.
 *
 * Owns: consumes replay. NULL: nothing happens. Threads: owner. Since: 0.3.
 */
void kmk_replay_free(kmk_replay *replay);

#ifdef __cplusplus
}
#endif
#endif
