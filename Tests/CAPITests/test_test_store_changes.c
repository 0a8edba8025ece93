/* Test stores: the argument `changes`, as members and as a JSON Patch (RFC 6902). */
#include "trial_support.h"

#include <stdio.h>

/* Sends {"write": after}, and returns whether `changes` turns the state before into the state after. */
static bool makes(trial *t, const char *before, const char *changes, const char *after) {
  end_trial(t);
  open_trial(t, before);
  char action[512];
  snprintf(action, sizeof action, "{'write': %s}", after);
  return SEND(t, action, changes);
}

/* ------------------------------------------------------------------------- members */

TRIAL_TEST(an_object_sets_its_members_and_those_of_objects_inside) {
  const char *cases[][3] = {
      {"{'a': 1, 'b': 2}", "{'b': 3}", "{'a': 1, 'b': 3}"},
      {"{'a': 1}", "{'b': 3}", "{'a': 1, 'b': 3}"},
      {"{'a': 1}", "{'a': null}", "{'a': null}"},
      {"{'a': {'b': 1, 'c': 2}}", "{'a': {'c': 3}}", "{'a': {'b': 1, 'c': 3}}"},
      {"{'a': {'b': {'c': 1, 'd': 2}}}", "{'a': {'b': {'d': 3}}}",
       "{'a': {'b': {'c': 1, 'd': 3}}}"},
      {"{'a': null}", "{'a': {'b': 1}}", "{'a': {'b': 1}}"},
      {"{'a': [1, 2]}", "{'a': {'b': 1}}", "{'a': {'b': 1}}"},
      {"{'a': {'b': 1}}", "{'a': [{'b': 1}]}", "{'a': [{'b': 1}]}"},
      {"{'a': [1, 2]}", "{'a': [3]}", "{'a': [3]}"},
      {"{'a': null}", "{'a': {}}", "{'a': {}}"},
      {"{'a': 1}", "{'': {'': 2}}", "{'a': 1, '': {'': 2}}"},
      {"5", "{'a': 1}", "{'a': 1}"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    if (!makes(t, cases[i][0], cases[i][1], cases[i][2])) {
      print_error("%s\n", cases[i][1]);
    }
    assert_no_failure(t);
  }
}

TRIAL_TEST(a_member_that_is_not_meant_stays) {
  assert_false(makes(t, "{'a': {'b': 1, 'c': 2}}", "{'a': {'b': 3}}", "{'a': {'b': 3}}"));
  assert_failure(t, 0, "          \"b\": 3\n    -     \"c\": 2\n");
}

TRIAL_TEST(the_number_one_is_not_one_point_zero) {
  assert_false(makes(t, "{'a': 0}", "{'a': 1}", "{'a': 1.0}"));
  assert_failure(t, 0, "-   \"a\": 1\n", "+   \"a\": 1.0\n");
}

/* --------------------------------------------------------------------------- patches */

TRIAL_TEST(an_array_is_a_json_patch) {
  const char *cases[][3] = {
      {"{'a': 1}", "[{'op': 'add', 'path': '/b', 'value': 2}]", "{'a': 1, 'b': 2}"},
      {"{'a': 1}", "[{'op': 'add', 'path': '/a', 'value': 2}]", "{'a': 2}"},
      {"{'a': 1}", "[{'op': 'add', 'path': '', 'value': [2]}]", "[2]"},
      {"{'a': [1, 3]}", "[{'op': 'add', 'path': '/a/1', 'value': 2}]", "{'a': [1, 2, 3]}"},
      {"{'a': [1, 2]}", "[{'op': 'add', 'path': '/a/2', 'value': 3}]", "{'a': [1, 2, 3]}"},
      {"{'a': [1, 2]}", "[{'op': 'add', 'path': '/a/-', 'value': 3}]", "{'a': [1, 2, 3]}"},
      {"{'a': [{'b': 1}]}", "[{'op': 'add', 'path': '/a/0/c', 'value': 2}]",
       "{'a': [{'b': 1, 'c': 2}]}"},
      {"{'a': 1, 'b': 2}", "[{'op': 'remove', 'path': '/a'}]", "{'b': 2}"},
      {"{'a': [1, 2, 3]}", "[{'op': 'remove', 'path': '/a/1'}]", "{'a': [1, 3]}"},
      {"{'a': {'b': 1}}", "[{'op': 'replace', 'path': '/a/b', 'value': null}]",
       "{'a': {'b': null}}"},
      {"{'a': [1, 2]}", "[{'op': 'replace', 'path': '/a/1', 'value': {}}]", "{'a': [1, {}]}"},
      {"{'a': 1}", "[{'op': 'replace', 'path': '', 'value': 7}]", "7"},
      {"{'a': {'b': 1}, 'c': {}}", "[{'op': 'move', 'from': '/a/b', 'path': '/c/d'}]",
       "{'a': {}, 'c': {'d': 1}}"},
      {"{'a': [1, 2, 3]}", "[{'op': 'move', 'from': '/a/0', 'path': '/a/2'}]", "{'a': [2, 3, 1]}"},
      {"{'a': {'b': 1}}", "[{'op': 'move', 'from': '/a', 'path': ''}]", "{'b': 1}"},
      {"{'a': 1, 'ab': 2}", "[{'op': 'move', 'from': '/a', 'path': '/ab'}]", "{'ab': 1}"},
      {"{'a': {'b': 1}}", "[{'op': 'copy', 'from': '/a', 'path': '/c'}]",
       "{'a': {'b': 1}, 'c': {'b': 1}}"},
      {"{'a': {}}", "[{'op': 'copy', 'from': '/a', 'path': '/a/b'}]", "{'a': {'b': {}}}"},
      {"{'a/b': 1, 'm~n': 2}",
       "[{'op': 'remove', 'path': '/a~1b'}, {'op': 'replace', 'path': '/m~0n', 'value': 3}]",
       "{'m~n': 3}"},
      {"{'a': 1}",
       "[{'op': 'test', 'path': '/a', 'value': 1}, {'op': 'remove', 'path': '/a'},"
       " {'op': 'add', 'path': '/b', 'value': 2}]",
       "{'b': 2}"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    if (!makes(t, cases[i][0], cases[i][1], cases[i][2])) {
      print_error("%s\n", cases[i][1]);
    }
    assert_no_failure(t);
  }
}

TRIAL_TEST(a_patch_that_cannot_be_applied_says_where_and_why) {
  const char *cases[][2] = {
      {"[{'op': 'remove', 'path': '/x'}]", "changes, at /0: nothing is at \"/x\""},
      {"[{'op': 'replace', 'path': '/list/3', 'value': 1}]", "nothing is at \"/list/3\""},
      {"[{'op': 'replace', 'path': '/list/-', 'value': 1}]", "nothing is at \"/list/-\""},
      {"[{'op': 'replace', 'path': '/list/00', 'value': 1}]", "nothing is at \"/list/00\""},
      {"[{'op': 'add', 'path': '/list/4', 'value': 1}]",
       "\"/list/4\" is not a place in an array of 3"},
      {"[{'op': 'add', 'path': '/list/x', 'value': 1}]",
       "\"/list/x\" is not a place in an array of 3"},
      {"[{'op': 'add', 'path': '/x/y', 'value': 1}]", "nothing is at \"/x\""},
      {"[{'op': 'add', 'path': '/count/y', 'value': 1}]",
       "\"/count/y\" is below 0, which has no members"},
      {"[{'op': 'move', 'from': '/x', 'path': '/y'}]", "nothing is at \"/x\""},
      {"[{'op': 'move', 'from': '/list', 'path': '/list/0'}]",
       "\"/list\" cannot be moved into itself"},
      {"[{'op': 'copy', 'from': '/x', 'path': '/y'}]", "nothing is at \"/x\""},
      {"[{'op': 'add', 'path': '/a', 'value': 1}, {'op': 'test', 'path': '/count', 'value': 2}]",
       "changes, at /1: \"/count\" is 0, not 2"},
  };
  open_trial(t, "{'count': 0, 'list': [1, 2, 3]}");
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    assert_false(SEND(t, "'noop'", cases[i][0]));
    assert_failure(t, __LINE__ - 1, "The expectation of \"noop\" failed", cases[i][1]);
  }
}

TRIAL_TEST(what_is_no_patch_says_where_and_what_was_expected) {
  const char *cases[][2] = {
      {"3", "changes: expected an object with the members to set, or a JSON Patch, not 3"},
      {"'count'", "or a JSON Patch, not \"count\""},
      {"null", "or a JSON Patch, not null"},
      {"[1]", "changes, at /0: an operation is an object with \"op\", not 1"},
      {"[{}]",
       "changes, at /0/op: found nothing; expected one of add, remove, replace, move, copy, test"},
      {"[{'op': 5}]", "changes, at /0/op: found 5; expected one of add"},
      {"[{'op': 'set', 'path': ''}]", "changes, at /0/op: found set; expected one of add, remove"},
      {"[{'op': 'remove', 'path': ''}, {'op': 'remove'}]",
       "changes, at /1/path: expected a JSON Pointer"},
      {"[{'op': 'remove', 'path': 3}]", "changes, at /0/path: expected a JSON Pointer"},
      {"[{'op': 'remove', 'path': 'x'}]", "changes, at /0/path: a JSON Pointer is empty or begins"},
      {"[{'op': 'remove', 'path': '/~2'}]", "changes, at /0/path: \"~\" in a JSON Pointer"},
      {"[{'op': 'add', 'path': '/x'}]", "changes, at /0/value: \"add\" needs a value"},
      {"[{'op': 'move', 'path': '/x'}]", "changes, at /0/from: expected a JSON Pointer"},
  };
  open_trial(t, "{'count': 0}");
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    assert_false(SEND(t, "'noop'", cases[i][0]));
    assert_failure(t, __LINE__ - 1, "The expectation of \"noop\" failed", cases[i][1]);
  }
  assert_true(SEND(t, "'inc'", "{'count': 1}"));
}

