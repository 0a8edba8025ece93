/* Stores. */
#ifndef KUMIKI_STORE_H
#define KUMIKI_STORE_H

#include "base.h"
#include "error.h"
#include "loop.h"
#include "reducer.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kmk_store kmk_store;
kmk_store *kmk_store_new(kmk_loop *loop, kmk_reducer *reducer, const json_t *initial_state, kmk_error *error);   /* consumes reducer, borrows the JSON */
kmk_store *kmk_store_open(kmk_loop *loop, const char *feature, const json_t *initial_state, kmk_error *error);   /* NULL state: the feature's own */
void kmk_store_free(kmk_store *store);                                              /* [any thread] ends the store: effects cancelled, no callback afterwards; from another thread at the next dispatch. Its subscriptions, tasks and scoped stores stay valid to free and answer KMK_ERR_CLOSED. Of a scoped store: drops the view alone. Legal in callbacks (C24) and after kmk_loop_free */
kmk_loop *kmk_store_loop(const kmk_store *store);                                     /* borrowed */
size_t kmk_store_effect_count(const kmk_store *store);                              /* effects in flight, each member of a merge counted, presentation watchers apart */
kmk_status kmk_store_send(kmk_store *store, const json_t *action, kmk_error *error);
kmk_status kmk_store_send_new(kmk_store *store, json_t *action, kmk_error *error);
kmk_status kmk_store_send_text(kmk_store *store, const char *json, kmk_error *error);
kmk_status kmk_store_send_textn(kmk_store *store, const char *json, size_t length, kmk_error *error);
static inline kmk_status kmk_store_sendf(kmk_store *store, kmk_error *error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  json_t *action = json_vpack_ex(NULL, 0, format, arguments);
  va_end(arguments);
  return kmk_store_send_new(store, action, error);   /* NULL action: KMK_ERR_INVALID_ARGUMENT */
}
typedef struct kmk_mailbox kmk_mailbox;
kmk_mailbox *kmk_store_mailbox(kmk_store *store);
kmk_status kmk_mailbox_post_new(kmk_mailbox *mailbox, json_t *action);              /* [any thread] handled at the next dispatch; KMK_ERR_CLOSED once the store has ended */
void kmk_mailbox_free(kmk_mailbox *mailbox);                                        /* [any thread] */
kmk_status kmk_store_post_new(kmk_store *store, json_t *action);                    /* [any thread] the same, while the store is known to live */
kmk_status kmk_store_present(kmk_store *store, const char *action_case, const json_t *state_or_null, kmk_error *error);
kmk_status kmk_store_dismiss(kmk_store *store, const char *action_case, kmk_error *error);
kmk_status kmk_store_dismiss_id(kmk_store *store, const char *action_case, const char *id, kmk_error *error);   /* only while that very presentation is up, else (and where there is no such slot) KMK_ERR_NOT_FOUND: what a closing window sends */
kmk_status kmk_store_presented(kmk_store *store, const char *action_case, const json_t *action, kmk_error *error);
json_t *kmk_store_state(kmk_store *store);                                          /* O(1) for features written in C. NULL: kmk_store_get(store, "", &error) says why */
json_t *kmk_store_get(kmk_store *store, const char *pointer, kmk_error *error);
char *kmk_store_state_text(kmk_store *store, size_t json_dumps_flags);              /* kmk_text_free it; JSON_ENCODE_ANY is implied */
char *kmk_store_presentation_id(kmk_store *store, const char *pointer, kmk_error *error);   /* NULL while nothing is presented; kmk_text_free it */
typedef struct kmk_task kmk_task;
kmk_task *kmk_store_send_task_new(kmk_store *store, json_t *action, kmk_error *error);
bool kmk_task_is_finished(const kmk_task *task);
void kmk_task_cancel(kmk_task *task);
kmk_status kmk_task_finish(kmk_task *task, int timeout_ms, kmk_error *error);       /* runs the loop until it is done */
void kmk_task_free(kmk_task *task);                                                 /* [any thread] cancels nothing */

#ifdef __cplusplus
}
#endif
#endif
