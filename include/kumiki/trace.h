/**
 * Traces: every step of a store as JSON, a recorder that keeps them in a file, and replays of that file.
 *
 *     kmk_recorder *recorder = kmk_recorder_new(store, "session.log", NULL, &error);
 *     ...
 *     kmk_replay *replay = kmk_replay_open("session.log", reducer, &error);
 *     if (kmk_replay_run(replay, UINT64_MAX, &error) != KMK_OK) ...   // the first step that differs
 *
 * A store that is not traced pays nothing for this.
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
 * step     counts from 1 since the trace began, whatever else traces the store or did before; clock is the loop's, in
 *          nanoseconds.
 * origin   "program"; {"view": POINTER}, {"binding": POINTER}: the view that it came through; {"effect": ID,
 *          "step": the one that began it, unless that was before the trace}; {"send": N}: at once by step N; "undo":
 *          an undo or redo. "restore"
 *          (kmk_store_restore) and "replace" (kmk_store_replace_reducer) have "snapshot", the state from then on, and
 *          neither action nor patch.
 * patch    what the step wrote (RFC 6902), and the way back from it.
 * hash     of all patches since the trace or the last checkpoint began: two runs with one hash wrote the same.
 * given    what the reducers asked for and another run would not be given again, in order: uuid, presentation
 *          and element (ids), date, now, random (in Swift, a number of 64 bits).
 * began    the effects that began because of the step, and those that ended since the step before, by their
 *          ids.
 * issues   [{"code", "message", "path"}]; in a log the message is null where it may tell a secret.
 * presentations  {POINTER: ID}: those that got their ids since the step before, since something but a reducer
 *          looked at them.
 * history  true if the step changed what can be undone or redone (kmk_undoable); not of an undo or a redo for
 *          which there was nothing.
 *
 * missing  true: there was no memory for the step, and this and its number are all that is told of it.
 *
 * The last seven are left out where they are empty. It runs on the loop's thread after the step's effects have
 * been taken in, before the next step, and as an observer it may do what those may.
 */
typedef void (*kmk_trace_fn)(const json_t *step, void *user_data);

/**
 * Is told once when the loop has come to rest after steps, or after an effect of the store has begun or ended: at the end
 * of the turn, and of a send outside of one; and before the store ends, if there is something to tell.
 *
 * A snapshot that is taken here goes with all steps so far. It runs on the loop's thread with the user_data of the trace,
 * and may do what its kmk_trace_fn may.
 *
 * @param effects_changed  whether effects have begun or ended of which no step has told yet: "began" and "ended" of the
 *                         next one will.
 */
typedef void (*kmk_settled_fn)(bool effects_changed, void *user_data);

/** Begin with KMK_TRACE_OPTIONS_INIT. Any size from that of version 0.3 on is taken. */
typedef struct kmk_trace_options {
  size_t size; /* sizeof(kmk_trace_options) */

  /* Leaves out the way back, which keeps what was replaced. */
  bool omits_inverse;

  /* NULL: nobody is told. */
  kmk_settled_fn settled;
} kmk_trace_options;
#define KMK_TRACE_OPTIONS_INIT                                                                     \
  { sizeof(kmk_trace_options), false, NULL }

/**
 * Tells every step of a store from now on.
 *
 * @param options  NULL: KMK_TRACE_OPTIONS_INIT.
 *
 * Owns: options copied, subscription new; free_fn runs when the subscription is freed or the store ends.
 * Fails: INVALID_ARGUMENT (NULL store or fn, a view, a wrong size, a store of a feature written in Swift), BUSY
 * (in a reducer), WRONG_THREAD, NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_subscription *kmk_store_trace(kmk_store *store, const kmk_trace_options *options,
                                  kmk_trace_fn fn, void *user_data, kmk_free_fn free_fn,
                                  kmk_error *error);

/* ----------------------------------------------------------------- recorder */

/** Writes the steps of a store to a file. */
typedef struct kmk_recorder kmk_recorder;

/** When a recorder hands what it has to the system. */
typedef enum kmk_flush {
  KMK_FLUSH_FULL = 0,  /* when its buffer is full, at kmk_recorder_flush and at its end */
  KMK_FLUSH_STEP = 1,  /* after each step: survives the end of the process at any moment */
  KMK_FLUSH_SYNC = 2   /* the same, and waits until the disk has it */
} kmk_flush;

