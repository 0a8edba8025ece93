/**
 * Shared values: one value that several features, stores and programs share.
 *
 * A shared value has a key: a name in memory, a file, or a member of the program's settings. All users of one key share
 * one value, including features written in Swift (@Shared(.inMemory("count"))): a write by one user is visible to all
 * others immediately. In C the value is JSON. It may be read and written anywhere: in a reducer, in an effect, on any
 * thread.
 *
 *     kmk_shared *total = kmk_shared_memory("total", initial, NULL);
 *
 *     static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
 *       kmk_shared *total = data;
 *       kmk_shared_update(total, add_one, NULL, NULL);
 *       return NULL;
 *     }
 *
 * A shared value is not part of a store's state: a store's observers are not called for it, and undo does not restore it.
 * To show a shared value, observe it with kmk_shared_observe.
 *
 * In a test store, a handle refers to a value that belongs to that test store alone. The value is in memory and starts
 * with the handle's initial value; no files or settings are touched (kumiki_test.h). This applies to everything that the
 * test's loop runs or calls until it is closed: reducers, effects and their work on other threads, deferred functions and
 * observers. In the test's own code, a handle refers to the program's real value.
 */
#ifndef KUMIKI_SHARED_H
#define KUMIKI_SHARED_H

#include "base.h"
#include "error.h"
#include "loop.h"
#include "observe.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A shared value, found by its key. Usable on any thread; freed by kmk_shared_free. */
typedef struct kmk_shared kmk_shared;

/**
 * Shares a value under a name, for as long as the process lives.
 *
 * @param initial  the value if the name has none yet. If Swift code uses the value with its own type, pass the JSON of
 *                 that type.
 *
 * Owns: name copied, initial borrowed, shared new. Fails: INVALID_ARGUMENT (NULL name or initial, a name that is not
 * UTF-8), TOO_DEEP. Threads: any, callback. Since: 0.2.
 */
kmk_shared *kmk_shared_memory(const char *name, const json_t *initial, kmk_error *error);

/**
 * Shares the content of a JSON file.
 *
 * A write replaces the file: it writes a second file beside the first, waits until the second is on the disk, and renames
 * it over the first. At least one of the two files is therefore complete at every moment, even if the process is killed.
 * A write returns when all this is done, so it takes as long as the disk needs. The first write creates the file's
 * folder.
 *
 * Several programs that use this library may share the file. An update locks the folder, reads the file, changes the
 * value and writes it, so no change is lost. No lock file is created. A program that writes the file without this library
 * should replace it in the same way. Such a program does not take part in the locking.
 *
 * The library notices when anything else changes the file: the new content becomes the value. If the file no longer
 * exists, the value becomes the initial value. An empty file counts as missing, because the program that created it may
 * be about to write it. The library also notices when a folder above the file is created, renamed or removed, and when a
 * link in the path changes. A forked child notices changes only after it has used the value for the first time.
 *
 * A file that cannot be read, is not JSON in UTF-8, or is not a regular file (a directory, a FIFO, a device) raises the
 * issue "shared-unreadable". The value stays as it was (the initial value, if nothing was read before), and the file is
 * left alone until the next write.
 *
 * A write that fails raises the issue "shared-unsaved". This process then uses the written value until the file changes.
 * A write to something that is not a regular file fails in this way too. Once the path can be read again, the value
 * becomes the content of the file. If the path ceases to exist, the value becomes the initial value.
 *
 * An issue that a call raises goes to the loop of the calling thread. An issue that a change of the file raises goes to
 * the loop of one observer of the value, or to standard error if the value has no observers.
 *
 * @param path  the path of the file; a relative path is resolved against the program's working directory at the time of
 *              this call. The same file under a different path is a different value.
 *
 * Owns: path copied, initial borrowed, shared new. Fails: INVALID_ARGUMENT (NULL path or initial, a path that is empty or
 * not UTF-8, a relative path if the working directory no longer exists), TOO_DEEP. Threads: any, callback. Since: 0.2.
 */
kmk_shared *kmk_shared_file(const char *path, const json_t *initial, kmk_error *error);

/**
 * Shares a member of the program's settings.
 *
 * All settings are in one file: settings.json in a folder named after the program, in $XDG_CONFIG_HOME or else in
 * ~/.config. A write reads the current file, changes its own member, and leaves the other members unchanged. In all other
 * respects, the file is handled as in kmk_shared_file.
 *
 * @param name     the member.
 * @param initial  the value if the file has no such member.
 *
 * Owns: name copied, initial borrowed, shared new. Fails: INVALID_ARGUMENT (NULL name or initial, a name that is not
 * UTF-8), TOO_DEEP. Threads: any, callback. Since: 0.2.
 */
kmk_shared *kmk_shared_setting(const char *name, const json_t *initial, kmk_error *error);

/**
 * Reads a shared value, or a part of it, at a pointer.
 *
 * Owns: pointer borrowed, result new. Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND. Threads: any,
 * callback. Since: 0.2.
 */
json_t *kmk_shared_get(kmk_shared *shared, const char *pointer, kmk_error *error);

