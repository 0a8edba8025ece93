/* A reducer's state: reading, writing, and writes that fail (M12); actions and their case paths (M10). */
#include "support.h"

/* Performs the steps of the action {"do": [[NAME, POINTER, VALUE]...]}. Appends the status of each write, and the
 * value of each "get", to the record in the user data. */
REDUCER(perform) {
  const json_t *steps = kmk_action_payload(action, "do");
  for (size_t i = 0; i < json_array_size(steps); i++) {
    json_t *step = json_array_get(steps, i);
    const char *name = json_string_value(json_array_get(step, 0));
    const char *pointer = json_string_value(json_array_get(step, 1));
    json_t *value = json_array_get(step, 2);
    kmk_status status = KMK_OK;
    if (strcmp(name, "get") == 0) {
      const json_t *found = kmk_state_get(state, pointer);
      json_array_append_new(data, found == NULL ? json_string("nothing") : json_deep_copy(found));
      continue;
    } else if (strcmp(name, "set") == 0) {
      status = kmk_state_set(state, pointer, value);
    } else if (strcmp(name, "setNew") == 0) {
      status = kmk_state_set_new(state, pointer, json_incref(value));
    } else if (strcmp(name, "insert") == 0) {
      status = kmk_state_insert_new(state, pointer, json_incref(value));
    } else if (strcmp(name, "move") == 0) {
      status = kmk_state_move(state, pointer, json_string_value(value));
    } else if (strcmp(name, "remove") == 0) {
      status = kmk_state_remove(state, pointer);
    } else if (strcmp(name, "copy") == 0) {
      status = kmk_state_set(state, json_string_value(value), kmk_state_get(state, pointer));
    }
    json_array_append_new(data, json_string(kmk_status_name(status)));
  }
  return NULL;
}

/* How many of the recorded statuses are errors: the same number of issues is expected. */
static size_t failures_in(const json_t *recorded) {
  size_t failures = 0, index;
  const json_t *entry;
  json_array_foreach(recorded, index, entry) {
    const char *text = json_string_value(entry);
    failures += text != NULL && strncmp(text, "KMK_ERR_", 8) == 0;
  }
  return failures;
}

/* Performs steps on a state; asserts the record, and the state after the steps. */
static void assert_steps(kit *k, const char *before, const char *steps, const char *record,
                         const char *state_after) {
  json_t *recorded = json_array();
  kmk_store *store = open_store(k->loop, kmk_reducer_new(perform, recorded, NULL), before);
  kmk_store_send_new(store, json_pack("{s:o}", "do", json_of(steps)), NULL);
  assert_json_text(recorded, record);
  assert_state_text(store, state_after);
  assert_failed_writes(k, failures_in(recorded));
  kmk_store_free(store);
  json_decref(recorded);
}

#define OK "'KMK_OK'"
#define NOT_FOUND "'KMK_ERR_NOT_FOUND'"
#define INVALID "'KMK_ERR_INVALID_ARGUMENT'"

/* --------------------------------------------------------------------- reading */

TEST(get_follows_a_pointer_through_members_elements_and_cases) {
  assert_steps(k, "{'destination': {'counter': {'count': 3}}, 'rows': [[], {'a': true}]}",
               "[['get', '/destination/counter/count'], ['get', '/rows/1/a'], ['get', '/rows/0']]",
               "[3, true, []]",
               "{'destination': {'counter': {'count': 3}}, 'rows': [[], {'a': true}]}");
  assert_steps(k, "[7]", "[['get', '']]", "[[7]]", "[7]");
}

TEST(get_reads_escaped_and_empty_names) {
  assert_steps(k, "{'a/b': 1, 'm~n': 2, '': 3, '~1': 4}",
               "[['get', '/a~1b'], ['get', '/m~0n'], ['get', '/'], ['get', '/~01']]",
               "[1, 2, 3, 4]", "{'a/b': 1, 'm~n': 2, '': 3, '~1': 4}");
}

