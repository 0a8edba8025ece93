/* Undo and redo (U4 to U12, U16, U18). */
#include "history_support.h"

#define FIRST "{'doc': {'n': 0, 'rows': []}, 'beside': 0}"

static void open_doc(kit *k) {
  kmk_undo_options options = part_options("/doc");
  open_undoable(k, &options, FIRST);
}

#define SET_N(n) "{'set': ['/doc/n', " #n "]}"
#define STATE(n, undo, redo)                                                                       \
  "{'beside': 0, 'doc': {'n': " #n ", 'rows': []}, 'history': {'redo': " #redo ", 'undo': " #undo  \
  "}}"

static void U4_undo_and_redo_go_back_and_forth(void **state) {
  kit *k = *state;
  open_doc(k);
  assert_state_is(k->store, STATE(0, 0, 0));
  send_ok(k->store, SET_N(1));
  send_ok(k->store, SET_N(2));
  assert_state_is(k->store, STATE(2, 2, 0));
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE(1, 1, 1));
  send_ok(k->store, "{'undo': null}");
  assert_state_is(k->store, STATE(0, 0, 2));
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, STATE(1, 1, 1));
  send_ok(k->store, "{'redo': {}}");
  assert_state_is(k->store, STATE(2, 2, 0));
}

static void U4_what_a_step_did_to_elements_and_members_comes_back(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  open_undoable(k, &options, "{'doc': {'a': {'b': 1}, 'l': [{'n': 0}, {'n': 1}, 2]}}");
  json_t *before = kmk_store_get(k->store, "/doc", NULL);
  send_ok(k->store,
          "{'all': [{'set': ['/doc/a/b', 2]}, {'remove': '/doc/a'}, {'set': ['/doc/l/1/n', 9]}, "
          "{'move': ['/doc/l/1', '/doc/l/0']}, {'remove': '/doc/l/2'}, "
          "{'insert': ['/doc/l/-', {'new': 1}]}, {'set': ['/doc/x', []]}]}");
  json_t *after = kmk_store_get(k->store, "/doc", NULL);
  for (int times = 0; times < 3; times++) {
    send_ok(k->store, "'undo'");
    json_t *now = kmk_store_get(k->store, "/doc", NULL);
    assert_true(json_equal(now, before));
    json_decref(now);
    send_ok(k->store, "'redo'");
    now = kmk_store_get(k->store, "/doc", NULL);
    assert_true(json_equal(now, after));
    json_decref(now);
  }
  json_decref(before);
  json_decref(after);
}

static void U4_a_part_that_comes_and_goes_is_undone_too(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  open_undoable(k, &options, "{'x': 0}");
  send_ok(k->store, "{'set': ['/doc', {'n': 1}]}");
  send_ok(k->store, "{'remove': '/doc'}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'doc': {'n': 1}, 'history': {'redo': 1, 'undo': 1}, 'x': 0}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'history': {'redo': 2, 'undo': 0}, 'x': 0}");
  send_ok(k->store, "'redo'");
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, "{'history': {'redo': 0, 'undo': 2}, 'x': 0}");
}

static void U4_the_whole_state_with_its_history_in_it(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options(NULL);
  open_undoable(k, &options, "{'n': 0}");
  send_ok(k->store, "{'set': ['', {'n': 1, 'more': [1]}]}");
  assert_state_is(k->store, "{'history': {'redo': 0, 'undo': 1}, 'more': [1], 'n': 1}");
  send_ok(k->store, "{'set': ['/n', 2]}");
  send_ok(k->store, "'undo'");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'history': {'redo': 2, 'undo': 0}, 'n': 0}");
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, "{'history': {'redo': 1, 'undo': 1}, 'more': [1], 'n': 1}");
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

