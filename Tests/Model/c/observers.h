/* Observers of every kind: each says what it is told, and performs its commands once. */
#ifndef KUMIKI_MODEL_OBSERVERS_H
#define KUMIKI_MODEL_OBSERVERS_H

#include "listing.h"

#include <kumiki.h>

typedef struct observer {
  kmk_subscription *subscription; /* NULL where it was refused, and once it was freed */
  size_t number;
  json_t *commands; /* NULL once they were performed */
  bool subscribing; /* what it is told meanwhile is no change */
  json_t *mirror;   /* of an observer of patches, of changes or of a list; NULL where nothing is */
  const listed *rows; /* of an observer of a list */
} observer;

/* Whether there are observers of a kind. */
bool observer_kind_is_known(const char *kind);

/* Subscribes, and answers with the status. */
kmk_status observer_new(kmk_store *store, const char *kind, const char *pointer,
                        const json_t *commands);

/* The same of a shared value. */
kmk_status observer_of_shared(kmk_shared *shared, const char *pointer, const json_t *commands);

/* The same of a derived value. */
kmk_status observer_of_derived(kmk_derived *derived, const json_t *commands);

/* The same of a list. */
kmk_status observer_of_list(const listed *rows, const json_t *commands);

/* Unsubscribes. The observer itself stays, for it may be one that is being told. */
void observer_stop(observer *who);
void observer_free(observer *who);

#endif