TEST(get_answers_nothing_where_nothing_is) {
  assert_steps(k, "{'a': 1, 'rows': [1]}",
               "[['get', '/b'], ['get', '/a/b'], ['get', '/rows/1'], ['get', '/rows/-'],"
               " ['get', '/rows/00'], ['get', '/rows/x'], ['get', 'a'], ['get', '/~2'],"
               " ['get', null]]",
               "['nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing', 'nothing',"
               " 'nothing', 'nothing']",
               "{'a': 1, 'rows': [1]}");
}

REDUCER(keep_whole) {
  *(json_t **)data = kmk_json_retain(kmk_state_json(state));
  kmk_state_set_new(state, "/rows/0/count", json_integer(9));
  kmk_state_set_new(state, "/rows/-", json_integer(9)); /* fails without any effect */
  kmk_state_remove(state, "/gone");
  return NULL;
}

TEST(a_value_that_was_kept_never_changes) {
  json_t *kept = NULL;
  kit_open(k, kmk_reducer_new(keep_whole, &kept, NULL), "{'rows': [{'count': 1}], 'gone': 2}");
  send_ok(k->store, "'go'");
  assert_json_text(kept, "{'rows': [{'count': 1}], 'gone': 2}");
  assert_failed_writes(k, 1);
  assert_state_text(k->store, "{'rows': [{'count': 9}]}");
  json_decref(kept);
}

/* --------------------------------------------------------------------- writing */

TEST(set_adds_and_replaces) {
  assert_steps(k, "{'a': 1, 'in': {'x': 1}, 'rows': [1, 2]}",
               "[['set', '/a', 2], ['set', '/b', [1]], ['setNew', '/in/x', null],"
               " ['setNew', '/in/y', 5], ['set', '/rows/1', 'two'], ['set', '/in/~1', 6]]",
               "[" OK ", " OK ", " OK ", " OK ", " OK ", " OK "]",
               "{'a': 2, 'in': {'x': null, 'y': 5, '/': 6}, 'rows': [1, 'two'], 'b': [1]}");
}

TEST(set_of_the_empty_pointer_replaces_the_whole_state) {
  assert_steps(k, "{'a': 1}", "[['set', '', {'b': 2}], ['set', '/c', 3]]", "[" OK ", " OK "]",
               "{'b': 2, 'c': 3}");
}

TEST(insert_adds_before_an_index_and_at_the_end) {
  assert_steps(k, "{'rows': [1, 2]}",
               "[['insert', '/rows/0', 0], ['insert', '/rows/2', 'between'],"
               " ['insert', '/rows/-', 3], ['insert', '/rows/5', 4], ['insert', '/b', 5]]",
               "[" OK ", " OK ", " OK ", " OK ", " OK "]",
               "{'rows': [0, 1, 'between', 2, 3, 4], 'b': 5}");
}

TEST(move_takes_out_and_inserts) {
  assert_steps(k, "{'rows': ['a', 'b', 'c'], 'from': {'x': 1}, 'to': {}}",
               "[['move', '/rows/0', '/rows/2'], ['move', '/rows/2', '/rows/0'],"
               " ['move', '/rows/0', '/rows/-'], ['move', '/from/x', '/to/y'],"
               " ['move', '/rows/0', '/to/first'], ['move', '/to', '/to']]",
               "[" OK ", " OK ", " OK ", " OK ", " OK ", " OK "]",
               "{'rows': ['c', 'a'], 'from': {}, 'to': {'y': 1, 'first': 'b'}}");
}

TEST(remove_takes_members_and_elements_away) {
  assert_steps(k, "{'a': 1, 'rows': [1, 2, 3], 'b': {'c': 1}}",
               "[['remove', '/a'], ['remove', '/rows/1'], ['remove', '/b/c']]",
               "[" OK ", " OK ", " OK "]", "{'rows': [1, 3], 'b': {}}");
}

