#include "presentation_support.h"

#include <stdio.h>

dialect modern = {false, kmk_presentation};
dialect seed = {true, kmk_presentation_destination};

/* ----------------------------------------------------------------------- the frame */

int sheet_setup(void **state) {
  sheet *s = calloc(1, sizeof *s);
  if (s == NULL) {
    return -1;
  }
  s->dialect = *state;
  *state = s;
  void *frame = NULL;
  int result = kit_setup(&frame);
  s->kit = frame;
  s->loop = s->kit == NULL ? NULL : s->kit->loop;
  s->seen = json_array();
  return result;
}

int sheet_teardown(void **state) {
  sheet *s = *state;
  size_t running = kmk_store_effect_count(s->kit->store);
  void *frame = s->kit;
  int result = kit_teardown(&frame);
  if (running != 0) {
    print_error("%zu effects were in flight at the end of the test\n", running);
    result = -1;
  }
  json_decref(s->seen);
  free(s);
  return result;
}

/* ------------------------------------------------------------------------- reducers */

static void swap(kmk_state *state) {
  bool is_counter = kmk_state_get(state, "/destination/counter") != NULL;
  kmk_state_set_new(state, "/destination",
                    is_counter ? json_pack("{s:{s:s}}", "animations", "color", "white")
                               : json_pack("{s:{s:i}}", "counter", "count", 0));
}

static kmk_effect *parent(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  sheet *s = data;
  kmk_state_insert_new(state, "/log/-", kmk_json_retain(action));
  if (kmk_action_is(action, "swap")) {
    swap(state);
  } else if (kmk_action_is(action, "clear")) {
    kmk_state_set_new(state, "/destination", json_null());
  } else if (kmk_action_is(action, "assign")) {
    kmk_state_set(state, "/destination", kmk_action_payload(action, "assign"));
  } else if (kmk_action_is(action, "document")) {
    kmk_state_set(state, "", kmk_action_payload(action, "document"));
  }
  return s->handler == NULL ? NULL : s->handler(state, action, env, data);
}

kmk_reducer *sheet_parent(sheet *s) { return kmk_reducer_new(parent, s, NULL); }

static kmk_effect *watch(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  sheet *s = data;
  return s->watcher == NULL ? NULL : s->watcher(state, action, env, data);
}

static kmk_effect *paint(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "paint")) {
    kmk_state_set(state, "/color", kmk_action_payload(action, "paint"));
  }
  return NULL;
}

static kmk_effect *nothing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

kmk_reducer *sheet_destination(sheet *s) {
  kmk_reducer *members[] = {
      kmk_reducer_new(watch, s, NULL),
      kmk_scope_case("counter", "counter", counter()),
      kmk_scope_case("animations", "animations", kmk_reducer_new(paint, NULL, NULL)),
      kmk_scope_case("alert", "alert", kmk_reducer_new(nothing, NULL, NULL)),
  };
  return kmk_combine(COUNT_OF(members), members);
}

kmk_slot_options sheet_options(void) {
  static const char *const alerts[] = {"alert", NULL};
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral_cases = alerts;
  return options;
}

kmk_reducer *sheet_with(sheet *s, const kmk_slot_options *options, kmk_reducer *destination) {
  return s->dialect->attach(sheet_parent(s), "/destination", "destination", options, destination);
}

kmk_reducer *sheet_reducer(sheet *s) {
  kmk_slot_options options = sheet_options();
  return sheet_with(s, &options, sheet_destination(s));
}

void sheet_open_with(sheet *s, kmk_reducer *reducer, const char *state) {
  s->store = kit_open(s->kit, reducer, state);
}

void sheet_open(sheet *s, kmk_reduce_fn handler, const char *destination) {
  char state[512];
  int length = snprintf(state, sizeof state, "{'log': [], 'destination': %s}", destination);
  assert_in_range(length, 1, sizeof state - 1);
  s->handler = handler;
  sheet_open_with(s, sheet_reducer(s), state);
}

void saw(sheet *s, const json_t *value) {
  json_array_append_new(s->seen, value == NULL ? json_null() : kmk_json_retain(value));
}

/* ---------------------------------------------------------- query, send and assert */

slot_id id_at(kmk_store *store, const char *pointer) {
  slot_id id = {""};
  kmk_error error = {0};
  char *text = kmk_store_presentation_id(store, pointer, &error);
  if (text == NULL) {
    assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
    return id;
  }
  assert_in_range(strlen(text), 1, sizeof id.text - 1);
  strcpy(id.text, text);
  kmk_text_free(text);
  return id;
}

slot_id id_of(sheet *s) { return id_at(s->store, "/destination"); }

void send_presented(sheet *s, const char *action) {
  kmk_error error = {0};
  json_t *whole = json_pack("{s:{s:o}}", "destination", "presented", json_of(action));
  if (kmk_store_send_new(s->store, whole, &error) != KMK_OK) {
    fail_msg("%s was refused: %s, %s", action, kmk_status_name(error.status), error.message);
  }
}

void sheet_assert_at(kmk_store *store, const char *pointer, const char *expected, const char *file,
                     int line) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  kit_assert_json(value, expected, file, line);
  json_decref(value);
}

void sheet_assert_quiet(sheet *s, const char *file, int line) {
  size_t running = kmk_store_effect_count(s->store);
  size_t actions = json_array_size(s->kit->log);
  advance(s->loop, 10 * SECOND);
  size_t later = json_array_size(s->kit->log) - actions;
  if (running != 0 || later != 0) {
    print_error("%zu effects in flight, %zu actions arrived later\n", running, later);
    _fail(file, line);
  }
}
