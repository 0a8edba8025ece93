#define _GNU_SOURCE /* mkdtemp */
#include "curl_support.h"

#include <unistd.h>

char folder[64];
kmk_loop *loop;
static json_t *kept; /* the last reply of wait_for */

int curl_begin(void **state) {
  (void)state;
  loop = kmk_loop_new(NULL);
  strcpy(folder, "/tmp/kumiki-XXXXXX");
  return loop != NULL && mkdtemp(folder) != NULL && server_begin() ? 0 : -1;
}

int curl_end(void **state) {
  (void)state;
  char command[128];
  json_decref(kept);
  kept = NULL;
  kmk_loop_free(loop);
  server_end();
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command) == 0 && kmk_live_objects() == 0 ? 0 : -1;
}

static kmk_effect *request(const json_t *question, bool is_notice) {
  kmk_ask how = KMK_ASK_INIT;
  if (!is_notice) {
    how.answer = "answered";
    how.part = "parted";
    how.failure = "failed";
  }
  return kmk_effect_cancellable(
      kmk_effect_request_new("net.fetch", kmk_json_retain(question), &how), "net", false);
}

static void append(kmk_state *state, const char *place, const json_t *value) {
  kmk_state_insert_new(state, place, kmk_json_retain(value));
}

KMK_REDUCE_FN(app) {
  const json_t *payload;
  if ((payload = kmk_action_payload(action, "ask")) != NULL)
    return request(payload, false);
  if ((payload = kmk_action_payload(action, "notice")) != NULL)
    return request(payload, true);
  if ((payload = kmk_action_payload(action, "cancelAtPart")) != NULL) {
    kmk_state_set_new(state, "/cancels", json_true());
    return request(payload, false);
  }
  if ((payload = kmk_action_payload(action, "answered")) != NULL)
    append(state, "/answers/-", payload);
  if ((payload = kmk_action_payload(action, "failed")) != NULL)
    append(state, "/failures/-", payload);
  if ((payload = kmk_action_payload(action, "parted")) != NULL) {
    append(state, "/parts/-", payload);
    if (json_is_true(kmk_state_get(state, "/cancels")))
      return kmk_effect_cancel("net");
  }
  return kmk_action_is(action, "cancel") ? kmk_effect_cancel("net") : NULL;
}

kmk_reducer *asking(void) { return kmk_reducer_new(app, NULL, NULL); }

kmk_store *store_new(kmk_reducer *reducer) {
  kmk_error error;
  json_t *initial = json_pack("{s:[], s:[], s:[]}", "answers", "failures", "parts");
  kmk_store *store = kmk_store_new(loop, reducer, initial, &error);
  json_decref(initial);
  if (store == NULL)
    fail_msg("%s", error.message);
  return store;
}

void serve(const kmk_curl_options *options) {
  kmk_error error;
  if (kmk_curl_serve(loop, "net.fetch", options, &error) != KMK_OK)
    fail_msg("%s", error.message);
}

json_t *question(const char *text) {
  char whole[1000], *at = whole;
  for (; *text; text++) {
    if (*text == '%')
      at += sprintf(at, "http://127.0.0.1:%d", server_port);
    else if (*text == '#')
      at += sprintf(at, "%d", server_port);
    else if (*text == '@')
      at += sprintf(at, "%s", folder);
    else
      *at++ = *text == '\'' ? '"' : *text;
  }
  *at = '\0';
  json_t *value = kmk_json_parse(whole, SIZE_MAX, NULL);
  if (value == NULL)
    fail_msg("%s", whole);
  return value;
}

void ask(kmk_store *store, const char *text) {
  json_t *action = json_pack("{s:o}", "ask", question(text));
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
}

const json_t *wait_for(kmk_store *store, const char *list, size_t count) {
  for (;;) {
    json_t *found = kmk_store_get(store, list, NULL);
    bool is_there = json_array_size(found) >= count;
    if (is_there) {
      json_decref(kept);
      kept = json_incref(json_array_get(found, json_array_size(found) - 1));
    }
    json_decref(found);
    if (is_there)
      return kept;
    if (kmk_loop_dispatch(loop, -1) < 0)
      fail_msg("the loop cannot be dispatched");
  }
}

/* Waits for the other kind of reply too, so that a wrong one fails the test at once. */
static const json_t *reply_to(const char *text, const char *list, const char *other) {
  kmk_store *store = store_new(asking());
  ask(store, text);
  for (;;) {
    json_t *found = kmk_store_get(store, list, NULL), *wrong = kmk_store_get(store, other, NULL);
    size_t count = json_array_size(found);
    if (json_array_size(wrong) > 0)
      fail_msg("%s: %s", text, kmk_json_text(wrong, 0));
    json_decref(found);
    json_decref(wrong);
    if (count > 0)
      break;
    kmk_loop_dispatch(loop, -1);
  }
  const json_t *reply = wait_for(store, list, 1);
  kmk_store_free(store);
  return reply;
}

const json_t *answer_to(const char *text) { return reply_to(text, "/answers", "/failures"); }
const json_t *failure_of(const char *text) { return reply_to(text, "/failures", "/answers"); }

const char *text_at(const json_t *value, const char *name) {
  const char *text = json_string_value(json_object_get(value, name));
  return text == NULL ? "(none)" : text;
}

json_int_t number_at(const json_t *value, const char *name) {
  const json_t *number = json_object_get(value, name);
  return json_is_integer(number) ? json_integer_value(number) : -1;
}

const char *path_of(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

const char *contents(const char *name) {
  static char text[200000];
  FILE *file = fopen(path_of(name), "rb");
  if (file == NULL)
    return NULL;
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  return text;
}

void write_file(const char *name, const char *text) {
  FILE *file = fopen(path_of(name), "wb");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}