/* Steps, undos and redos at random, against a list of copies. */
static void U4_a_whole_state_that_was_null_is_null_again(void **state) {
  kit *k = *state;
  kmk_reducer *child = kmk_if_let(writer(), "/child", "child", NULL, writer());
  k->store = open_store(k->loop, kmk_undoable(child, NULL), "null");
  send_ok(k->store, "{'set': ['', {'n': 1}]}");
  for (int i = 0; i < 2; i++) {
    send_ok(k->store, "'undo'");
    assert_state_is(k->store, "null");
    send_ok(k->store, "'redo'");
    assert_state_is(k->store, "{'n': 1}");
  }
}

static void U4_random_steps_lead_back_and_forth_exactly(void **state) {
  kit *k = *state;
  dice d = {5};
  mirror m;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.limit = 50;
  json_t *past = json_array(), *future = json_array();
  kit_open(k, kmk_undoable(writer(), &options), RANDOM_STATE);
  mirror_open_changes(&m, k->store, "");
  for (int turn = 0; turn < 6000; turn++) {
    json_t *before = kmk_store_state(k->store), *after;
    size_t what = roll(&d, 7);
    if (what < 3) {
      assert_int_equal(kmk_store_send_new(k->store, random_writes(&d), NULL), KMK_OK);
      json_array_clear(k->issues);
    } else {
      send_ok(k->store, what < 5 ? "'undo'" : "'redo'");
    }
    after = kmk_store_state(k->store);
    if (what < 3) {
      if (!json_equal(before, after)) {
        json_array_append(past, before);
        json_array_clear(future);
      }
    } else {
      json_t *from = what < 5 ? past : future, *to = what < 5 ? future : past;
      size_t count = json_array_size(from);
      if (count > 0) {
        assert_true(json_equal(after, json_array_get(from, count - 1)));
        json_array_remove(from, count - 1);
        json_array_append(to, before);
      } else {
        assert_true(json_equal(after, before));
      }
    }
    if (json_array_size(past) > 50) {
      json_array_remove(past, 0);
    }
    mirror_check(&m);
    json_array_clear(m.patches);
    json_array_clear(m.inverses);
    assert_int_equal(json_array_size(k->issues), 0);
    json_decref(before);
    json_decref(after);
  }
  mirror_close(&m);
  json_decref(past);
  json_decref(future);
}

static void U5_nothing_to_undo_or_to_redo_does_nothing(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  open_doc(k);
  kmk_subscription *watch = observe_into(k->store, "", told);
  send_ok(k->store, "'undo'");
  send_ok(k->store, "'redo'");
  send_ok(k->store, "'clearHistory'");
  assert_state_is(k->store, STATE(0, 0, 0));
  assert_int_equal(json_array_size(told), 1);
  assert_issues(k, "[]");
  kmk_subscription_free(watch);
  json_decref(told);
}

static void U6_a_new_step_drops_what_could_be_redone(void **state) {
  kit *k = *state;
  open_doc(k);
  send_ok(k->store, SET_N(1));
  send_ok(k->store, SET_N(2));
  send_ok(k->store, "'undo'");
  send_ok(k->store, SET_N(3));
  assert_state_is(k->store, STATE(3, 2, 0));
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, STATE(3, 2, 0));
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE(1, 1, 1));
}

static void U7_the_oldest_step_goes_beyond_the_limit(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  options.limit = 2;
  open_undoable(k, &options, FIRST);
  send_ok(k->store, SET_N(1));
  send_ok(k->store, SET_N(2));
  send_ok(k->store, SET_N(3));
  assert_state_is(k->store, STATE(3, 2, 0));
  send_ok(k->store, "'undo'");
  send_ok(k->store, "'undo'");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE(1, 0, 2));
}

static void U7_a_hundred_unless_told(void **state) {
  kit *k = *state;
  open_doc(k);
  for (int n = 1; n <= 120; n++) {
    json_t *action = json_pack("{s: [s, i]}", "set", "/doc/n", n);
    assert_int_equal(kmk_store_send_new(k->store, action, NULL), KMK_OK);
  }
  assert_state_is(k->store, STATE(120, 100, 0));
}