TEST(what_was_found_is_looked_for_again_after_its_container_changed) {
  assert_steps(k, "{'child': {'n': 1}, 'rows': [1, 2]}",
               "[['set', '/child/n', 2], ['set', '/child/n', 3], ['get', '/child/n'],"
               " ['set', '/child', {'n': 7}], ['get', '/child/n'], ['set', '/child/n', 8],"
               " ['remove', '/child/n'], ['get', '/child/n'], ['set', '/child/n', 9],"
               " ['set', '/rows/0', 5], ['set', '/rows/0', 6], ['insert', '/rows/0', 4],"
               " ['get', '/rows/0'], ['set', '/rows/0', 3], ['get', '/rows/1'],"
               " ['remove', '/rows/0'], ['get', '/rows/0'],"
               " ['get', '/child/n'], ['remove', '/child'], ['get', '/child/n'],"
               " ['set', '/child/n', 1]]",
               "[" OK ", " OK ", 3, " OK ", 7, " OK ", " OK ", 'nothing', " OK ", " OK ", " OK
               ", " OK ", 4, " OK ", 6, " OK ", 6, 9, " OK ", 'nothing', " NOT_FOUND "]",
               "{'rows': [6, 2]}");
}

TEST(a_state_that_was_read_stays_while_numbers_are_written_in_place) {
  kit_open(k, kmk_scope("/child", "child", counter()), "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': 'inc'}");
  send_ok(k->store, "{'child': 'inc'}");
  json_t *held = kmk_store_state(k->store);
  json_t *inner = kmk_store_get(k->store, "/child", NULL);
  send_ok(k->store, "{'child': 'inc'}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_json_text(held, "{'child': {'count': 2}}");
  assert_json_text(inner, "{'count': 2}");
  json_decref(held);
  json_decref(inner);
  send_ok(k->store, "{'child': 'inc'}");
  assert_state_text(k->store, "{'child': {'count': 5}}");
}

TEST(a_value_may_be_taken_from_the_state_itself) {
  assert_steps(k, "{'rows': [1]}",
               "[['copy', '/rows', '/same'], ['set', '/rows/0', 2], ['copy', '', '/whole'],"
               " ['insert', '/same/-', 3], ['copy', '/whole/rows/0', '']]",
               "[" OK ", " OK ", " OK ", " OK ", " OK "]", "2");
  assert_steps(k, "{'rows': [1]}",
               "[['copy', '/rows', '/same'], ['set', '/rows/0', 2], ['copy', '', '/whole']]",
               "[" OK ", " OK ", " OK "]",
               "{'rows': [2], 'same': [1], 'whole': {'rows': [2], 'same': [1]}}");
}

/* ------------------------------------------------------------------ writes that fail */

TEST(M12_a_write_that_cannot_be_done_answers_its_status_and_changes_nothing) {
  assert_steps(
      k, "{'n': 1, 'rows': [1], 'o': {}}",
      "[['set', '/n/x', 1], ['set', '/absent/x', 1], ['set', '/rows/1', 1],"
      " ['set', '/rows/-', 1], ['set', '/rows/x', 1], ['set', '/rows/00', 1],"
      " ['insert', '/rows/2', 1], ['insert', '/n/0', 1],"
      " ['remove', '/x'], ['remove', '/rows/1'], ['remove', '/n/x'],"
      " ['move', '/x', '/y'], ['move', '/n', '/absent/y'], ['move', '/rows/0', '/rows/1']]",
      "[" NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND
      ", " NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND ", " NOT_FOUND
      ", " NOT_FOUND ", " NOT_FOUND "]",
      "{'n': 1, 'rows': [1], 'o': {}}");
}

TEST(M12_a_malformed_write_is_an_invalid_argument) {
  assert_steps(k, "{'a': {'b': 1}}",
               "[['set', 'a', 1], ['set', '/~2', 1], ['set', '/~', 1], ['set', null, 1],"
               " ['set', '/a'], ['setNew', '/a'], ['insert', '/a'], ['insert', 'a', 1],"
               " ['move', 'a', '/b'], ['move', '/a', 'b'], ['move', '/a', '/a/b'],"
               " ['move', '/a'], ['move', null, '/a'], ['remove', 'a'], ['remove', ''],"
               " ['remove', null]]",
               "[" INVALID ", " INVALID ", " INVALID ", " INVALID ", " INVALID ", " INVALID
               ", " INVALID ", " INVALID ", " INVALID ", " INVALID ", " INVALID ", " INVALID
               ", " INVALID ", " INVALID ", " INVALID ", " INVALID "]",
               "{'a': {'b': 1}}");
}

TEST(M12_a_step_whose_writes_fail_goes_on) {
  assert_steps(k, "{'n': 1}", "[['set', '/n/x', 1], ['set', '/n', 2], ['set', '/a/b', 3]]",
               "[" NOT_FOUND ", " OK ", " NOT_FOUND "]", "{'n': 2}");
}

/* -------------------------------------------------------------------- ownership */

REDUCER(set_given) {
  kmk_state_set(state, "/given", data);
  kmk_state_set_new(state, "/given/count", json_integer(2));
  return NULL;
}

TEST(a_borrowed_value_is_kept_but_never_written_to) {
  json_t *given = json_of("{'count': 1}");
  kit_open(k, kmk_reducer_new(set_given, given, NULL), "{}");
  send_ok(k->store, "'go'");
  assert_json_text(given, "{'count': 1}");
  assert_state_text(k->store, "{'given': {'count': 2}}");
  end_store(k);
  run_due(k->loop);
  assert_int_equal(given->refcount, 1);
  json_decref(given);
}

REDUCER(steal_given) {
  kmk_state_set_new(state, "/no/container", json_incref(data));
  kmk_state_set_new(state, "malformed", json_incref(data));
  kmk_state_set_new(state, NULL, json_incref(data));
  kmk_state_set_new(NULL, "/given", json_incref(data));
  kmk_state_insert_new(state, "/no/container", json_incref(data));
  kmk_state_insert_new(state, NULL, json_incref(data));
  kmk_state_insert_new(NULL, "/given", json_incref(data));
  return NULL;
}

TEST(a_failed_new_takes_its_reference_all_the_same) {
  json_t *given = json_of("{'count': 1}");
  kit_open(k, kmk_reducer_new(steal_given, given, NULL), "{}");
  send_ok(k->store, "'go'");
  assert_int_equal(given->refcount, 1);
  assert_failed_writes(k, 5);
  json_decref(given);
}

/* ---------------------------------------------------------------------- actions */

TEST(action_is_matches_a_case_path_at_every_length) {
  json_t *dismiss = json_of("{'destination': 'dismiss'}");
  json_t *inner = json_of("{'destination': {'presented': {'counter': 'increment'}}}");
  assert_true(kmk_action_is(dismiss, "destination"));
  assert_true(kmk_action_is(dismiss, "destination.dismiss"));
  assert_false(kmk_action_is(dismiss, "destination.presented"));
  assert_false(kmk_action_is(dismiss, "destination.dismiss.more"));
  assert_false(kmk_action_is(dismiss, "dismiss"));
  assert_false(kmk_action_is(dismiss, "dest"));
  assert_false(kmk_action_is(dismiss, ""));
  assert_true(kmk_action_is(inner, "destination.presented.counter"));
  assert_true(kmk_action_is(inner, "destination.presented.counter.increment"));
  assert_false(kmk_action_is(inner, "destination.presented.counter.decrement"));
  json_decref(dismiss);
  json_decref(inner);
}

TEST(action_payload_is_what_the_case_carries) {
  json_t *action = json_of("{'child': {'set': 3}}");
  assert_json_text(kmk_action_payload(action, "child"), "{'set': 3}");
  assert_json_text(kmk_action_payload(action, "child.set"), "3");
  assert_null(kmk_action_payload(action, "child.inc"));
  assert_null(kmk_action_payload(action, "set"));
  assert_int_equal(action->refcount, 1);
  json_decref(action);
}

TEST(M10_a_bare_name_a_null_and_an_empty_payload_are_one_action) {
  const char *forms[] = {"'inc'", "{'inc': null}", "{'inc': {}}"};
  for (size_t i = 0; i < COUNT_OF(forms); i++) {
    json_t *action = json_of(forms[i]);
    assert_true(kmk_action_is(action, "inc"));
    assert_ptr_equal(kmk_action_payload(action, "inc"), json_null());
    json_decref(action);
  }
  kit_open(k, kmk_scope("/child", "child", counter()), "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': 'inc'}");
  send_ok(k->store, "{'child': {'inc': null}}");
  send_ok(k->store, "{'child': {'inc': {}}}");
  assert_state_text(k->store, "{'child': {'count': 3}}");
}
