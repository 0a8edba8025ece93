/* Operators on places that are missing in the state: an issue names the place, and the state does not change (A5,
 * A28). */
#include "support.h"

#define PLACE "/no/such/place"
#define STATE "{'count': 1, 'list': [{'count': 5}], 'text': 'x'}"

static kmk_reducer *scope(kmk_reducer *parent, const char *place) {
  kmk_reducer *both[] = {kmk_scope(place, "it", counter()), parent};
  return kmk_combine(2, both);
}

static kmk_reducer *if_let(kmk_reducer *parent, const char *place) {
  return kmk_if_let(parent, place, "it", NULL, counter());
}

static kmk_reducer *presentation(kmk_reducer *parent, const char *place) {
  return kmk_presentation(parent, place, "it", NULL, counter());
}

static kmk_reducer *destination(kmk_reducer *parent, const char *place) {
  return kmk_presentation_destination(parent, place, "it", NULL, counter());
}

static kmk_reducer *for_each(kmk_reducer *parent, const char *place) {
  return kmk_for_each(parent, place, "it", NULL, counter());
}

static kmk_reducer *stack(kmk_reducer *parent, const char *place) {
  return kmk_stack(parent, place, "it", counter());
}

static kmk_reducer *navigation(kmk_reducer *parent, const char *place) {
  return kmk_navigation_destination(parent, place, "it", counter());
}

#define IN_SLOT "{'it': {'presented': 'inc'}}"
#define ELEMENT "{'it': {'element': {'id': 0, 'action': 'inc'}}}"

static const struct operator_case {
  const char *name;
  kmk_reducer *(*attach)(kmk_reducer *parent, const char *place);
  const char *action, *code;
  int runs; /* of the parent: a destination that is not presented keeps the action from it */
} operators[] = {
    {"scope", scope, "{'it': 'inc'}", "absent-child", 1},
    {"if_let", if_let, "{'it': 'inc'}", "absent-child", 1},
    {"presentation", presentation, IN_SLOT, "absent-destination", 1},
    {"presentation_destination", destination, IN_SLOT, "absent-destination", 0},
    {"for_each", for_each, ELEMENT, "missing-element", 1},
    {"stack", stack, ELEMENT, "missing-stack-element", 1},
    {"navigation_destination", navigation, ELEMENT, "missing-stack-element", 1},
};
#define OPERATORS (sizeof operators / sizeof *operators)

REDUCER(count_runs) {
  ++*(int *)data;
  return NULL;
}

/* Tries each operator at a place: an issue names the place, and nothing else happens. */
static void at_place(kit *k, const char *place) {
  for (size_t i = 0; i < OPERATORS; i++) {
    int runs = 0;
    kmk_reducer *parent = kmk_reducer_new(count_runs, &runs, NULL);
    kmk_store *store = open_store(k->loop, operators[i].attach(parent, place), STATE);
    send_ok(store, operators[i].action);
    assert_int_equal(runs, operators[i].runs);
    assert_state_text(store, STATE);
    assert_int_equal(json_array_size(k->issues), 1);
    const json_t *issue = json_array_get(k->issues, 0);
    assert_string_equal(json_string_value(json_object_get(issue, "code")), operators[i].code);
    assert_string_equal(json_string_value(json_object_get(issue, "path")), place);
    const char *label = json_string_value(json_object_get(issue, "label"));
    assert_ptr_equal(strstr(label, operators[i].name), label);
    json_array_clear(k->issues);
    kmk_store_free(store);
  }
}

TEST(A28_a_place_without_what_is_around_it_is_named) { at_place(k, PLACE); }

TEST(A28_a_member_that_is_not_there_is_named) { at_place(k, "/nothing"); }

TEST(A28_a_place_inside_a_text_or_a_number_is_named) {
  at_place(k, "/text/it");
  at_place(k, "/count/it");
}

TEST(A28_an_index_beyond_an_array_is_named) {
  at_place(k, "/list/1");
  at_place(k, "/list/-");
  at_place(k, "/list/first");
}

/* The slots and lists exist, but do not contain what these actions address. */
TEST(A28_dismissing_and_popping_what_is_not_there_is_named) {
  static const struct {
    kmk_reducer *(*attach)(kmk_reducer *parent, const char *place);
    const char *action, *codes;
  } endings[] = {
      {presentation, "{'it': 'dismiss'}", "['absent-destination']"},
      {destination, "{'it': 'dismiss'}", "['absent-destination']"},
      {stack, "{'it': {'popFrom': {'id': 3}}}", "['pop-missing']"},
      {navigation, "{'it': {'dismiss': {'id': 3}}}", "['pop-missing']"},
  };
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    kmk_store *store = open_store(k->loop, endings[i].attach(kmk_combine(0, NULL), PLACE), STATE);
    send_ok(store, endings[i].action);
    assert_issues(k, endings[i].codes);
    assert_state_text(store, STATE);
    kmk_store_free(store);
  }
}

TEST(what_is_asked_of_such_a_place_is_answered) {
  kmk_error error;
  k->store = open_store(k->loop, if_let(kmk_combine(0, NULL), PLACE), STATE);
  assert_null(kmk_store_get(k->store, PLACE, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_string_equal(error.path, PLACE);
  assert_null(kmk_store_presentation_id(k->store, PLACE, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(k->store, "it", "0", &error), KMK_ERR_NOT_FOUND);
}

TEST(A28_an_issue_names_code_operator_and_case_path_without_payload) {
  kit_open(k, kmk_if_let(kmk_combine(0, NULL), "/child", "child", NULL, counter()),
           "{'child': null}");
  send_ok(k->store, "{'child': {'inc': {'secret': 4711}}}");
  assert_int_equal(json_array_size(k->issues), 1);
  json_t *issue = json_array_get(k->issues, 0);
  assert_json_text(json_object_get(issue, "code"), "'absent-child'");
  assert_json_text(json_object_get(issue, "case"), "'child.inc'");
  assert_json_text(json_object_get(issue, "path"), "'/child'");
  assert_json_text(json_object_get(issue, "action"), "{'child': {'inc': {'secret': 4711}}}");
  const char *label = json_string_value(json_object_get(issue, "label"));
  assert_non_null(strstr(label, "/child"));
  const char *message = json_string_value(json_object_get(issue, "message"));
  assert_string_not_equal(message, "");
  for (const char *const *text = (const char *const[]){label, message, NULL}; *text; text++) {
    assert_null(strstr(*text, "secret"));
    assert_null(strstr(*text, "4711"));
  }
  json_array_clear(k->issues);
}
