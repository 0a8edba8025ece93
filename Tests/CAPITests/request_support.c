#include "request_support.h"

static bool reducing;

static void keep(kmk_request *request, void *data) {
  keeper *k = data;
  k->was_reducing |= reducing;
  json_array_append_new(k->calls, json_pack("[s, s, O]", "serve", kmk_request_id(request),
                                            kmk_request_question(request)));
  k->requests[k->count++] = kmk_request_retain(request);
}

static void note_end(kmk_request *request, kmk_request_end end, void *data) {
  static const char *const names[] = {"taken", "cancelled", "unserved", "received"};
  keeper *k = data;
  k->was_reducing |= reducing;
  json_array_append_new(k->calls, json_pack("[s, s]", names[end], kmk_request_id(request)));
}

static void count_keeper(void *data) { ((keeper *)data)->freed++; }

kmk_server server_of(keeper *k) {
  kmk_server server = KMK_SERVER_INIT;
  server.serve = keep;
  server.ended = note_end;
  server.user_data = k;
  server.free_fn = count_keeper;
  return server;
}

void begin_keeper(keeper *k) {
  memset(k, 0, sizeof *k);
  k->calls = json_array();
}

void end_keeper(keeper *k) {
  for (size_t i = 0; i < k->count; i++)
    kmk_request_free(k->requests[i]);
  json_decref(k->calls);
}

void serve_ok(kit *k, keeper *with) {
  kmk_server server = server_of(with);
  assert_int_equal(kmk_loop_serve(k->loop, "file", &server, NULL), KMK_OK);
}

kmk_effect *asks(const char *name, const json_t *question) {
  kmk_ask ask = KMK_ASK_INIT;
  ask.answer = "loaded";
  ask.part = "progress";
  ask.failure = "failed";
  return kmk_effect_request_new(name, kmk_json_retain(question), &ask);
}

REDUCER(reads) {
  const json_t *payload = NULL;
  reducing = true;
  kmk_effect *effect = NULL;
  if (kmk_action_is(action, "load"))
    effect =
        kmk_effect_cancellable(asks("file", kmk_action_payload(action, "load")), "load", false);
  else if (kmk_action_is(action, "bare"))
    effect = kmk_effect_request_new("file", json_true(), NULL);
  else if (kmk_action_is(action, "stop"))
    effect = kmk_effect_cancel("load");
  else if (kmk_action_is(action, "again"))
    effect = asks("file", kmk_action_payload(action, "again"));
  else
    payload = action;
  if (payload != NULL) {
    kmk_state_insert_new(state, "/log/-", kmk_json_retain(payload));
  }
  reducing = false;
  return effect;
}

kmk_reducer *reader(void) {
  return KMK_CASES(kmk_reducer_new(reads, NULL, NULL), {"load", "any"}, {"bare", NULL},
                   {"stop", NULL}, {"again", "any"}, {"loaded", "text"}, {"progress", "unsigned"},
                   {"failed", "any"});
}

void open_reader(kit *k) { kit_open(k, reader(), "{'log': []}"); }

kmk_status answer(kmk_request *request, const char *value) {
  return kmk_request_answer_new(request, json_of(value), NULL);
}
