/* The cases that a feature declares: an action of another case is refused (M9). */
#include "support.h"

REDUCER(count_runs) {
  (void)state, (void)action;
  ++*(int *)data;
  return NULL;
}

static const kmk_case known[] = {
    {"inc", NULL},
    {"rename", "text"},
    {"set", "integer"},
    {"goTo", "unsigned"},
    {"scale", "number"},
    {"show", "boolean?"},
    {"move", "from: integer, to:integer?"},
    {"child", "any"},
};
#define KNOWN sizeof known / sizeof *known
#define ONE_OF "; expected one of inc, rename, set, goTo, scale, show, move, child"

static kmk_reducer *knowing(int *runs) {
  kmk_reducer *child = kmk_cases(kmk_reducer_new(count_runs, runs, NULL), 2, known);
  kmk_reducer *parent = kmk_reducer_new(count_runs, runs, NULL);
  return kmk_cases(kmk_if_let(parent, "/child", "child", NULL, child), KNOWN, known);
}

static void refused(const kit *k, const char *action, const char *path, const char *message) {
  kmk_error error;
  json_t *value = json_of(action);
  assert_int_equal(kmk_store_send(k->store, value, &error), KMK_ERR_DECODE);
  json_decref(value);
  assert_string_equal(error.path, path);
  assert_string_equal(error.message, message);
}

TEST(M9_what_is_none_of_the_known_cases_is_refused) {
  int runs = 0;
  k->store = open_store(k->loop, knowing(&runs), "{'child': {}}");
  refused(k, "'nope'", "", "found nope" ONE_OF);
  refused(k, "{'nope': 1}", "", "found nope" ONE_OF);
  refused(k, "{'inc': null, 'set': 1}", "", "found 2 members: inc, set" ONE_OF);
  refused(k, "[1]", "", "found an array" ONE_OF);
  refused(k, "{}", "", "found an empty object" ONE_OF);
  refused(k, "{'child': 'nope'}", "/child", "found nope; expected one of inc, rename");
  assert_int_equal(runs, 0);
}

TEST(M9_a_payload_of_another_kind_is_refused_where_it_stands) {
  int runs = 0;
  k->store = open_store(k->loop, knowing(&runs), "{'child': {}}");
  refused(k, "{'inc': 5}", "/inc", "expected no payload, null or {}, found 5");
  refused(k, "{'rename': 5}", "/rename", "expected text, found 5");
  refused(k, "'rename'", "/rename", "expected text, found nothing");
  refused(k, "{'set': 1.5}", "/set", "expected an integer, found 1.5");
  refused(k, "{'goTo': -1}", "/goTo", "expected an integer from 0, found -1");
  refused(k, "{'goTo': 'x'}", "/goTo", "expected an integer, found text \"x\"");
  refused(k, "{'scale': 'x'}", "/scale", "expected a number, found text \"x\"");
  refused(k, "{'show': 1}", "/show", "expected true or false, found 1");
  refused(k, "{'move': 1}", "/move", "expected an object, found 1");
  refused(k, "{'move': {'to': 1}}", "/move/from", "expected an integer, found nothing");
  refused(k, "{'move': {'from': 1, 'to': 'x'}}", "/move/to",
          "expected an integer, found text \"x\"");
  refused(k, "{'child': {'rename': null}}", "/child/rename", "expected text, found null");
  assert_int_equal(runs, 0);
}

TEST(M9_what_fits_runs) {
  static const char *const fitting[] = {
      "'inc'",
      "{'inc': null}",
      "{'inc': {}}",
      "{'rename': 'x'}",
      "{'set': -1}",
      "{'goTo': 0}",
      "{'scale': 1}",
      "{'scale': 1.5}",
      "{'show': true}",
      "{'show': null}",
      "'show'",
      "{'move': {'from': 1}}",
      "{'move': {'from': 1, 'to': null}}",
  };
  size_t count = sizeof fitting / sizeof *fitting;
  int runs = 0;
  k->store = open_store(k->loop, knowing(&runs), "{'child': {}}");
  for (size_t i = 0; i < count; i++)
    send_ok(k->store, fitting[i]);
  assert_int_equal(runs, (int)count);
  send_ok(k->store, "{'child': 'inc'}");
  assert_int_equal(runs, (int)count + 2);
}

TEST(M11_what_says_no_cases_makes_an_invalid_reducer) {
  static const kmk_case wrong[] = {
      {NULL, NULL},        {"", NULL},         {"a.b", NULL},     {"a", "integers"},   {"a", ""},
      {"a", "x: nothing"}, {"a", ": integer"}, {"a", "x: text,"}, {"a", "x: y: text"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_invalid_reducer(k, kmk_cases(kmk_combine(0, NULL), 1, &wrong[i]), NULL);
  assert_invalid_reducer(k, kmk_cases(NULL, 1, known), NULL);
  assert_invalid_reducer(k, kmk_cases(kmk_combine(0, NULL), 1, NULL), NULL);
  kmk_reducer_free(kmk_cases(kmk_combine(0, NULL), 0, NULL));
}