/** Begin with KMK_RECORDER_OPTIONS_INIT. Any size from that of version 0.3 on is taken. */
typedef struct kmk_recorder_options {
  size_t size; /* sizeof(kmk_recorder_options) */
  kmk_flush flush;

  /* A checkpoint, where a replay can begin, is written after this many bytes of steps. 0: after 1 MiB or the size of
   * the last checkpoint, whichever is more, so that checkpoints take no more of a log than steps. A checkpoint has the
   * histories of kmk_undoable, with the values that their steps replaced. */
  size_t checkpoint_bytes;

  /* When the file is larger, it becomes PATH.1 (instead of the one before) and a new one begins with a
   * checkpoint. 0: never. Looked at where a checkpoint is due. The new file is PATH.new until its checkpoint is
   * whole: a process that is killed at any moment leaves a log at PATH. (On a disk without hard links it may leave
   * that log as PATH.1 alone.) */
  size_t rotate_bytes;

  /* What is kept out of the file, a list that ends with NULL, of pointers and case paths of less than 1,024
   * bytes. NULL: none.
   *
   * At a pointer ("/rows/" and a step "*", which is any) the value is written as null: in states, patches and
   * histories, and in a binding's write of that place, {"path", "value"}. Where the binding is cannot always be
   * known (behind kmk_reader, in a feature written in Swift, of a write that nothing takes): there a path counts
   * that could be the end of the pointer. Of an action that a case path names ("login.password",
   * "rows.element.rename") the payload is null. An action that carries a secret in another way is written as it is,
   * unless its case path is named. An issue about such a place or payload is written without its message. Hashes
   * cover only what is in the file, so nobody can guess a secret from them.
   *
   * A replay leaves out the same before it compares. It is given null for what was kept out of states and actions,
   * which fits a declared form there, and differs if the reducer then writes something else to another place. In a
   * feature written in Swift what is secret must be optional, in its state and in the payload of an action. */
  const char *const *secret_paths;

  /* Goes into each checkpoint: see kmk_snapshot_json. */
  uint32_t version;
} kmk_recorder_options;
#define KMK_RECORDER_OPTIONS_INIT                                                                  \
  { sizeof(kmk_recorder_options), KMK_FLUSH_STEP, 0, 0, NULL, 0 }

/**
 * Records a store into a file: a line of JSON for each step, after one that says what it was made with and one
 * with a checkpoint. docs/json.md has the grammar.
 *
 * A log that is there is gone on with: it then has another run. Another file is refused and left as it is, and so is
 * a log of another form than this library writes, or with a first line that is damaged.
 * What a crash left of a last line is cut off. A new file is PATH.new until its first checkpoint is whole,
 * and PATH from then on; a PATH.new that a crash left is removed. Another run begins too where the store's
 * reducer is replaced (kmk_store_replace_reducer).
 *
 * A file is one recorder's, in all processes: it is locked until the recorder is freed or stops, or the process ends.
 * A child by fork that runs no other program has the lock too. On a disk without locks (flock) two recorders are not
 * kept apart.
 *
 * A program that was not changed records too: the variable KUMIKI_RECORD names the file, of each further store
 * with ".2", ".3" behind it. Where another process records into such a file, the next name is taken. An empty variable
 * is as none.
 *
 * If the file cannot be written the recorder stops, with the issue "record-failed".
 *
 * @param options  NULL: KMK_RECORDER_OPTIONS_INIT.
 *
 * Owns: path and options copied, recorder new. Fails: INVALID_ARGUMENT (NULL, an empty path, a view, a secret
 * path that is malformed or that the shape or kmk_cases excludes, a file that cannot be opened or is not a log), DECODE
 * (a log of another form; a secret place where a feature written in Swift cannot read null), JSON (a log whose
 * first line is damaged), TOO_DEEP (no stack for a checkpoint), BUSY (in a reducer, a file of another recorder), WRONG_THREAD,
 * NO_MEMORY, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_recorder *kmk_recorder_new(kmk_store *store, const char *path,
                               const kmk_recorder_options *options, kmk_error *error);

/**
 * Hands what the recorder has to the system, and waits until the disk has it.
 *
 * Fails: INVALID_ARGUMENT (NULL), CLOSED (it has stopped), WRONG_THREAD. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_recorder_flush(kmk_recorder *recorder, kmk_error *error);

/**
 * Ends a recorder, which flushes first. It ends with its store too, and is freed all the same. From another thread it
 * ends at the loop's next dispatch.
 *
 * Owns: consumes recorder. NULL: nothing happens. Threads: any, callback. Since: 0.3.
 */
void kmk_recorder_free(kmk_recorder *recorder);

/* ------------------------------------------------------------------- replay */

