/* Extreme names, ids and JSON text, as in the table of docs/limits.md (M16, M19). */
#include "limits_support.h"

#include <kumiki_test.h>

#define WRONG KMK_ERR_INVALID_ARGUMENT

TEST(M16_any_text_is_an_id_of_a_presentation_or_is_not_up) {
  char *text = repeated("x", 1000000, "");
  open_house(k);
  assert_int_equal(kmk_store_dismiss_id(k->store, "a", "", NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(k->store, "a", text, NULL), KMK_ERR_NOT_FOUND);
  assert_int_not_equal(kmk_store_dismiss_id(k->store, "a", "\xff", NULL), KMK_OK);
  free(text);
}

static const char *effect_id;

static kmk_effect *run_under_id(const json_t *action) {
  kmk_effect *effect = sends("'done'");
  if (kmk_action_is(action, "cancellable"))
    return kmk_effect_cancellable(effect, effect_id, true);
  if (kmk_action_is(action, "debounce"))
    return kmk_effect_debounce(effect, effect_id, 1);
  if (kmk_action_is(action, "throttle"))
    return kmk_effect_throttle(effect, effect_id, 1, true);
  if (kmk_action_is(action, "serial"))
    return kmk_effect_serial(effect, effect_id, true);
  kmk_effect_free(effect);
  return kmk_action_is(action, "cancel") ? kmk_effect_cancel(effect_id) : NULL;
}

TEST(M16_any_text_in_UTF_8_is_an_id_of_an_effect) {
  const char *kinds[] = {"'cancellable'", "'debounce'", "'throttle'", "'serial'", "'cancel'"};
  char *text = repeated("x", 1000000, "");
  const char *right[] = {"", "\xc3\xa9", text}, *wrong[] = {NULL, "\xff"};
  kit_open(k, answering(run_under_id), "{}");
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    for (size_t t = 0; t < COUNT_OF(right); t++) {
      effect_id = right[t];
      send_ok(k->store, kinds[i]);
      advance(k->loop, 2);
      assert_issues(k, "[]");
    }
    for (size_t t = 0; t < COUNT_OF(wrong); t++) {
      effect_id = wrong[t];
      send_ok(k->store, kinds[i]);
      assert_issues(k, "['invalid-effect']");
    }
  }
  free(text);
}

TEST(M16_any_text_in_UTF_8_is_a_name) {
  char *text = repeated("x", 1000000, "");
  const char *wrong[] = {NULL, "\xff"}, *unknown[] = {"", text};
  json_t *value = json_integer(1);
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    assert_null(kmk_store_open(k->loop, wrong[i], NULL, NULL));
    assert_int_equal(opened(k, kmk_feature(wrong[i])), WRONG);
    assert_int_equal(opened(k, kmk_scope_case(wrong[i], "x", counter())), WRONG);
    assert_int_equal(opened(k, kmk_dependency(counter(), wrong[i], value)), WRONG);
    assert_int_equal(opened(k, kmk_dependency_pointer(counter(), wrong[i], NULL, NULL)), WRONG);
    assert_int_equal(kmk_feature_register(wrong[i], counter(), NULL, NULL), WRONG);
    assert_int_equal(opened(k, kmk_cases(counter(), 1, &(kmk_case){wrong[i], NULL})), WRONG);
  }
  for (size_t i = 0; i < COUNT_OF(unknown); i++) {
    assert_null(kmk_store_open(k->loop, unknown[i], NULL, NULL));
    assert_int_equal(opened(k, kmk_feature(unknown[i])), KMK_ERR_UNKNOWN_FEATURE);
    assert_int_equal(opened(k, kmk_dependency(counter(), unknown[i], value)), KMK_OK);
    assert_int_equal(opened(k, kmk_for_each(counter(), "/none", "r", unknown[i], counter())),
                     KMK_OK);
  }
  assert_int_equal(opened(k, kmk_print_changes(counter(), "\xff")), WRONG);
  assert_int_equal(opened(k, kmk_cases(counter(), 1, &(kmk_case){"inc", text})), WRONG);
  json_decref(value);
  free(text);
}

TEST(M19_a_text_of_a_million_bytes_is_read_or_refused) {
  char *text = repeated("x", 1000000, ""), *open = repeated("[", 1000000, "");
  kit_open(k, counter(), "{'count': 0}");
  assert_int_equal(kmk_store_sendf(k->store, NULL, "{s:s}", "note", text), KMK_OK);
  assert_int_equal(kmk_store_send_text(k->store, text, NULL), KMK_ERR_JSON);
  assert_int_equal(kmk_store_send_text(k->store, open, NULL), KMK_ERR_TOO_DEEP);
  assert_int_equal(kmk_store_send_text(k->store, "", NULL), KMK_ERR_JSON);
  assert_int_equal(kmk_store_send_text(k->store, "\"\xff\"", NULL), KMK_ERR_JSON);
  free(text);
  free(open);
}

static void note_failure(const char *file, int line, const char *message, void *data) {
  (void)file, (void)line, (void)message;
  ++*(int *)data;
}

TEST(M16_a_test_store_fails_on_texts_that_it_cannot_read) {
  json_t *initial = json_of("{'count': 0}"), *value = json_integer(1);
  char *text = repeated("x.", STEPS, "x");
  int failures = 0;
  assert_null(kmk_test_store_open("\xff", NULL, NULL));
  kmk_test_store *test = kmk_test_store_new(counter(), initial, NULL);
  kmk_test_store_on_failure(test, note_failure, &failures);
  kmk_test_store_set_timeout(test, 0);
  assert_false(kmk_test_receive_case(test, "\xff", NULL));
  assert_false(kmk_test_receive_case(test, "", NULL));
  assert_false(kmk_test_receive_case(test, text, NULL));
  assert_false(kmk_test_receive_payload(test, "..", json_integer(1), NULL));
  assert_false(kmk_test_set_dependency(test, "\xff", json_incref(value)));
  assert_true(kmk_test_set_dependency(test, "", json_incref(value)));
  assert_true(kmk_test_set_dependency(test, text, json_incref(value)));
  assert_int_equal(failures, 5);
  kmk_test_store_free(test);
  json_decref(initial);
  json_decref(value);
  free(text);
}
