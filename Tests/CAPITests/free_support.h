/* A program with one handle and one callback of each kind. One callback is armed: when it is first called, it frees
 * one handle, or all. Used by test_free_in_callbacks. */
#ifndef KUMIKI_TESTS_FREE_SUPPORT_H
#define KUMIKI_TESTS_FREE_SUPPORT_H

#include "support.h"

#include <pthread.h>
#include <stdatomic.h>

#define HANDLES(X)                                                                                 \
  X(STORE), X(OTHER_STORE), X(VIEWS), X(OBSERVER), X(SLOT_OBSERVER), X(OTHER_OBSERVERS),           \
      X(TRACES), X(SHARED_OBSERVER), X(TASK), X(MAILBOX), X(SHARED), X(SENDERS), X(LOOP), X(ALL),  \
      X(ALL_BACKWARDS)
#define CALLBACKS(X)                                                                               \
  X(REDUCE), X(FREE_REDUCER), X(START), X(CANCEL), X(FREE_EFFECT), X(CATCH), X(FREE_CATCH),        \
      X(BLOCKING), X(FREE_BLOCKING), X(WORK), X(FREE_WORK), X(OBSERVE), X(FREE_OBSERVER),          \
      X(PRESENT), X(UPDATE), X(DISMISS), X(FREE_SLOT_OBSERVER), X(OBSERVE_CASE), X(OBSERVE_IDS),   \
      X(OBSERVE_CHANGES), X(TRACE), X(FREE_TRACE), X(OBSERVE_VIEW), X(OBSERVE_SHARED),             \
      X(FREE_OTHER_OBSERVERS), X(DIAGNOSE), X(FREE_DIAGNOSE), X(DEFER), X(FREE_DEFER),             \
      X(ON_CHANGE), X(FREE_ON_CHANGE)
#define ENDINGS(X)                                                                                 \
  X(FREE_LOOP), X(FREE_STORE), X(REPLACE), X(CANCEL_ID), X(CANCEL_ALL_ROWS), X(CANCEL_TASK),       \
      X(DISMISS_SHEET), X(PRESENT_ANEW), X(REMOVE_ROW), X(FINISH_LOOP), X(FAIL_EFFECTS),           \
      X(FINISH_EFFECTS), X(RUN), X(ADVANCE), X(TOUCH), X(FREE_OBSERVERS), X(FREE_VIEWS),           \
      X(SET_DIAGNOSTICS), X(RUN_DEFERRED), X(WRITE_SHARED), X(POST), X(MISTAKE)

#define NAME_OF(name) #name
#define HANDLE(name) H_##name
#define CALLBACK(name) C_##name
#define ENDING(name) E_##name
enum { HANDLES(HANDLE), HANDLE_COUNT, NO_HANDLE = HANDLE_COUNT };
enum { CALLBACKS(CALLBACK), CALLBACK_COUNT, NO_CALLBACK };
enum { ENDINGS(ENDING), ENDING_COUNT };

/* Effects that kmk_effect_start started. They run until they are cancelled or finished. */
enum { PLAIN, CAUGHT, IN_ROW, IN_SHEET, STARTED_COUNT };

/* The objects of observers. */
enum { PART, SLOT, CASE, IDS, CHANGES, IN_VIEW, TRACE, OTHER_TRACE, OF_SHARED, SUBSCRIPTION_COUNT };

typedef struct world world;
typedef struct started {
  world *w;
  kmk_sender *sender;
} started;

struct world {
  atomic_int armed; /* the callback that frees a handle; NO_CALLBACK once it has done so */
  int victim;
  atomic_uint_fast64_t calls; /* one bit for each callback that was called */
  pthread_t owner;
  kmk_loop *loop;
  kmk_store *store, *other, *view, *row_view;
  kmk_subscription *subscriptions[SUBSCRIPTION_COUNT];
  kmk_task *task;
  kmk_mailbox *mailbox;
  kmk_shared *shared;
  started effects[STARTED_COUNT];
};

/* Creates a world with all its handles. Its owner is the calling thread. */
void freed_world_make(world *w);
/* Frees a handle if it exists, or all handles. */
void freed_world_free(world *w, int handle);
/* Ends the effects that kmk_effect_start started. */
void freed_world_end_effects(world *w, bool fails);
/* Sends an action to the store. */
void freed_world_send(const world *w, const char *action);

/* Callbacks that a trial passes to the library itself. */
void freed_world_diagnose(const kmk_diagnostic *issue, void *w);
void freed_world_free_diagnose(void *w);
void freed_world_deferred(void *w);
void freed_world_free_deferred(void *w);

#endif
