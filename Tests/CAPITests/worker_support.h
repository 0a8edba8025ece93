/* Blocking work by the yard: many items, in which order they began, and what became of each. */
#ifndef KUMIKI_TESTS_WORKER_SUPPORT_H
#define KUMIKI_TESTS_WORKER_SUPPORT_H

#include "support.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#define MANY 3000

/* What one blocking effect is to do, and what became of it. */
typedef struct item {
  struct yard *yard;
  int index, begun, freed;
  bool cancelled;
} item;

/* Many of them. Where the gate is closed a worker waits at it. */
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

/* Lets every worker through that waits or will. */
void open_gate(yard *y);

/* Waits until so many more have begun. */
void await_at_gate(yard *y, int count);

/* The work of one item, and its free_fn. */
void do_item(kmk_sender *sender, void *user_data);
void free_item(void *user_data);

/* Its "go" begins all the work of the yard, that of every third item under the id "third",
 * which "cancel" ends. */
kmk_reducer *yard_reducer(yard *y);

/* A store of it. */
kmk_store *open_yard(kmk_loop *loop, yard *y);

/* The same on a loop with options, whose issues the kit collects. */
kmk_store *open_with(const kit *k, const kmk_loop_options *options, kmk_loop **loop, yard *y);
int count_freed(const yard *y);

/* Has the system refuse every thread, none having room for such a stack; or no longer. */
void refuse_threads(bool refuses);

#endif
