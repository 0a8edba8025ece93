/* The commands themselves: each calls the library and reports the result. */
#include "calls.h"

#include "deriving.h"
#include "feature.h"
#include "listing.h"
#include "observers.h"
#include "play.h"
#include "replaying.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

void answer(const arguments *a, kmk_status status) {
  say("answer");
  say_string(a->name);
  say_string(kmk_status_name(status));
  said();
}

void answer_value(const arguments *a, kmk_status status, json_t *value) {
  say("answer");
  say_string(a->name);
  say_string(kmk_status_name(status));
  say_json(value);
  said();
  json_decref(value);
}

/* ------------------------------------------------------------------------------- send */

void call_send(const arguments *a) { answer(a, kmk_store_send(a->store, a->value, NULL)); }

void call_post(const arguments *a) {
  answer(a, kmk_store_post_new(a->store, kmk_json_retain(a->value)));
}

void call_present(const arguments *a) {
  const json_t *state = json_is_null(a->value) ? NULL : a->value;
  answer(a, kmk_store_present(a->store, a->texts[0], state, NULL));
}

void call_dismiss(const arguments *a) { answer(a, kmk_store_dismiss(a->store, a->texts[0], NULL)); }

void call_dismiss_id(const arguments *a) {
  const char *id = list_at(&now.ids, a->number);
  answer(a, kmk_store_dismiss_id(a->store, a->texts[0], id, NULL));
}

void call_presented(const arguments *a) {
  answer(a, kmk_store_presented(a->store, a->texts[0], a->value, NULL));
}

void call_write_binding(const arguments *a) {
  answer(a, kmk_store_write_binding(a->store, a->texts[0], a->texts[1], a->value, NULL));
}

void call_write_path(const arguments *a) {
  answer(a, kmk_store_write_path(a->store, a->texts[0], a->texts[1], a->value, NULL));
}

/* ------------------------------------------------------------------------------ tasks */

void call_send_task(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  size_t number = list_add(&now.tasks, NULL); /* numbered first: the send may make another one */
  kmk_task *task = kmk_store_send_task_new(a->store, kmk_json_retain(a->value), &error);
  now.tasks.items[number] = task; /* the list may have grown since */
  answer(a, error.status);
}

void call_cancel_task(const arguments *a) { kmk_task_cancel(list_at(&now.tasks, a->number)); }

void call_finish_task(const arguments *a) {
  answer(a, kmk_task_finish(list_at(&now.tasks, a->number), -1, NULL));
}

/* ------------------------------------------------------------------------------- read */

void call_get(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  json_t *value = kmk_store_get(a->store, a->texts[0], &error);
  answer_value(a, error.status, value);
}

void call_valid(const arguments *a) {
  bool is_valid = kmk_store_is_valid(a->store);
  answer_value(a, KMK_OK, json_boolean(is_valid));
}

void call_save_id(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  char *id = kmk_store_presentation_id(a->store, a->texts[0], &error);
  list_add(&now.ids, text_copy(id));
  answer_value(a, error.status, id != NULL ? json_string(id) : NULL);
  kmk_text_free(id);
}

void call_take_snapshot(const arguments *a) {
  snapshot *taken = need(calloc(1, sizeof *taken));
  taken->state = kmk_store_state(a->store);
  taken->text = taken->state != NULL ? json_dumps(taken->state, JSON_ENCODE_ANY) : NULL;
  list_add(&now.snapshots, taken);
}

/* ------------------------------------------------------------------- views, observers */

void call_scope(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  list_add(&now.views, kmk_store_scope(a->store, a->texts[0], a->texts[1], &error));
  answer(a, error.status);
}

void call_scope_element(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  list_add(&now.views,
           kmk_store_scope_element(a->store, a->texts[0], a->texts[1], a->value, &error));
  answer(a, error.status);
}

void call_free_view(const arguments *a) { kmk_store_free(list_take(&now.views, a->number - 1)); }

void call_observe(const arguments *a) {
  if (observer_kind_is_known(a->texts[0])) {
    answer(a, observer_new(a->store, a->texts[0], a->texts[1], a->value));
  }
}

void call_unobserve(const arguments *a) { observer_stop(list_at(&now.observers, a->number)); }

/* -------------------------------------------------------------------- derived values */

void call_derive(const arguments *a) {
  if (json_is_array(a->value) && json_is_array(a->commands)) {
    answer(a, derived_new(a->store, a->value, a->commands, a->lists, a->flag));
  }
}

void call_derived_get(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  const derived *d = list_at(&now.derived, a->number);
  json_t *value = kmk_derived_get(d->handle, &error);
  answer_value(a, error.status, value);
}

void call_observe_derived(const arguments *a) {
  const derived *d = list_at(&now.derived, a->number);
  answer(a, observer_of_derived(d->handle, a->commands));
}

void call_derived_free(const arguments *a) { derived_let_go(list_at(&now.derived, a->number)); }

/* ------------------------------------------------------------------------------ lists */

void call_list_rows(const arguments *a) {
  if (json_is_object(a->value)) {
    answer(a, listed_new(a->store, a->texts[0], a->value));
  }
}

void call_list_get(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  json_t *value = listed_value(list_at(&now.lists, a->number), &error);
  answer_value(a, error.status, value);
}

void call_list_show(const arguments *a) {
  const listed *l = list_at(&now.lists, a->number);
  answer(a, kmk_list_show(l->handle, a->sizes[0], a->sizes[1], NULL));
}