static void U8_what_changes_nothing_of_the_part_is_no_step(void **state) {
  kit *k = *state;
  open_doc(k);
  send_ok(k->store, "{'set': ['/beside', 0]}");
  send_ok(k->store, "'unknown'");
  send_ok(k->store, SET_N(0));
  send_ok(k->store, "{'all': [{'set': ['/doc/x', 1]}, {'remove': '/doc/x'}]}");
  assert_state_is(k->store, STATE(0, 0, 0));
}

static void U8_only_actions_that_count_are_steps(void **state) {
  kit *k = *state;
  const char *counted[] = {"edit.set", "edit.insert", NULL}, *ignored[] = {"edit.insert", NULL};
  kmk_undo_options options = part_options("/doc");
  options.actions = counted;
  options.ignored = ignored;
  kmk_reducer *both[] = {kmk_scope("", "edit", writer()), kmk_scope("", "load", writer())};
  kit_open(k, kmk_undoable(kmk_combine(2, both), &options), FIRST);
  send_ok(k->store, "{'load': {'set': ['/doc/n', 1]}}");
  send_ok(k->store, "{'edit': {'insert': ['/doc/n', 2]}}");
  assert_state_is(k->store, STATE(2, 0, 0));
  send_ok(k->store, "{'edit': {'set': ['/doc/n', 3]}}");
  assert_state_is(k->store, STATE(3, 1, 0));
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE(2, 0, 1));
}

static void U9_what_is_written_beside_the_steps_stays(void **state) {
  kit *k = *state;
  const char *ignored[] = {"load", NULL};
  kmk_undo_options options = part_options("/doc");
  options.ignored = ignored;
  kmk_reducer *both[] = {kmk_scope("", "edit", writer()), kmk_scope("", "load", writer())};
  kmk_reducer *inner = kmk_undoable(kmk_combine(2, both), &options);
  kmk_reducer *outer[] = {kmk_scope("/in", "in", inner), writer()};
  kit_open(k, kmk_combine(2, outer), "{'in': {'doc': {'n': 0, 'm': 0}}}");
  send_ok(k->store, "{'in': {'edit': {'set': ['/doc/n', 1]}}}");
  send_ok(k->store, "{'in': {'load': {'set': ['/doc/m', 1]}}}");
  send_ok(k->store, "{'set': ['/in/doc/m', 2]}");
  send_ok(k->store, "{'in': {'edit': {'set': ['/doc/n', 2]}}}");
  send_ok(k->store, "{'in': 'undo'}");
  assert_state_is(k->store, "{'in': {'doc': {'m': 2, 'n': 1}, 'history': {'redo': 1, 'undo': 1}}}");
  /* Between an undo and its redo too; what the undo wrote is written over. */
  send_ok(k->store, "{'set': ['/in/doc/m', 9]}");
  send_ok(k->store, "{'in': {'load': {'set': ['/doc/n', 9]}}}");
  send_ok(k->store, "{'in': 'redo'}");
  assert_state_is(k->store, "{'in': {'doc': {'m': 9, 'n': 2}, 'history': {'redo': 0, 'undo': 2}}}");
  send_ok(k->store, "{'in': 'undo'}");
  assert_state_is(k->store, "{'in': {'doc': {'m': 9, 'n': 9}, 'history': {'redo': 1, 'undo': 1}}}");
  send_ok(k->store, "{'in': 'undo'}");
  assert_state_is(k->store, "{'in': {'doc': {'m': 9, 'n': 0}, 'history': {'redo': 2, 'undo': 0}}}");
}

static void U10_steps_that_follow_within_the_time_are_one(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  options.group_nanoseconds = SECOND;
  open_undoable(k, &options, FIRST);
  send_ok(k->store, SET_N(1));
  advance(k->loop, SECOND);
  send_ok(k->store, SET_N(2));
  advance(k->loop, SECOND);
  send_ok(k->store, SET_N(3));
  assert_state_is(k->store, STATE(3, 1, 0));
  advance(k->loop, SECOND + 1);
  send_ok(k->store, SET_N(4));
  assert_state_is(k->store, STATE(4, 2, 0));
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE(3, 1, 1));
  /* What follows an undo stands by itself. */
  send_ok(k->store, SET_N(5));
  assert_state_is(k->store, STATE(5, 2, 0));
  send_ok(k->store, "'undo'");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE(0, 0, 2));
}

