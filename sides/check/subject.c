#include "subject.h"
#include "canon.h"

#include <string.h>

static void no_service(kmk_request *request, void *data) {
  (void)request;
  (void)data;
}

static void note_issue(const kmk_diagnostic *issue, void *data) {
  subject *s = data;
  /* Requests are answered by the run. */
  if (strcmp(issue->code, "request-unserved") == 0)
    return;
  json_array_append_new(s->issues, json_pack("{s:s, s:s, s:s}", "code", issue->code, "message",
                                             issue->message, "path", issue->path));
}

bool subject_init(subject *s, const kmk_check_feature *feature, const check_options *options,
                  kmk_error *error) {
  *s = (subject){.feature = feature, .options = options};
  s->reducer = feature->reducer(feature->user_data);
  if (options->state != NULL)
    s->first = json_incref(loose(options->state));
  else if (feature->state != NULL)
    s->first = feature->state(feature->user_data);
  if (s->reducer != NULL && s->first != NULL)
    return true;
  if (error != NULL) {
    *error = (kmk_error){.status = KMK_ERR_INVALID_ARGUMENT};
    write_text(error->message, sizeof error->message, "%s",
               s->reducer == NULL
                   ? "the feature returned no reducer"
                   : "there is no first state: give the feature a function for it, or "
                     "the option \"state\"");
  }
  return false;
}

static void forget(subject *s) {
  kmk_snapshot_free(s->now);
  s->now = NULL;
}

static void close_store(subject *s) {
  forget(s);
  kmk_subscription_free(s->trace);
  kmk_store_free(s->store);
  kmk_loop_free(s->loop);
  s->trace = NULL;
  json_decref(s->issues);
  json_decref(s->requests);
  s->store = NULL;
  s->loop = NULL;
  s->issues = s->requests = NULL;
}

void subject_free(subject *s) {
  close_store(s);
  kmk_reducer_free(s->reducer);
  json_decref(s->first);
}

/* ------------------------------------------------------------------ settling */

static const char *text_of(const json_t *request, const char *key) {
  const char *text = json_string_value(json_object_get(request, key));
  return text != NULL ? text : "";
}

/* Serves the names that have no server yet. The servers do nothing: the run answers. True if there was one. */
static bool serve_unserved(subject *s) {
  size_t index;
  json_t *each;
  bool is_new = false;
  kmk_server server = KMK_SERVER_INIT;
  server.serve = no_service;
  json_array_foreach(s->requests, index,
                     each) if (strcmp(text_of(each, "phase"), "unserved") == 0 &&
                               kmk_loop_serve(s->loop, text_of(each, "name"), &server, NULL) ==
                                   KMK_OK) is_new = true;
  return is_new;
}

/* Runs what is due. Work on other threads is awaited. */
static void settle(subject *s) {
  do {
    kmk_loop_run_until_idle(s->loop, -1, NULL);
    json_decref(s->requests);
    s->requests = kmk_store_effect_count(s->store) > 0 ? kmk_store_requests(s->store) : NULL;
  } while (s->requests != NULL && serve_unserved(s));
}

void subject_tell_steps(subject *s, step_fn step, void *data) {
  s->step = step;
  s->step_data = data;
  kmk_subscription_free(s->trace);
  s->trace = NULL;
  if (step == NULL || s->store == NULL)
    return;
  kmk_trace_options trace = KMK_TRACE_OPTIONS_INIT;
  trace.omits_inverse = true;
  s->trace = kmk_store_trace(s->store, &trace, step, data, NULL, NULL);
}

bool subject_open(subject *s, const moment *from, kmk_error *error) {
  close_store(s);
  s->issues = json_array();
  s->loop = kmk_loop_new_virtual(error);
  if (s->loop == NULL)
    return false;
  kmk_loop_set_diagnostics(s->loop, note_issue, s, NULL);
  s->clock = from != NULL ? from->clock : 0;
  if (s->clock > 0)
    kmk_loop_advance(s->loop, s->clock, NULL);
  kmk_reducer *reducer = kmk_reducer_retain(s->reducer);
  s->store = from != NULL ? kmk_store_new_from(s->loop, reducer, from->snapshot, error)
                          : kmk_store_new(s->loop, reducer, s->first, error);
  if (s->store == NULL)
    return false;
  subject_tell_steps(s, s->step, s->step_data);
  settle(s);
  return true;
}

