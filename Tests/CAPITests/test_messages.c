/* The messages of errors and issues: the value found, then the name that was probably meant, then the known names
 * (M40, M41, M42, A51). */
#include "support.h"

#include <stdio.h>

#define MANY 40

static kmk_reducer *nothing(void) { return kmk_combine(0, NULL); }

/* someAction0 to someAction39 */
static kmk_reducer *knowing_many(void) {
  static char names[MANY][24];
  kmk_case cases[MANY];
  for (int i = 0; i < MANY; i++) {
    snprintf(names[i], sizeof names[i], "someActionNumber%d", i);
    cases[i] = (kmk_case){names[i], NULL};
  }
  return kmk_cases(nothing(), MANY, cases);
}

static void assert_message(kit *k, const char *action, const char *path, const char *message) {
  kmk_error error = {0};
  assert_int_equal(kmk_store_send_new(k->store, json_of(action), &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, path);
  assert_string_equal(error.message, message);
}

TEST(M40_a_long_list_pushes_nothing_out_and_tells_its_count) {
  kit_open(k, knowing_many(), "{}");
  kmk_error error = {0};
  assert_int_equal(kmk_store_send_new(k->store, json_of("'someActionNumbr3'"), &error),
                   KMK_ERR_DECODE);
  const char *beginning = "found someActionNumbr3; did you mean someActionNumber3? "
                          "expected one of 40: someActionNumber0, someActionNumber1, ";
  assert_memory_equal(error.message, beginning, strlen(beginning));
  const char *end = ", …";
  size_t length = strlen(error.message);
  assert_true(length < sizeof error.message - 1);
  assert_string_equal(error.message + length - strlen(end), end);
}

TEST(M40_a_name_is_near_where_a_few_slips_of_the_hand_lie_between) {
  kit_open(k,
           kmk_presentation(kmk_for_each(nothing(), "/rows", "rows", NULL, nothing()), "/d", "d",
                            NULL, nothing()),
           "{'rows': [], 'd': null}");
  static const char *const near[] = {"dismis",  "dimsiss",  "Dismiss",
                                     "DISMISS", "dismisss", "dismoss"};
  for (size_t i = 0; i < COUNT_OF(near); i++) {
    char action[64], message[128];
    snprintf(action, sizeof action, "{'d': '%s'}", near[i]);
    snprintf(message, sizeof message,
             "found %s; did you mean dismiss? expected one of dismiss, presented", near[i]);
    assert_message(k, action, "/d", message);
  }
  assert_message(k, "{'d': 'close'}", "/d", "found close; expected one of dismiss, presented");
  assert_message(k, "{'d': 5}", "/d", "found 5; expected one of dismiss, presented");
  assert_message(k, "{'d': {'dismiss': 1, 'x': 2}}", "/d",
                 "found 2 members: dismiss, x; expected one of dismiss, presented");
  assert_message(k, "{'rows': {'elemnt': {}}}", "/rows",
                 "found elemnt; did you mean element? expected one of element");
}

TEST(M40_a_name_of_any_length_is_told_in_the_room_there_is) {
  kit_open(k, knowing_many(), "{}");
  size_t length = 1 << 20;
  char *name = malloc(length + 1);
  memset(name, 'x', length);
  name[length] = '\0';
  kmk_error error = {0};
  assert_int_equal(kmk_store_send_new(k->store, json_string(name), &error), KMK_ERR_DECODE);
  assert_non_null(strstr(error.message, "xxx…; expected one of 40: someActionNumber0"));
  free(name);
}

TEST(M40_an_unknown_feature_is_told_with_the_nearest_known_one) {
  size_t before = kmk_live_objects();
  assert_int_equal(kmk_feature_register("Settings", nothing(), NULL, NULL), KMK_OK);
  k->live += kmk_live_objects() - before; /* the feature stays registered */
  assert_no_store(k, kmk_feature("Setings"), "{}", KMK_ERR_UNKNOWN_FEATURE, NULL,
                  "\"Setings\"; did you mean Settings? known: ");
}

TEST(M41_sendf_tells_what_json_pack_says_and_where) {
  kit_open(k, counter(), "{'count': 0}");
  kmk_error error = {0};
  assert_int_equal(kmk_store_sendf(k->store, &error, "{s:q}", "set", 1), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "the format: "));
  assert_non_null(strstr(error.message, "'q'"));
  assert_int_equal(error.position, 4);
  assert_string_equal(error.path, "");
  assert_int_equal(kmk_store_sendf(k->store, &error, "s", NULL), KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "NULL"));
  assert_int_equal(kmk_store_sendf(k->store, NULL, "{s:q}", "set", 1), KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(kmk_store_sendf(k->store, &error, "{s:i}", "set", 1), KMK_OK);
  assert_state_text(k->store, "{'count': 1}");
}

TEST(M42_of_an_element_the_member_that_is_missing_is_named) {
  kit_open(k,
           kmk_stack(kmk_for_each(nothing(), "/rows", "rows", NULL, nothing()), "/path", "path",
                     nothing()),
           "{'rows': [], 'path': []}");
  static const char *const cases[] = {"rows", "path"};
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    char action[96], path[64];
    snprintf(action, sizeof action, "{'%s': {'element': {'id': 0}}}", cases[i]);
    snprintf(path, sizeof path, "/%s/element/action", cases[i]);
    assert_message(k, action, path, "expected an action of the element, found nothing");
    snprintf(action, sizeof action, "{'%s': {'element': {'action': 'x'}}}", cases[i]);
    snprintf(path, sizeof path, "/%s/element/id", cases[i]);
    assert_message(k, action, path, "expected an id, found nothing");
    snprintf(action, sizeof action, "{'%s': {'element': {'id': 0, 'action': null}}}", cases[i]);
    snprintf(path, sizeof path, "/%s/element/action", cases[i]);
    assert_message(k, action, path, "expected an action of the element, found null");
  }
}

static const char *message_of_issue(kit *k) {
  return json_string_value(json_object_get(json_array_get(k->issues, 0), "message"));
}

TEST(A51_an_issue_for_another_case_names_the_one_that_is_up) {
  kmk_reducer *members[] = {kmk_scope_case("counter", "counter", nothing()),
                            kmk_scope_case("search", "search", nothing())};
  kit_open(k, kmk_scope("/d", "d", kmk_combine(2, members)), "{'d': {'counter': {}}}");
  send_ok(k->store, "{'d': {'search': 'go'}}");
  assert_string_equal(message_of_issue(k),
                      "an action arrived for search, while the state is counter; nothing was run");
  assert_issues(k, "['wrong-case']");
  end_store(k);
  kit_open(k, kmk_if_case_let(nothing(), "search", "search", NULL, nothing()), "'counter'");
  send_ok(k->store, "{'search': 'go'}");
  assert_non_null(
      strstr(message_of_issue(k), "for search, while the state is counter; the parent"));
  assert_issues(k, "['wrong-case']");
}
