/* Observers of every kind: each reports its notifications and performs its commands once. */
#ifndef KUMIKI_MODEL_OBSERVERS_H
#define KUMIKI_MODEL_OBSERVERS_H

#include "listing.h"

#include <kumiki.h>

typedef struct observer {
  kmk_subscription *subscription; /* NULL if it was refused or freed */
  size_t number;
  json_t *commands;   /* NULL once they were performed */
  bool subscribing;   /* notifications during this call are not changes */
  json_t *mirror;     /* of an observer of patches, changes or a list; NULL for a missing value */
  const listed *rows; /* of an observer of a list */
} observer;

/* Whether there are observers of a kind. */
bool observer_kind_is_known(const char *kind);

/* Subscribes, and returns the status. */
kmk_status observer_new(kmk_store *store, const char *kind, const char *pointer,
                        const json_t *commands);

/* Observes a shared value. */
kmk_status observer_of_shared(kmk_shared *shared, const char *pointer, const json_t *commands);

/* Observes a derived value. */
kmk_status observer_of_derived(kmk_derived *derived, const json_t *commands);

/* Observes a list. */
kmk_status observer_of_list(const listed *rows, const json_t *commands);

/* Unsubscribes. The observer itself stays: it may be in the middle of a notification. */
void observer_stop(observer *who);
void observer_free(observer *who);

#endif
