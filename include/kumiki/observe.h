/* Observing. */
#ifndef KUMIKI_OBSERVE_H
#define KUMIKI_OBSERVE_H

#include "base.h"
#include "error.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kmk_subscription kmk_subscription;
typedef void (*kmk_observe_fn)(const json_t *value, void *user_data);               /* borrowed; NULL where there is nothing */
kmk_subscription *kmk_store_observe(kmk_store *store, const char *pointer, kmk_observe_fn fn, void *user_data, kmk_free_fn free_fn, kmk_error *error);   /* calls fn at once with the value of now, before it returns; KMK_ERR_BUSY in a reducer */
typedef struct kmk_presentation_callbacks {
  size_t size;                                                                      /* sizeof(kmk_presentation_callbacks) */
  void (*present)(const char *id, const char *state_case, const json_t *state, void *user_data);   /* state_case: NULL for a struct; state: the payload of the case, or the struct */
  void (*update)(const char *id, const json_t *state, void *user_data);
  void (*dismiss)(const char *id, void *user_data);
} kmk_presentation_callbacks;
kmk_subscription *kmk_store_observe_presentation(kmk_store *store, const char *pointer, const kmk_presentation_callbacks *callbacks, void *user_data, kmk_free_fn free_fn, kmk_error *error);
void kmk_subscription_free(kmk_subscription *subscription);                         /* [any thread] no call after it returns; from another thread: at the next dispatch */

#ifdef __cplusplus
}
#endif
#endif
