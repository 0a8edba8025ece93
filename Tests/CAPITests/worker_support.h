/* Blocking work in bulk: many items, the order in which they started, and the result of each. */
#ifndef KUMIKI_TESTS_WORKER_SUPPORT_H
#define KUMIKI_TESTS_WORKER_SUPPORT_H

#include "support.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define MANY 3000

/* The work of one blocking effect, and its result. */
typedef struct item {
  struct yard *yard;
  int index, begun, freed;
  bool cancelled;
} item;

/* Many items. While the gate is closed, workers wait at it. */
typedef struct yard {
  item items[MANY];
  int count, order[MANY];
  atomic_int begun, ended, running, most_running;
  atomic_bool out_of_order;
  bool gated, until_cancelled;
  sem_t at_gate, gate;
  pthread_t freed_on;
} yard;

yard *new_yard(int count);
void free_yard(yard *y);

/* Lets every waiting and future worker through. */
void open_gate(yard *y);

/* Waits until `count` more items have started. */
void await_at_gate(yard *y, int count);

/* The work of one item, and its free_fn. */
void do_item(kmk_sender *sender, void *user_data);
void free_item(void *user_data);

/* "go" starts all items of the yard, every third under the id "third"; "cancel" cancels these. */
kmk_reducer *yard_reducer(yard *y);

/* A store of the yard. */
kmk_store *open_yard(kmk_loop *loop, yard *y);

/* The same on a loop with options, whose issues the kit collects. */
kmk_store *open_with(const kit *k, const kmk_loop_options *options, kmk_loop **loop, yard *y);
int count_freed(const yard *y);

/* If true, makes the system refuse every new thread, by asking for a stack that is too large; if false, allows
   threads again. */
void refuse_threads(bool refuses);

#endif