void call_observe_list(const arguments *a) {
  answer(a, observer_of_list(list_at(&now.lists, a->number), a->commands));
}

void call_list_free(const arguments *a) { listed_let_go(list_at(&now.lists, a->number)); }

/* -------------------------------------------------------------------- loop, the store */

void call_idle(const arguments *a) { answer(a, kmk_loop_run_until_idle(now.loop, -1, NULL)); }

void call_dispatch(const arguments *a) {
  int ran = kmk_loop_dispatch(now.loop, 0);
  answer(a, ran < 0 ? (kmk_status)ran : KMK_OK);
}

void call_advance(const arguments *a) {
  kmk_status status = kmk_loop_advance(now.loop, (uint64_t)a->time, NULL);
  now.time += status == KMK_OK ? (uint64_t)a->time : 0;
  answer(a, status);
}

void call_suspend(const arguments *a) {
  kmk_status status = kmk_loop_suspend(now.loop, (uint64_t)a->time, NULL);
  now.ahead += status == KMK_OK ? a->time : 0;
  answer(a, status);
}

void call_set_date(const arguments *a) {
  kmk_status status = kmk_loop_set_date(now.loop, a->time, NULL);
  now.ahead = status == KMK_OK ? a->time - (int64_t)now.time : now.ahead;
  answer(a, status);
}

void call_report_reentrant(const arguments *a) {
  kmk_loop_report_reentrant_sends(now.loop, a->flag);
}

void call_limit_effects(const arguments *a) {
  kmk_loop_set_limit(now.loop, KMK_LIMIT_EFFECTS, (uint64_t)a->time);
}

void call_replace_reducer(const arguments *a) {
  replaying_stop();
  kmk_reducer *next = feature_reducer(a->value);
  kmk_status status = kmk_store_replace_reducer(a->store, kmk_reducer_retain(next), NULL);
  kmk_reducer *before = now.reducer;
  now.reducer = status == KMK_OK ? next : before;
  kmk_reducer_free(status == KMK_OK ? before : next);
  if (status == KMK_OK) {
    json_decref(now.feature);
    now.feature = kmk_json_retain(a->value);
  }
  answer(a, status);
}

void call_free_store(const arguments *a) {
  replaying_stop();
  now.store = NULL;
  kmk_store_free(a->store);
}

/* ---------------------------------------------------------------------------- moments */

void call_moment(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  list_add(&now.moments, kmk_store_snapshot(a->store, &error));
  answer(a, error.status);
}

/* A snapshot after a round trip through a string. */
static kmk_snapshot *hopped(const kmk_snapshot *moment) {
  json_t *json = kmk_snapshot_json(moment, 1, NULL);
  char *text = json_dumps(json, JSON_COMPACT);
  json_t *again = json_loads(text, JSON_ALLOW_NUL, NULL);
  kmk_snapshot *read = kmk_snapshot_new(again, NULL, NULL);
  json_t *twice = kmk_snapshot_json(read, 1, NULL);
  char *same = json_dumps(twice, JSON_COMPACT);
  if (text == NULL || same == NULL || strcmp(text, same) != 0) {
    say("saved otherwise");
    said();
  }
  free(text);
  free(same);
  json_decref(json);
  json_decref(again);
  json_decref(twice);
  return read;
}

void call_restore(const arguments *a) {
  kmk_snapshot *moment = list_at(&now.moments, a->number), *read = a->flag ? hopped(moment) : NULL;
  if (now.has_transient && !a->flag) {
    replaying_give_up();
  }
  kmk_status status = kmk_store_restore(a->store, a->flag ? read : moment, NULL);
  kmk_snapshot_free(read);
  answer(a, status);
}

/* Not inside another command, which may belong to this store. */
void call_reopen(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  if (now.depth > 1) {
    return;
  }
  play_stop_looking();
  for (size_t i = 0; i < now.views.count; i++) {
    kmk_store_free(list_take(&now.views, i));
  }
  for (size_t i = 0; i < now.tasks.count; i++) {
    kmk_task_free(list_take(&now.tasks, i));
  }
  replaying_stop();
  now.store = NULL;
  kmk_store_free(a->store);
  kmk_snapshot *read = hopped(list_at(&now.moments, a->number));
  now.store = kmk_store_new_from(now.loop, kmk_reducer_retain(now.reducer), read, &error);
  kmk_snapshot_free(read);
  answer(a, error.status);
}

/* ---------------------------------------------------------------------------- senders */

void call_sender_send(const arguments *a) {
  answer(a, kmk_sender_send_new(list_at(&now.senders, a->number), kmk_json_retain(a->value)));
}

void call_sender_finish(const arguments *a) {
  kmk_sender_finish(list_take(&now.senders, a->number));
  answer(a, KMK_OK);
}

void call_sender_fail(const arguments *a) {
  kmk_sender *sender = list_take(&now.senders, a->number);
  if (json_is_string(a->value)) {
    kmk_sender_fail(sender, json_string_value(a->value));
  } else {
    kmk_sender_fail_new(sender, kmk_json_retain(a->value));
  }
  answer(a, KMK_OK);
}

void call_sender_dismiss(const arguments *a) {
  answer(a, kmk_sender_dismiss(list_at(&now.senders, a->number)));
}

void call_sender_cancelled(const arguments *a) {
  bool is_cancelled = kmk_sender_is_cancelled(list_at(&now.senders, a->number));
  answer_value(a, KMK_OK, json_boolean(is_cancelled));
}