static void U10_a_group_may_write_the_whole_state(void **state) {
  kit *k = *state;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.group_nanoseconds = SECOND;
  open_undoable(k, &options, "{'n': 0}");
  send_ok(k->store, "{'set': ['/n', 1]}");
  send_ok(k->store, "{'set': ['', {'n': 2}]}");
  send_ok(k->store, "{'set': ['/n', 3]}");
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'n': 0}");
}

static void U11_clearing_forgets_all_steps(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  options.undo_case = "back";
  options.redo_case = "forth";
  options.clear_case = "forget";
  open_undoable(k, &options, FIRST);
  send_ok(k->store, SET_N(1));
  send_ok(k->store, SET_N(2));
  send_ok(k->store, "'back'");
  send_ok(k->store, "'forget'");
  assert_state_is(k->store, STATE(1, 0, 0));
  send_ok(k->store, "'back'");
  send_ok(k->store, "'forth'");
  assert_state_is(k->store, STATE(1, 0, 0));
}

static void U12_counts_that_nothing_stands_behind_are_set_to_0(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  open_undoable(k, &options, "{'doc': {}, 'history': {'undo': 7, 'redo': 1}}");
  assert_state_is(k->store, "{'doc': {}, 'history': {'redo': 0, 'undo': 0}}");
  send_ok(k->store, "{'all': [{'set': ['/doc/n', 1]}, {'set': ['/history', 'mine']}]}");
  assert_state_is(k->store, "{'doc': {'n': 1}, 'history': {'redo': 0, 'undo': 1}}");
}

static void U12_counts_are_told_as_any_value_and_may_be_nowhere(void **state) {
  kit *k = *state;
  json_t *told = json_array();
  open_doc(k);
  kmk_subscription *watch = observe_into(k->store, "/history/undo", told);
  send_ok(k->store, SET_N(1));
  send_ok(k->store, "{'set': ['/beside', 1]}");
  send_ok(k->store, "'undo'");
  assert_json_text(told, "[0, 1, 0]");
  kmk_subscription_free(watch);
  json_decref(told);
}

static void U16_the_whole_from_outside_begins_anew_and_what_is_beside_does_not(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  kmk_reducer *outer[] = {kmk_scope("/in", "in", kmk_undoable(writer(), &options)), writer()};
  kit_open(k, kmk_combine(2, outer), "{'in': {'doc': {'n': 0}, 'x': 0}}");
  send_ok(k->store, "{'in': {'set': ['/doc/n', 1]}}");
  send_ok(k->store, "{'set': ['/in/x', 1]}");
  send_ok(k->store, "{'set': ['/y', 1]}");
  send_ok(k->store, "{'in': 'undo'}");
  assert_state_is(k->store,
                  "{'in': {'doc': {'n': 0}, 'history': {'redo': 1, 'undo': 0}, 'x': 1}, 'y': 1}");
  send_ok(k->store, "{'set': ['/in', {'doc': {'n': 5}, 'history': {'redo': 3, 'undo': 3}}]}");
  assert_state_is(k->store, "{'in': {'doc': {'n': 5}, 'history': {'redo': 0, 'undo': 0}}, 'y': 1}");
  send_ok(k->store, "{'in': 'redo'}");
  send_ok(k->store, "{'in': 'undo'}");
  assert_state_is(k->store, "{'in': {'doc': {'n': 5}, 'history': {'redo': 0, 'undo': 0}}, 'y': 1}");
  send_ok(k->store, "{'in': {'set': ['/doc/n', 6]}}");
  send_ok(k->store, "{'set': ['/in', null]}");
  send_ok(k->store, "{'set': ['/in', {'doc': {}}]}");
  send_ok(k->store, "{'in': 'undo'}");
  assert_state_is(k->store, "{'in': {'doc': {}, 'history': {'redo': 0, 'undo': 0}}, 'y': 1}");
}

