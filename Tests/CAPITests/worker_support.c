#define _GNU_SOURCE /* pthread_setattr_default_np */

#include "worker_support.h"

#include <sched.h>

/* The last index that this thread took. */
static _Thread_local int last_index = -1;

yard *new_yard(int count) {
  yard *y = calloc(1, sizeof *y);
  assert_non_null(y);
  y->count = count;
  for (int i = 0; i < count; i++) {
    y->items[i] = (item){y, i, 0, 0, false};
  }
  sem_init(&y->at_gate, 0, 0);
  sem_init(&y->gate, 0, 0);
  return y;
}

void free_yard(yard *y) {
  sem_destroy(&y->at_gate);
  sem_destroy(&y->gate);
  free(y);
}

void open_gate(yard *y) {
  for (int i = 0; i < y->count; i++) {
    sem_post(&y->gate);
  }
}

void await_at_gate(yard *y, int count) {
  while (count-- > 0) {
    sem_wait(&y->at_gate);
  }
}

static void linger_until_cancelled(kmk_sender *sender) {
  while (!kmk_sender_is_cancelled(sender)) {
    sched_yield();
  }
  for (int i = 0; i < 2000; i++) {
    sched_yield();
  }
}

void do_item(kmk_sender *sender, void *user_data) {
  item *self = user_data;
  yard *y = self->yard;
  int running = atomic_fetch_add(&y->running, 1) + 1;
  int most = atomic_load(&y->most_running);
  while (running > most && !atomic_compare_exchange_weak(&y->most_running, &most, running)) {
  }
  y->order[atomic_fetch_add(&y->begun, 1)] = self->index;
  if (self->index < last_index) {
    atomic_store(&y->out_of_order, true);
  }
  last_index = self->index;
  self->begun++;
  sem_post(&y->at_gate);
  if (y->gated) {
    sem_wait(&y->gate);
  }
  if (y->until_cancelled) {
    linger_until_cancelled(sender);
  }
  self->cancelled = kmk_sender_is_cancelled(sender);
  atomic_fetch_sub(&y->running, 1);
  atomic_fetch_add(&y->ended, 1);
}

void free_item(void *user_data) {
  item *self = user_data;
  self->freed++;
  self->yard->freed_on = pthread_self();
}

/* go: starts all items of the yard, every third under the id "third"; cancel: cancels these. */
REDUCER(yard_reduce) {
  yard *y = data;
  if (kmk_action_is(action, "cancel")) {
    return kmk_effect_cancel("third");
  }
  if (!kmk_action_is(action, "go")) {
    return NULL;
  }
  kmk_effect **effects = calloc((size_t)y->count, sizeof *effects);
  for (int i = 0; i < y->count; i++) {
    effects[i] = kmk_effect_blocking(do_item, &y->items[i], free_item);
    if (i % 3 == 2) {
      effects[i] = kmk_effect_cancellable(effects[i], "third", false);
    }
  }
  kmk_effect *all = kmk_effect_merge((size_t)y->count, effects);
  free(effects);
  return all;
}

kmk_reducer *yard_reducer(yard *y) { return kmk_reducer_new(yard_reduce, y, NULL); }

kmk_store *open_yard(kmk_loop *loop, yard *y) { return open_store(loop, yard_reducer(y), "{}"); }

/* Opens a store of the yard on a loop whose issues the kit collects. */
kmk_store *open_with(const kit *k, const kmk_loop_options *options, kmk_loop **loop, yard *y) {
  kmk_error error = {0};
  *loop = kmk_loop_new_with(options, NULL, NULL, &error);
  if (*loop == NULL) {
    fail_msg("no loop: %s", error.message);
  }
  collect_issues(*loop, k->issues);
  return open_yard(*loop, y);
}

int count_freed(const yard *y) {
  int freed = 0;
  for (int i = 0; i < y->count; i++) {
    freed += y->items[i].freed;
  }
  return freed;
}

void refuse_threads(bool refuses) {
  static size_t usual;
  pthread_attr_t attributes;
  pthread_getattr_default_np(&attributes);
  if (refuses) {
    pthread_attr_getstacksize(&attributes, &usual);
  }
  pthread_attr_setstacksize(&attributes, refuses ? (size_t)1 << 46 : usual);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}
