/**
 * Limits that a host sets: how much the stores of a loop accept, and how long a burst may last.
 *
 * Set limits if the state, the actions or the features come from outside the program. Data beyond a limit is refused
 * with KMK_ERR_LIMIT or an issue, and the state does not change. Two limits are defined elsewhere: KMK_MAX_DEPTH for
 * the nesting of JSON, and the options of a recorder for the size of its file.
 */
#ifndef KUMIKI_LIMIT_H
#define KUMIKI_LIMIT_H

#include "base.h"
#include "error.h"
#include "loop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The limits of a loop. Later versions may add values. */
typedef enum kmk_limit {
  /* The number of values (strings, numbers, objects ...) in the state of each store that is created after the limit is
   * set. A value that occurs several times counts each time. Default and maximum: 10,000,000. Applies to features
   * written in C. A write beyond the limit returns KMK_ERR_LIMIT and raises "write-failed"; kmk_store_new,
   * kmk_store_new_from and kmk_store_restore fail. If an action presents or pushes a value, or sets a navigation path,
   * and the state would then exceed the limit, that value or path is left out, and the issue "action-misfit" is
   * raised. If a value was to be pushed, the id that kmk_store_write_path or the store had chosen for it is not used
   * again. Replaced and removed values no longer count. The limit never refuses a move, or a write that does not
   * enlarge the state. The limit includes values that operators add: the defaults of kmk_shape, and the object with an
   * id that a navigation path puts around each element. There is one exception. If a reducer writes a path without
   * ids, or kmk_store_replace_reducer or kmk_store_restore inserts one, these objects and ids are added afterwards, so
   * the state may exceed the limit by two values for each element. */
  KMK_LIMIT_STATE_VALUES = 1,

  /* The number of values in an action from the program, a view or an effect. Default and maximum: 10,000,000. A send or
   * a post beyond the limit returns KMK_ERR_LIMIT; an action of kmk_effect_send_new, _after_new, _every_new or
   * kmk_effect_catch is dropped with the issue "action-misfit". Applies to features written in C, and to actions passed
   * to senders and mailboxes. An action that is a scalar payload inside cases, with no other values, is always
   * accepted. */
  KMK_LIMIT_ACTION_VALUES = 2,

  /* The number of actions that other threads have sent or posted and that are waiting to be reduced, in all stores of
   * the loop. Default: UINT64_MAX. A send or a post beyond the limit returns KMK_ERR_LIMIT: the thread may try again
   * later, or drop the action. Actions with a key (kmk_sender_send_latest_new, kmk_mailbox_post_latest_new) are counted
   * separately, with the same limit. An action that replaces a waiting action is never refused. */
  KMK_LIMIT_WAITING_ACTIONS = 3,

  /* The number of actions in a burst; see kmk_loop_options.burst_limit. */
  KMK_LIMIT_BURST_ACTIONS = 4,

  /* The number of running effects in a store, including effects that are waiting for their turn (kmk_effect_limited,
   * _serial, _throttle). Default: UINT64_MAX. An effect beyond the limit neither starts nor waits. It fails in the
   * loop's next iteration: a kmk_effect_catch around it is called, or the issue "effect-threw" is raised. If a
   * kmk_effect_delay or _debounce fails in this way, the effect inside it never starts, nor does the rest of a chain
   * around it. If the limit is lowered below the number of running effects, they continue, but an effect that starts
   * after a delay, or waits for another try (kmk_effect_retry), is then beyond the limit. */
  KMK_LIMIT_EFFECTS = 5,

  /* The number of observers of a store: subscriptions of all kinds, including kmk_store_trace and kmk_recorder_new, and
   * the store's lists, which observe their rows. Default: UINT64_MAX. A subscription or a recorder beyond the limit is
   * not created: the call returns NULL with KMK_ERR_LIMIT, and does not call the observer. A list is created even
   * beyond the limit. */
  KMK_LIMIT_OBSERVERS = 6,

  /* The number of bytes in all strings and keys of an action. Checked together with KMK_LIMIT_ACTION_VALUES, with the
   * same results. A string that occurs several times counts each time. An action that is a number or null inside cases,
   * with no other values, is always accepted. Default: UINT64_MAX. Set this limit if actions come from outside the
   * program. */
  KMK_LIMIT_ACTION_BYTES = 7,

  /* The number of bytes in all strings and keys of the state, for each store that is created after the limit is set.
   * Checked together with KMK_LIMIT_STATE_VALUES, with the same results. A string that occurs several times counts each
   * time. Default: UINT64_MAX; the bytes are then not counted. In addition to these bytes, each value takes about 50
   * bytes of memory, which KMK_LIMIT_STATE_VALUES limits. */
  KMK_LIMIT_STATE_BYTES = 8
} kmk_limit;

/**
 * Sets a limit for a loop. The limit applies from now on; existing data is kept.
 *
 * @param value  1 or more; UINT64_MAX: the highest possible limit.
 *
 * Fails: INVALID_ARGUMENT (NULL, not a kmk_limit, 0), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_loop_set_limit(kmk_loop *loop, kmk_limit limit, uint64_t value);

/**
 * Returns a limit of a loop.
 *
 * @return the limit; 0 for NULL, for a value that is not a kmk_limit, on another thread, and for a loop that has ended.
 *
 * NULL: returns 0. Threads: owner, callback; elsewhere 0. Since: 0.3.
 */
uint64_t kmk_loop_limit(const kmk_loop *loop, kmk_limit limit);

/** Returns true to end the burst. Must not call the loop or its stores. */
typedef bool (*kmk_interrupt_fn)(void *user_data);

/**
 * Sets a function that is called during a burst, after every 16 of its actions, for example to enforce a deadline.
 *
 * When the function returns true, the burst ends like a burst that has reached its limit: no reducer runs again, the
 * waiting actions are dropped, the observers are notified of the current state, and the issue "interrupted-burst" is
 * raised. The send returns KMK_OK, and the store continues to work. A reducer that does not return is not interrupted.
 *
 * @param fn  NULL means that no function is called.
 *
 * Owns: user_data released by free_fn. NULL: if loop is NULL, only free_fn runs. Threads: owner, callback. Since: 0.3.
 */
void kmk_loop_set_interrupt(kmk_loop *loop, kmk_interrupt_fn fn, void *user_data,
                            kmk_free_fn free_fn);

#ifdef __cplusplus
}
#endif
#endif