/** A recorded log that is run again. */
typedef struct kmk_replay kmk_replay;

/**
 * Opens a log at its first checkpoint.
 *
 * A log may have several runs, one for each recorder that went on with it. Each begins at a checkpoint of its own,
 * to which the replay goes before the run's first step. The steps are numbered through the log: if the first run has
 * 10 steps, the first step of the second is 11. In a log of one run, and in rotated parts joined in their order, a step
 * has the number that is in the file.
 *
 * Its steps run on a store of the replay's: actions come from the file, also those that effects sent; no effect
 * begins; ids, dates and the clock are those of then. An unfinished last line is left out.
 *
 * Owns: path copied, reducer consumed, replay new. Fails: INVALID_ARGUMENT (NULL, a mistake in the reducer, a
 * file that cannot be read), JSON (with position: the byte of the file), DECODE (no log, one of a newer form,
 * no checkpoint, a state that does not fit), TOO_DEEP, NO_MEMORY. Threads: any; the replay belongs to the calling thread. Since: 0.3.
 */
kmk_replay *kmk_replay_open(const char *path, kmk_reducer *reducer, kmk_error *error);

/**
 * Opens a log at its last checkpoint from which a step can be run to, as kmk_replay_open does at the first one. What
 * stands before that is not run and need not fit the reducer, unless kmk_replay_run goes back there.
 *
 * @param step  its number; of one that the log does not have, and UINT64_MAX: the last checkpoint.
 *
 * Owns: path copied, reducer consumed, replay new. Fails: as kmk_replay_open. Threads: any; the replay belongs to the
 * calling thread. Since: 0.3.
 */
kmk_replay *kmk_replay_open_at(const char *path, kmk_reducer *reducer, uint64_t step,
                               kmk_error *error);

/**
 * Runs until a step has run, or the log ends.
 *
 * @param step  its number; UINT64_MAX: to the end. One before the present position goes back: to a checkpoint,
 *              or to a moment that the replay kept on its way, one in 1,024 steps and fewer of those far back.
 *
 * @return KMK_OK; KMK_ERR_DECODE where a step came out otherwise than then, at the first such step of each run:
 * kmk_replay_divergence says what differs, and further calls go on behind it. A call that goes back leads to its
 * step, whatever differed before that. KMK_ERR_DECODE too, with a path, at the beginning of a run whose state does
 * not fit the reducer: the replay stays before it. KMK_ERR_JSON, or KMK_ERR_DECODE with a position, the byte of the
 * file: a damaged line, which the message names. It is reported once, and further calls continue after it: after a run's
 * first checkpoint they continue at the run's next checkpoint, or else at the next run. A call that goes back begins at
 * the last checkpoint before its step that can be read and fits. KMK_ERR_NOT_FOUND: the log does not have the step, or
 * it stands behind a checkpoint that is damaged; the replay is at the last step before it.
 *
 * Fails: INVALID_ARGUMENT (NULL), DECODE, NOT_FOUND, JSON, WRONG_THREAD, BUSY (in an observer of the replay's store).
 * Threads: owner. Since: 0.3.
 */
kmk_status kmk_replay_run(kmk_replay *replay, uint64_t step, kmk_error *error);

/**
 * Returns the number of the step that has run last.
 *
 * NULL: 0. Threads: owner. Since: 0.3.
 */
uint64_t kmk_replay_step(const kmk_replay *replay);

/**
 * Returns what differs at the first step of the present run, or since the checkpoint to which the replay went back,
 * that came out otherwise: {"step", "action", "expected": the patch of
 * then, "found": the patch of now, "difference": from the state of then to that of now}; NULL where none did. Where
 * the log does not have the steps before it, "missing" is the number of the first of them; where the log was made with
 * another shape, "shapes" has the hash of then and that of this reducer (kmk_reducer_hash). Where the state behind the
 * step is not that of a checkpoint there: {"step", "checkpoint": true, "difference"}.
 *
 * Owns: result new. NULL: NULL. Threads: owner. Since: 0.3.
 */
json_t *kmk_replay_divergence(const kmk_replay *replay);

/**
 * Returns the replay's store, to read and to observe. A send answers KMK_ERR_BUSY.
 *
 * Owns: store borrowed. NULL: NULL. Threads: owner. Since: 0.3.
 */
kmk_store *kmk_replay_store(kmk_replay *replay);

/**
 * Takes a snapshot at the present step: kmk_store_restore goes on from there in a living store, on a branch of
 * its own. A replay runs no effects, so those that follow the state begin anew there, with their whole time.
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