/* Copies of copies: 2 to the 60th members, if all were written out. */
TRIAL_TEST(a_patch_that_grows_without_bound_is_refused) {
  if (is_in_hurry()) {
    skip(); /* before the refusal, millions of values are counted */
  }
  open_trial(t, "{'a': [1]}");
  json_t *patch = json_array();
  for (int i = 0; i < 60; i++) {
    json_array_append_new(patch, json_of("{'op': 'copy', 'from': '/a', 'path': '/b'}"));
    json_array_append_new(patch, json_of("{'op': 'copy', 'from': '/b', 'path': '/a/-'}"));
  }
  assert_false(kmk_test_send(t->test, json_string("noop"), patch));
  assert_failure(t, __LINE__ - 1, "expands to more than");
}

static json_t *nested(int levels, bool in_objects) {
  json_t *value = json_integer(1);
  for (int i = 0; i < levels; i++) {
    value = in_objects ? json_pack("{s:o}", "a", value) : json_pack("[o]", value);
  }
  return value;
}

TRIAL_TEST(what_is_nested_too_deep_is_refused_and_what_is_not_is_taken) {
  open_trial(t, "{'count': 0}");
  assert_false(kmk_test_send(t->test, json_string("noop"), nested(3000, true)));
  assert_failure(t, __LINE__ - 1, "changes: nested deeper than 2048 levels");
  assert_false(kmk_test_send(t->test, nested(3000, true), NULL));
  assert_failure(t, __LINE__ - 1, "kmk_test_send: nested deeper than 2048 levels");
  json_t *deep = nested(1500, true);
  json_object_set_new(deep, "count", json_integer(0));
  json_t *action = json_pack("{s:O}", "write", deep);
  assert_true(kmk_test_send(t->test, action, deep));
}

TRIAL_TEST(the_json_of_the_program_is_taken_over_and_never_written_to) {
  open_trial(t, "{'a': {'b': 1}}");
  json_t *action = json_of("{'write': {'a': {'b': 1, 'c': 2}}}");
  json_t *changes = json_of("{'a': {'c': 2}}");
  kmk_test_send(t->test, json_incref(action), json_incref(changes));
  SEND(t, "'noop'", NULL);
  assert_json_text(changes, "{'a': {'c': 2}}");
  assert_int_equal(changes->refcount, 1);
  end_trial(t);
  assert_int_equal(action->refcount, 1);
  json_decref(action);
  json_decref(changes);
}
