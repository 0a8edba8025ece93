/* Commands as functions: what each takes, and the call that it makes. */
#ifndef KUMIKI_MODEL_CALLS_H
#define KUMIKI_MODEL_CALLS_H

#include <kumiki.h>

/* The arguments of a command, once all of them were found. */
typedef struct arguments {
  const char *name;
  kmk_store *store;
  const char *texts[2];
  kmk_shared *shared;
  const json_t *value; /* NULL if the command may omit it */
  const json_t *commands;
  const json_t *lists; /* read by a derived value */
  size_t number; /* of a view, a derived value, a list, a task, a sender, an observer, a saved id */
  size_t sizes[2], size_count;
  json_int_t time;
  bool flag;
} arguments;

/* Reports the result of a call. The second function steals the call's value. */
void answer(const arguments *a, kmk_status status);
void answer_value(const arguments *a, kmk_status status, json_t *value);

void call_send(const arguments *a);
void call_post(const arguments *a);
void call_present(const arguments *a);
void call_dismiss(const arguments *a);
void call_dismiss_id(const arguments *a);
void call_presented(const arguments *a);
void call_write_binding(const arguments *a);
void call_write_path(const arguments *a);
void call_send_task(const arguments *a);
void call_cancel_task(const arguments *a);
void call_finish_task(const arguments *a);
void call_get(const arguments *a);
void call_valid(const arguments *a);
void call_save_id(const arguments *a);
void call_derive(const arguments *a);
void call_derived_get(const arguments *a);
void call_observe_derived(const arguments *a);
void call_derived_free(const arguments *a);
void call_list_rows(const arguments *a);
void call_list_get(const arguments *a);
void call_list_show(const arguments *a);
void call_observe_list(const arguments *a);
void call_list_free(const arguments *a);
void call_take_snapshot(const arguments *a);
void call_scope(const arguments *a);
void call_scope_element(const arguments *a);
void call_free_view(const arguments *a);
void call_observe(const arguments *a);
void call_unobserve(const arguments *a);
void call_idle(const arguments *a);
void call_dispatch(const arguments *a);
void call_advance(const arguments *a);
void call_suspend(const arguments *a);
void call_set_date(const arguments *a);
void call_report_reentrant(const arguments *a);
void call_limit_effects(const arguments *a);
void call_replace_reducer(const arguments *a);
void call_free_store(const arguments *a);
void call_moment(const arguments *a);
void call_restore(const arguments *a);
void call_reopen(const arguments *a);
void call_sender_send(const arguments *a);
void call_sender_finish(const arguments *a);
void call_sender_fail(const arguments *a);
void call_sender_dismiss(const arguments *a);
void call_sender_cancelled(const arguments *a);

#endif