/* Counts how often it was asked, and writes to the part when it is an undo. */
REDUCER(answer_undo) {
  state_add(state, "/asked", 1);
  if (kmk_action_is(action, "undo")) {
    kmk_state_set_new(state, "/doc/undone", json_true());
    return kmk_effect_after_new(SECOND, json_string("saved"));
  }
  return write_down(state, action, env, data);
}

static void U18_the_reducer_runs_after_the_undo_and_may_answer(void **state) {
  kit *k = *state;
  kmk_undo_options options = part_options("/doc");
  kit_open(k, kmk_undoable(kmk_reducer_new(answer_undo, NULL, NULL), &options),
           "{'doc': {'n': 0}, 'asked': 0}");
  send_ok(k->store, "'undo'");
  send_ok(k->store, SET_N(1));
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, "{'asked': 2, 'doc': {'n': 0, 'undone': true}, 'history': {'redo': "
                            "1, 'undo': 0}}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "'redo'");
  assert_state_is(k->store, "{'asked': 3, 'doc': {'n': 1, 'undone': true}, 'history': {'redo': 0, "
                            "'undo': 1}}");
  advance(k->loop, SECOND);
  assert_json_text(k->log, "['undo', {'set': ['/doc/n', 1]}, 'undo', 'redo', 'saved']");
}

static void U18_cases_inside_need_not_name_it_and_those_around_do(void **state) {
  kit *k = *state;
  const kmk_case cases[] = {{"set", "any"}};
  kmk_undo_options options = part_options("/doc");
  kit_open(k, kmk_undoable(kmk_cases(writer(), 1, cases), &options), FIRST);
  send_ok(k->store, SET_N(1));
  send_ok(k->store, "'undo'");
  assert_state_is(k->store, STATE(0, 0, 1));
  assert_int_equal(send_status(k->store, "'undoo'"), KMK_ERR_DECODE);
  kmk_store *strict =
      open_store(k->loop, kmk_cases(kmk_undoable(writer(), &options), 1, cases), FIRST);
  assert_int_equal(send_status(strict, "'undo'"), KMK_ERR_DECODE);
  kmk_store_free(strict);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(U4_undo_and_redo_go_back_and_forth),
      KIT_TEST(U4_what_a_step_did_to_elements_and_members_comes_back),
      KIT_TEST(U4_a_part_that_comes_and_goes_is_undone_too),
      KIT_TEST(U4_the_whole_state_with_its_history_in_it),
      KIT_TEST(U4_without_options_the_whole_state_is_undone),
      KIT_TEST(U4_a_whole_state_that_was_null_is_null_again),
      KIT_TEST(U4_random_steps_lead_back_and_forth_exactly),
      KIT_TEST(U5_nothing_to_undo_or_to_redo_does_nothing),
      KIT_TEST(U6_a_new_step_drops_what_could_be_redone),
      KIT_TEST(U7_the_oldest_step_goes_beyond_the_limit),
      KIT_TEST(U7_a_hundred_unless_told),
      KIT_TEST(U8_what_changes_nothing_of_the_part_is_no_step),
      KIT_TEST(U8_only_actions_that_count_are_steps),
      KIT_TEST(U9_what_is_written_beside_the_steps_stays),
      KIT_TEST(U10_steps_that_follow_within_the_time_are_one),
      KIT_TEST(U10_a_group_may_write_the_whole_state),
      KIT_TEST(U11_clearing_forgets_all_steps),
      KIT_TEST(U12_counts_that_nothing_stands_behind_are_set_to_0),
      KIT_TEST(U12_counts_are_told_as_any_value_and_may_be_nowhere),
      KIT_TEST(U16_the_whole_from_outside_begins_anew_and_what_is_beside_does_not),
      KIT_TEST(U18_the_reducer_runs_after_the_undo_and_may_answer),
      KIT_TEST(U18_cases_inside_need_not_name_it_and_those_around_do),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
