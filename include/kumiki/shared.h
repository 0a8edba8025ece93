/**
 * Shared values: one value that several features, stores and programs have in common.
 *
 * A shared value is found by its key: a name in memory, a file, or a member of the program's
 * settings. Whoever has the same key has the same value, features written in Swift included
 * (@Shared(.inMemory("count"))): what one writes the others read at once. It is JSON here, and may
 * be read and written anywhere: in a reducer, in an effect, on any thread.
 *
 *     kmk_shared *total = kmk_shared_memory("total", initial, NULL);
 *
 *     static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
 *       kmk_shared *total = data;
 *       kmk_shared_update(total, add_one, NULL, NULL);
 *       return NULL;
 *     }
 *
 * It is no part of a store's state: a store's observers are not told of it, and undo does not bring
 * it back. Those who show it observe it by itself (kmk_shared_observe).
 *
 * In a test store a handle leads to values of that test store alone, in memory, which begin with
 * the handle's initial value: no file and no settings are touched (kumiki_test.h). That holds in all
 * that the test's loop runs or calls until it is closed: reducers, effects and what they leave to workers, deferred
 * functions, observers. The test's own code has the program's values.
 */
#ifndef KUMIKI_SHARED_H
#define KUMIKI_SHARED_H

#include "base.h"
#include "error.h"
#include "loop.h"
#include "observe.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A shared value by its key. Used on any thread; freed by kmk_shared_free. */
typedef struct kmk_shared kmk_shared;

/**
 * Shares a value by a name, for as long as the process lives.
 *
 * @param initial  the value where nobody has one under that name; a Swift value's is its JSON.
 *
 * Owns: name copied, initial borrowed, shared new. Fails: INVALID_ARGUMENT (NULL name or initial, a
 * name that is not UTF-8), TOO_DEEP. Threads: any, callback. Since: 0.2.
 */
kmk_shared *kmk_shared_memory(const char *name, const json_t *initial, kmk_error *error);

/**
 * Shares the content of a file of JSON.
 *
 * A write replaces the file: it writes another one beside it, has that on the disk, and puts it in
 * the place of the first, so that at every moment one of the two is there whole, also where the
 * process is killed. It returns when that is done, which takes as long as the disk does. Its folder
 * is made by the first write.
 *
 * Several programs may share the file by this library. An update locks the folder, reads the file,
 * changes what is there and writes it: no change is lost. No lock file is made. Whatever else
 * writes the file should put another one in its place, as a write here does; it has no part in the
 * lock.
 *
 * What others do to the file is noticed: the value is then theirs, and the initial one where the
 * file is gone. An empty file counts as gone, since a program that makes a file may be about to
 * write it. That includes folders that are made, renamed or removed above it, and links on the
 * way to it. The child of a fork notices it too, from its first use of the value on.
 *
 * A file that cannot be read, is no JSON in UTF-8, or is no regular file (a directory, a FIFO, a
 * device), is the issue "shared-unreadable": the value stays as it was, at first the initial one, and the file is left
 * alone until the next write. A write that fails is the issue "shared-unsaved": the value holds in
 * this process until the file is changed. So is one to what is no regular file: once that can be read
 * again, or has gone, the value is the file's, or the initial one. They go to the loop of the thread; what is
 * noticed goes to the loop of who observes the value, and to standard error where nobody does.
 *
 * @param path  of the file; a relative one begins in the program's directory at the time of this
 *              call. The same file by another path is another value.
 *
 * Owns: path copied, initial borrowed, shared new. Fails: INVALID_ARGUMENT (NULL path or initial, a
 * path that is empty or not UTF-8, a relative one where the program's directory is gone), TOO_DEEP.
 * Threads: any, callback. Since: 0.2.
 */
kmk_shared *kmk_shared_file(const char *path, const json_t *initial, kmk_error *error);

/**
 * Shares a member of the program's settings.
 *
 * They are one file, settings.json in a folder of the program's name, in $XDG_CONFIG_HOME or else
 * ~/.config. A write changes its own member in the file as it is then, and leaves the others.
 * Otherwise as kmk_shared_file.
 *
 * Owns: name copied, initial borrowed, shared new. Fails: INVALID_ARGUMENT (NULL name or initial, a
 * name that is not UTF-8), TOO_DEEP. Threads: any, callback. Since: 0.2.
 */
kmk_shared *kmk_shared_setting(const char *name, const json_t *initial, kmk_error *error);

/**
 * Reads the value at a pointer.
 *
 * Owns: pointer borrowed, result new. Fails: INVALID_ARGUMENT (NULL, malformed pointer), NOT_FOUND.
 * Threads: any, callback. Since: 0.2.
 */
json_t *kmk_shared_get(kmk_shared *shared, const char *pointer, kmk_error *error);

/**
 * Writes the value at a pointer: "" for the whole, else a member, which may be new, or an element
 * that is there.
 *
 * Owns: pointer borrowed, steals value. Fails: INVALID_ARGUMENT (NULL, malformed pointer),
 * NOT_FOUND (nothing is there that the pointer leads through), TOO_DEEP, BUSY (inside of an update
 * of the same value). Threads: any, callback. Since: 0.2.
 */
kmk_status kmk_shared_set_new(kmk_shared *shared, const char *pointer, json_t *value,
                              kmk_error *error);

/**
 * Makes a new value of the present one.
 *
 * Called once, on the thread of kmk_shared_update. Meanwhile no other thread of the process writes
 * any shared value, and no other process a file in the same folder: it should be short, and must
 * not wait for another thread. In it the value reads as it was before, and a write of it fails with
 * BUSY. Other shared values may be read and written.
 *
 * @return the new value, which the library takes over; NULL leaves the value as it was.
 */
typedef json_t *(*kmk_update_fn)(const json_t *value, void *user_data);

/**
 * Changes the value while no other thread or process does, so that no change is lost.
 *
 * Updates may be inside of each other, in any order: two threads that each update what the other
 * does both come to an end. Two processes do so too: a file of another folder that is updated
 * inside of a file's update is waited for some seconds at most, and then not saved
 * ("shared-unsaved"). Where each of two has the folder that the other one waits for, that happens to
 * both.
 *
 * Owns: nothing. Fails: INVALID_ARGUMENT (NULL shared or fn), TOO_DEEP, BUSY (inside of an update
 * of the same value). Threads: any, callback. Since: 0.2.
 */
kmk_status kmk_shared_update(kmk_shared *shared, kmk_update_fn fn, void *user_data,
                             kmk_error *error);

/**
 * Observes the value at a pointer: fn is called at once, before this returns, and then when the
 * value has changed.
 *
 * It is called on the loop's thread, at the loop's turn after a write, whoever wrote, and so after
 * the burst of a store that did. However often the value is written before that, it is called once.
 *
 * Owns: pointer copied, subscription new; free_fn runs when the subscription is freed, at the
 * latest. Fails: INVALID_ARGUMENT (NULL shared, loop, pointer or fn, malformed pointer),
 * WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.2.
 */
kmk_subscription *kmk_shared_observe(kmk_shared *shared, kmk_loop *loop, const char *pointer,
                                     kmk_observe_fn fn, void *user_data, kmk_free_fn free_fn,
                                     kmk_error *error);

/**
 * Frees a handle. The value stays where it is kept.
 *
 * Owns: consumes shared. NULL: nothing happens. Threads: any, callback. Since: 0.2.
 */
void kmk_shared_free(kmk_shared *shared);

#ifdef __cplusplus
}
#endif
#endif
