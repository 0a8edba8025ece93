/**
 * Limits that a host sets: how much the stores of a loop accept, and how long a burst may last.
 *
 * For a process whose state, actions or features come from others. Data beyond a limit is refused with KMK_ERR_LIMIT or
 * an issue, and the state stays as it was. The nesting of JSON has a limit of its own, KMK_MAX_DEPTH; a recorder's file
 * has a limit in its options.
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
  /* The values in the state of each store that is made from then on: strings, numbers, objects ... Shared values count
   * each time. Default and maximum: 10,000,000. For features in C. A write beyond the limit returns KMK_ERR_LIMIT and
   * raises "write-failed"; kmk_store_new, kmk_store_new_from and kmk_store_restore fail. If an action would present a
   * value, push it or set it as a path beyond the limit, the issue "action-misfit" is raised and the value is left out;
   * the id that kmk_store_write_path or the store had chosen for a push is then skipped. Replaced and removed values no
   * longer count. A move is not refused, nor is a write that makes the state no larger. Values that operators add
   * count: the defaults of kmk_shape, the entries of a path. If a reducer writes a path without ids, or
   * kmk_store_replace_reducer or kmk_store_restore inserts one, the state may exceed the limit by two values for each
   * element, since the elements get their entries afterwards. */
  KMK_LIMIT_STATE_VALUES = 1,

  /* The values in an action of a program, a view or an effect. Default and maximum: 10,000,000. A send or a post beyond
   * the limit returns KMK_ERR_LIMIT; an action of kmk_effect_send_new, _after_new, _every_new or kmk_effect_catch is
   * dropped with the issue "action-misfit". For features in C, and for actions given to senders and mailboxes. A scalar
   * payload inside cases is always accepted. */
  KMK_LIMIT_ACTION_VALUES = 2,

  /* The actions that other threads have sent or posted and that wait to be reduced, in all stores of the loop. Default:
   * UINT64_MAX. A send or a post beyond the limit returns KMK_ERR_LIMIT: the thread may wait, or drop the action.
   * Actions sent as the latest under a key are counted separately, with the same limit. An action that replaces a
   * waiting action is never refused. */
  KMK_LIMIT_WAITING_ACTIONS = 3,

  /* The actions of a burst: kmk_loop_options.burst_limit. */
  KMK_LIMIT_BURST_ACTIONS = 4,

  /* The running effects of a store, including effects that wait for their turn (kmk_effect_limited, _serial,
   * _throttle). Default: UINT64_MAX. One more effect fails in the loop's next iteration, and neither starts nor
   * waits: a kmk_effect_catch around it is called, or the issue "effect-threw" is raised. If that effect is the wait
   * of a kmk_effect_delay or _debounce, the effect that was to follow never starts, nor does the rest of a chain
   * around it. */
  KMK_LIMIT_EFFECTS = 5,

  /* The observers of a store: subscriptions of all kinds, including kmk_store_trace and kmk_recorder_new, and the
   * store's lists, which observe their rows. Default: UINT64_MAX. Creating one more subscription or recorder returns
   * NULL with KMK_ERR_LIMIT, and its function is not called; a list is made even beyond the limit. */
  KMK_LIMIT_OBSERVERS = 6,

  /* The bytes of all strings and keys in an action, checked where KMK_LIMIT_ACTION_VALUES is and with the same results.
   * The bytes of a part that occurs several times count each time. A number or null inside cases is always accepted.
   * Default: UINT64_MAX. It bounds the data that others send. */
  KMK_LIMIT_ACTION_BYTES = 7,

  /* The bytes of all strings and keys in the state of each store that is made from then on, checked where
   * KMK_LIMIT_STATE_VALUES is and with the same results. The bytes of a part that occurs several times count each time.
   * Default: UINT64_MAX, and then the bytes are not counted. KMK_LIMIT_STATE_VALUES bounds the memory that a value
   * takes besides its bytes: about 50 bytes each. */
  KMK_LIMIT_STATE_BYTES = 8
} kmk_limit;

/**
 * Sets a limit of a loop, from the next use on. Data that is already present stays.
 *
 * @param value  1 or more; UINT64_MAX: the most that is possible.
 *
 * Fails: INVALID_ARGUMENT (NULL, not a kmk_limit, 0), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.3.
 */
kmk_status kmk_loop_set_limit(kmk_loop *loop, kmk_limit limit, uint64_t value);

/**
 * Returns a limit of a loop.
 *
 * @return the limit; 0 for NULL, a value that is not a kmk_limit, another thread, or a loop that has ended.
 *
 * NULL: returns 0. Threads: owner, callback; elsewhere 0. Since: 0.3.
 */
uint64_t kmk_loop_limit(const kmk_loop *loop, kmk_limit limit);

/** Returns true if a burst is to end. Must not call the loop or its stores. */
typedef bool (*kmk_interrupt_fn)(void *user_data);

/**
 * Sets a function that is called during a burst, after every 16 of its actions, for example for a deadline.
 *
 * When the function returns true, the burst ends like a burst that has reached its limit: no reducer runs again, the
 * waiting actions are dropped, the observers are notified of the current state, and the issue "interrupted-burst" is
 * raised. The send returns KMK_OK, and the store continues to work. A reducer that does not return is not interrupted.
 *
 * @param fn  NULL: no function is called.
 *
 * Owns: user_data released by free_fn. NULL: with a NULL loop only free_fn runs. Threads: owner, callback. Since: 0.3.
 */
void kmk_loop_set_interrupt(kmk_loop *loop, kmk_interrupt_fn fn, void *user_data,
                            kmk_free_fn free_fn);

#ifdef __cplusplus
}
#endif
#endif
