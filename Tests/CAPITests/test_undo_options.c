/* What an undoable reducer may be told, what it may not (U17), and what holds where it is told nothing. */
#include "history_support.h"

static void assert_mistake(kit *k, kmk_reducer *reducer, const char *state, kmk_status status,
                           const char *message) {
  kmk_error error;
  json_t *first = json_of(state);
  assert_null(kmk_store_new(k->loop, reducer, first, &error));
  assert_int_equal(error.status, status);
  if (strstr(error.message, message) == NULL) {
    fail_msg("%s", error.message);
  }
  json_decref(first);
}

static void U17_options_that_cannot_be_are_a_mistake(void **state) {
  kit *k = *state;
  const char *paths[] = {"a..b", NULL};
  struct {
    kmk_undo_options options;
    const char *message;
  } wrong[] = {
      {{.size = 8}, "options.size"},
      {{.state_path = "doc"}, ""},
      {{.history_path = "history"}, ""},
      {{.state_path = "/doc", .history_path = "/doc"}, "stand over"},
      {{.state_path = "/doc/in", .history_path = "/doc"}, "stand over"},
      {{.history_path = ""}, "stand over"},
      {{.undo_case = "a.b"}, "options.undo_case"},
      {{.undo_case = ""}, "a case path"},
      {{.undo_case = "redo"}, "three cases"},
      {{.redo_case = "\xff"}, "options.redo_case"},
      {{.actions = paths}, "a case path"},
      {{.ignored = paths}, "a case path"},
  };
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    if (i > 0) {
      wrong[i].options.size = sizeof wrong[i].options;
    }
    assert_mistake(k, kmk_undoable(counter(), &wrong[i].options), "{'count': 0}",
                   KMK_ERR_INVALID_ARGUMENT, wrong[i].message);
  }
  assert_mistake(k, kmk_undoable(NULL, NULL), "{}", KMK_ERR_INVALID_ARGUMENT, "base is NULL");
}

static void U17_M16_the_ends_of_the_options(void **state) {
  kit *k = *state;
  char *pointer = calloc(1, 2 * 20000 + 1), *path = calloc(1, 2 * 20000 + 1);
  for (int i = 0; i < 20000; i++) {
    memcpy(pointer + 2 * i, "/a", 2);
    memcpy(path + 2 * i, "a.", 2);
  }
  path[2 * 20000 - 1] = '\0';
  const char *paths[] = {path, NULL}, *none[] = {NULL};
  kmk_undo_options options[] = {
      {.size = SIZE_MAX, .limit = SIZE_MAX, .group_nanoseconds = UINT64_MAX},
      {.size = sizeof options[0], .limit = 1, .group_nanoseconds = 1, .ignored = paths},
      {.size = sizeof options[0], .state_path = pointer},
      {.size = sizeof options[0], .actions = paths},
      {.size = sizeof options[0], .actions = none},
  };
  /* What the fourth and fifth take for steps there is none of, and in the third no such part. */
  const char *expected[] = {"{'n': 0}", "{'n': 1}", "{'n': 2}", "{'n': 2}", "{'n': 2}"};
  for (size_t i = 0; i < COUNT_OF(options); i++) {
    kmk_store *store = open_store(k->loop, kmk_undoable(writer(), &options[i]), "{'n': 0}");
    send_ok(store, "{'set': ['/n', 1]}");
    advance(k->loop, SECOND);
    send_ok(store, "{'set': ['/n', 2]}");
    send_ok(store, "'undo'");
    assert_state_is(store, expected[i]);
    kmk_store_free(store);
  }
  free(pointer);
  free(path);
}

static void U17_a_state_that_cannot_show_the_history_makes_no_store(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  options.history_path = "/menu/history";
  assert_mistake(k, kmk_undoable(writer(), &options), "{'doc': {}}", KMK_ERR_DECODE,
                 "an object, to show the history in");
}

static void U17_a_payload_of_undo_is_refused(void **state) {
  kit *k = *state;
  kmk_error error;
  kmk_undo_options options = part_options("/doc");
  open_undoable(k, &options, "{'doc': {'n': 0, 'rows': []}, 'beside': 0}");
  assert_int_equal(kmk_store_send_text(k->store, "{\"undo\": 5}", &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/undo");
}

static void U4_without_options_the_whole_state_is_undone(void **state) {
  kit *k = *state;
  kit_open(k, kmk_undoable(counter(), NULL), "{'count': 0}");
  send_ok(k->store, "'inc'");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'count': 0}");
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, "{'count': 1}");
}

static void U7_a_hundred_steps_unless_told(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/n");
  open_undoable(k, &options, "{'n': 0}");
  for (int n = 1; n <= 120; n++) {
    json_t *action = json_pack("{s: [s, i]}", "set", "/n", n);
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_state_is(k->store, "{'n': 120, 'history': {'redo': 0, 'undo': 100}}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(U17_options_that_cannot_be_are_a_mistake),
      KIT_TEST(U17_M16_the_ends_of_the_options),
      KIT_TEST(U17_a_state_that_cannot_show_the_history_makes_no_store),
      KIT_TEST(U17_a_payload_of_undo_is_refused),
      KIT_TEST(U4_without_options_the_whole_state_is_undone),
      KIT_TEST(U7_a_hundred_steps_unless_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