bool subject_return(subject *s, const moment *to) {
  forget(s);
  if (s->store == NULL || s->clock != to->clock ||
      kmk_store_restore(s->store, to->snapshot, NULL) != KMK_OK)
    return false;
  json_array_clear(s->issues);
  settle(s);
  return json_array_size(s->issues) == 0;
}

size_t subject_effects(const subject *s) { return kmk_store_effect_count(s->store); }

/* -------------------------------------------------------------------- events */

/* The request of a reply: the n-th in flight with the name. */
static kmk_request *request_of(subject *s, const json_t *event, kmk_error *error) {
  const char *name = text_of(event, "request");
  json_int_t turn = json_integer_value(json_object_get(event, "turn"));
  size_t index;
  json_t *each;
  json_array_foreach(s->requests, index,
                     each) if (strcmp(text_of(each, "name"), name) == 0 &&
                               strcmp(text_of(each, "phase"), "waiting") != 0 &&
                               turn-- == 0) return kmk_store_request(s->store, text_of(each, "id"),
                                                                     error);
  if (error != NULL) {
    *error = (kmk_error){.status = KMK_ERR_NOT_FOUND};
    write_text(error->message, sizeof error->message, "no request %.100s is in flight", name);
  }
  return NULL;
}

static kmk_status reply(subject *s, const json_t *event, kmk_error *error) {
  json_t *answer = json_object_get(event, "answer"), *part = json_object_get(event, "part"),
         *failure = json_object_get(event, "fail");
  kmk_request *request = request_of(s, event, error);
  kmk_status status = KMK_ERR_NOT_FOUND;
  if (request == NULL)
    return status;
  if (answer != NULL)
    status = kmk_request_answer_new(request, json_incref(answer), error);
  else if (part != NULL)
    status = kmk_request_part_new(request, NULL, json_incref(part), error);
  else
    status = kmk_request_fail_new(request, json_incref(failure), error);
  kmk_request_free(request);
  return status;
}

bool subject_apply(subject *s, const json_t *event, kmk_error *error) {
  const json_t *action = json_object_get(event, "send"), *time = json_object_get(event, "advance");
  kmk_status status;
  forget(s); /* while a snapshot is held, writes take longer */
  json_array_clear(s->issues);
  if (action != NULL)
    status = kmk_store_send(s->store, action, error);
  else if (time != NULL) {
    s->clock += (uint64_t)json_integer_value(time);
    status = kmk_loop_advance(s->loop, (uint64_t)json_integer_value(time), error);
  } else
    status = reply(s, event, error);
  settle(s);
  return status == KMK_OK;
}

/* ----------------------------------------------------------------- situation */

situation subject_situation(subject *s) {
  situation now = {.effects = kmk_store_effect_count(s->store),
                   .until_timer = kmk_loop_until_timer(s->loop)};
  forget(s);
  s->now = kmk_store_snapshot(s->store, NULL);
  json_t *beside = kmk_snapshot_is_state_only(s->now)
                       ? NULL
                       : kmk_snapshot_json_without_state(s->now, 0, NULL),
         *state = kmk_store_state(s->store);
  now.hash = canon_hash(s->options, state, beside, now.effects, now.until_timer);
  now.is_exact = canon_is_exact(beside, s->requests, now.effects, now.until_timer);
  json_decref(beside);
  json_decref(state);
  return now;
}

kmk_snapshot *subject_take_snapshot(subject *s) {
  kmk_snapshot *taken = s->now;
  s->now = NULL;
  return taken != NULL ? taken : kmk_store_snapshot(s->store, NULL);
}

json_t *subject_state(subject *s) { return kmk_store_state(s->store); }
