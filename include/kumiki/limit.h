/**
 * Limits that a host sets: what the stores of a loop may take in, and how long a burst may go on.
 *
 * For a process whose state, actions or features come from others. What is beyond a limit is refused with
 * KMK_ERR_LIMIT or an issue, and the state is as it was. The nesting of JSON has a limit of its own,
 * KMK_MAX_DEPTH; a recorder's file has one in its options.
 */
#ifndef KUMIKI_LIMIT_H
#define KUMIKI_LIMIT_H

#include "base.h"
#include "error.h"
#include "loop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What may be limited. Later versions may add values. */
typedef enum kmk_limit {
  /* The values in the state of each store that is made from then on, shared ones counted each time: texts,
   * numbers, objects ... At first, and at most, 10,000,000. For features in C. A write beyond answers
   * KMK_ERR_LIMIT, and raises "write-failed"; kmk_store_new, kmk_store_new_from and kmk_store_restore fail. What
   * an action would present, push or set as a path raises "action-misfit", and is left out; the id that
   * kmk_store_write_path or the store had chosen for a push is then skipped. What is replaced or removed no longer
   * counts. A move, and a write that makes the state no larger, are let in. What operators add counts: the
   * defaults of kmk_shape, the entries of a path. Where a reducer writes a path without ids, or
   * kmk_store_replace_reducer or kmk_store_restore brings one in, the state may be beyond by two values for each of
   * its elements: they get their entries afterwards. */
  KMK_LIMIT_STATE_VALUES = 1,

  /* The values in an action of a program, a view or an effect. At first, and at most, 10,000,000. A send or a
   * post beyond answers KMK_ERR_LIMIT; what an effect of kmk_effect_send_new, _after_new, _every_new or
   * kmk_effect_catch brings is dropped, with the issue "action-misfit". For features in C, and what senders and
   * mailboxes are given. A scalar payload in cases is always let in. */
  KMK_LIMIT_ACTION_VALUES = 2,

  /* The actions that other threads have sent or posted and that wait to be reduced, in all stores of the loop.
   * At first UINT64_MAX. A send or a post beyond returns KMK_ERR_LIMIT: the thread may wait, or drop it.
   * Actions sent as the latest under a key are counted apart, with the same limit. One that replaces a waiting
   * action is never refused. */
  KMK_LIMIT_WAITING_ACTIONS = 3,

  /* The actions of a burst: kmk_loop_options.burst_limit. */
  KMK_LIMIT_BURST_ACTIONS = 4,

  /* The effects of a store that are in flight, those that wait for their turn (kmk_effect_limited, _serial,
   * _throttle) among them. At first UINT64_MAX. One more fails at the loop's next turn, and neither begins nor
   * waits: a kmk_effect_catch around it is told, or the issue "effect-threw" is. Where it is the wait of a
   * kmk_effect_delay or _debounce, what was to follow never begins, nor does the rest of a chain around it. */
  KMK_LIMIT_EFFECTS = 5,

  /* The observers of a store: subscriptions of all kinds, those of kmk_store_trace and kmk_recorder_new among
   * them, and its lists, which observe their rows. At first UINT64_MAX. One more subscription or recorder is NULL with
   * KMK_ERR_LIMIT, and is told nothing; a list is made all the same. */
  KMK_LIMIT_OBSERVERS = 6,

  /* The bytes of all texts and keys in an action, where KMK_LIMIT_ACTION_VALUES holds and with the same answers;
   * those of a part that occurs several times count each time. A number or null in cases is always let in. At first
   * UINT64_MAX. It bounds what others send. */
  KMK_LIMIT_ACTION_BYTES = 7,

  /* The bytes of all texts and keys in the state of each store that is made from then on, where
   * KMK_LIMIT_STATE_VALUES holds and with the same answers; those of a part that occurs several times count each
   * time. At first UINT64_MAX, and then nobody counts them. Memory that a value takes beside its bytes is bounded by
   * KMK_LIMIT_STATE_VALUES: some 50 bytes each. */
  KMK_LIMIT_STATE_BYTES = 8
} kmk_limit;

/**
 * Sets a limit of a loop, from the next use on. What is there already stays.
 *
 * @param value  from 1 on; UINT64_MAX: as much as there may be.
 *
 * Fails: INVALID_ARGUMENT (NULL, no kmk_limit, 0), WRONG_THREAD, CLOSED. Threads: owner, callback.
 * Since: 0.3.
 */
kmk_status kmk_loop_set_limit(kmk_loop *loop, kmk_limit limit, uint64_t value);

/**
 * Returns a limit of a loop.
 *
 * @return 0 where there is none: NULL, no kmk_limit, another thread, a loop that has ended.
 *
 * NULL: 0. Threads: owner, callback; elsewhere 0. Since: 0.3.
 */
uint64_t kmk_loop_limit(const kmk_loop *loop, kmk_limit limit);

/** Says whether a burst is to end. Must not call the loop nor its stores. */
typedef bool (*kmk_interrupt_fn)(void *user_data);

/**
 * Has a function asked while a burst goes on, after each 16 of its actions: for a deadline.
 *
 * When it answers true the burst ends as one that has reached its limit: no reducer runs again, what still waits
 * is dropped, the observers are told of the state as it is, and the issue "interrupted-burst" is raised. The send
 * has answered KMK_OK, and the store goes on. A reducer that does not return is not interrupted.
 *
 * @param fn  NULL: nobody is asked.
 *
 * Owns: user_data released by free_fn. NULL: for a NULL loop only free_fn runs. Threads: owner, callback.
 * Since: 0.3.
 */
void kmk_loop_set_interrupt(kmk_loop *loop, kmk_interrupt_fn fn, void *user_data,
                            kmk_free_fn free_fn);

#ifdef __cplusplus
}
#endif
#endif