/**
 * Writes a shared value, or a part of it, at a pointer. "" names the whole value; any other pointer names a member, which
 * may be new, or an existing element.
 *
 * Owns: pointer borrowed, steals value. Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND (a value that the
 * pointer leads through is missing), TOO_DEEP, BUSY (inside an update of the same value). Threads: any, callback. Since:
 * 0.2.
 */
kmk_status kmk_shared_set_new(kmk_shared *shared, const char *pointer, json_t *value,
                              kmk_error *error);

/**
 * Makes a new value from the current one.
 *
 * The function is called once, on the thread that calls kmk_shared_update. During the call no other thread of the process
 * writes any shared value, and no other process writes a file in the same folder. The function should therefore be short,
 * and must not wait for another thread. Inside the function, reading the value returns the value from before the update,
 * and writing to it fails with BUSY. Other shared values may be read and written.
 *
 * @return the new value, which the library then owns. NULL leaves the value unchanged.
 */
typedef json_t *(*kmk_update_fn)(const json_t *value, void *user_data);

/**
 * Changes a shared value with a function, while no other thread or process writes to it. No change is lost.
 *
 * Updates may be nested in any order. Two threads that update the same two values, each with one update inside the other,
 * never deadlock. Nor do two processes. If an update of one file contains an update of a file in another folder, the
 * inner update waits for that folder for at most a few seconds. After that, its value is not saved ("shared-unsaved"). If
 * each of two processes has locked the folder that the other is waiting for, this happens in both.
 *
 * Owns: shared and user_data borrowed. Fails: INVALID_ARGUMENT (NULL shared or fn), TOO_DEEP, BUSY (inside an update of
 * the same value). Threads: any, callback. Since: 0.2.
 */
kmk_status kmk_shared_update(kmk_shared *shared, kmk_update_fn fn, void *user_data,
                             kmk_error *error);

/**
 * Observes a shared value, or a part of it, at a pointer. The library calls fn once before this returns, and again when
 * the value changes.
 *
 * Later calls run on the loop's thread, in the loop's next iteration after the write, whichever code made it. If a
 * reducer made the write, the call therefore comes after the burst of that reducer's store. Several writes before that
 * iteration cause one call.
 *
 * Owns: pointer copied, subscription new; free_fn runs at the latest when the subscription is freed. Fails:
 * INVALID_ARGUMENT (NULL shared, loop, pointer or fn, malformed pointer), WRONG_THREAD, CLOSED. Threads: owner, callback.
 * Since: 0.2.
 */
kmk_subscription *kmk_shared_observe(kmk_shared *shared, kmk_loop *loop, const char *pointer,
                                     kmk_observe_fn fn, void *user_data, kmk_free_fn free_fn,
                                     kmk_error *error);

/** Receives the error of a mirror: one side refused the value of the other. The error is borrowed. */
typedef void (*kmk_mirror_fn)(const kmk_error *error, void *user_data);

/**
 * Lets a part of a store's state and a shared value follow each other, until the subscription is freed or the store ends.
 *
 *     kmk_shared *kept = kmk_shared_setting("editor", defaults, &error);
 *     kmk_subscription *mirror = kmk_shared_mirror(kept, store, "binding", "/settings", NULL, NULL, NULL, &error);
 *     kmk_shared_free(kept);
 *
 * First the state gets the shared value. A later change of the state is written to the whole shared value at the end of the
 * burst. A change of the shared value is written to the state in the loop's next iteration, by an action of a binding
 * (kmk_store_write_binding), which a log contains and a reducer may refuse. If both change before that iteration, the later
 * change remains.
 *
 * If one side refuses the other's value, each side keeps its own until the next change of either. If the state refuses the
 * shared value, the binding also raises the issue "binding-failed" or "binding-unhandled", which contains the reason. While
 * the mirror is made, a refusal is the error of this call, and the mirror is not made.
 *
 * @param binding_case  the case path of the feature's binding, usually "binding". Its kmk_binding_fields must have the place.
 * @param pointer       the place in the state. While the place is missing, the shared value stays as it is; when
 *                      the place is there again, its value is written to the shared value.
 * @param failed        called on the loop's thread for later refusals. NULL: the error is printed to standard error.
 *
 * Owns: shared and store borrowed, binding_case and pointer copied, subscription new; free_fn runs at the end of the mirror,
 * even if the call fails. Fails: as kmk_store_observe, kmk_shared_observe, kmk_store_write_binding and kmk_shared_set_new;
 * INVALID_ARGUMENT (NULL; the state refused the shared value). Threads: owner, callback. Since: 0.4.
 */
kmk_subscription *kmk_shared_mirror(kmk_shared *shared, kmk_store *store, const char *binding_case,
                                    const char *pointer, kmk_mirror_fn failed, void *user_data,
                                    kmk_free_fn free_fn, kmk_error *error);

/**
 * Frees a handle. The shared value itself remains.
 *
 * Owns: consumes shared. NULL: nothing happens. Threads: any, callback. Since: 0.2.
 */
void kmk_shared_free(kmk_shared *shared);

#ifdef __cplusplus
}
#endif
#endif
