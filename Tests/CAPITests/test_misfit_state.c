/* Values that an operator cannot use: from disk, from a reducer, in an action (M60-M63, F15, E52). */
#include "support.h"

#include <stdio.h>

static kmk_status written;

/* {"set": [pointer, value]}, {"insert": [pointer, value]}, {"remove": pointer}, {"move": [from, to]}. */
REDUCER(write) {
  const json_t *p;
  if ((p = kmk_action_payload(action, "set")) != NULL) {
    written = kmk_state_set(state, json_string_value(json_array_get(p, 0)), json_array_get(p, 1));
  } else if ((p = kmk_action_payload(action, "insert")) != NULL) {
    written = kmk_state_insert_new(state, json_string_value(json_array_get(p, 0)),
                                   json_incref(json_array_get(p, 1)));
  } else if ((p = kmk_action_payload(action, "remove")) != NULL) {
    written = kmk_state_remove(state, json_string_value(p));
  } else if ((p = kmk_action_payload(action, "move")) != NULL) {
    written = kmk_state_move(state, json_string_value(json_array_get(p, 0)),
                             json_string_value(json_array_get(p, 1)));
  }
  return NULL;
}

static kmk_reducer *writer(void) { return kmk_reducer_new(write, NULL, NULL); }

static kmk_reducer *screens(void) {
  kmk_reducer *cases[] = {
      kmk_scope_case("counter", "counter", counter()),
      kmk_scope_case("list", "list", kmk_for_each(writer(), "/rows", "rows", "key", counter()))};
  return kmk_combine(2, cases);
}

static kmk_reducer *for_each(void) {
  return kmk_for_each(writer(), "/rows", "rows", NULL, counter());
}
static kmk_reducer *stack(void) { return kmk_stack(writer(), "/path", "path", screens()); }
static kmk_reducer *navigation(void) {
  return kmk_navigation_destination(writer(), "/path", "path", screens());
}
static kmk_reducer *presentation(void) {
  return kmk_presentation(writer(), "/slot", "slot", NULL, screens());
}
static kmk_reducer *destination(void) {
  return kmk_presentation_destination(writer(), "/slot", "slot", NULL, screens());
}
static kmk_reducer *if_let(void) {
  return kmk_if_let(writer(), "/child", "child", NULL, screens());
}
static kmk_reducer *scoped(void) {
  kmk_reducer *both[] = {writer(), kmk_scope("/a/b", "b", for_each())};
  return kmk_combine(2, both);
}
static kmk_reducer *deep(kmk_reducer *self, void *data) {
  (void)data;
  return kmk_if_let(for_each(), "/inner", "inner", NULL, self);
}
static kmk_reducer *recursion(void) { return kmk_recurse(deep, NULL, NULL); }

/* A mismatch: its place in a whole state, and the message. */
static const struct misfit {
  kmk_reducer *(*reducer)(void);
  const char *fits;    /* a state that matches */
  const char *pointer; /* the place of the mismatched value */
  const char *value;
  const char *path; /* the reported place, relative to the pointer */
  const char *expected, *found;
} misfits[] = {
    {for_each, "{'rows': []}", "/rows", "5", "", "rows: an array", "5"},
    {for_each, "{'rows': []}", "/rows", "{'id': 1}", "", "rows: an array", "an object"},
    {for_each, "{'rows': []}", "/rows", "[{'id': 1}, {'count': 2}]", "/1/id", "id", "nothing"},
    {for_each, "{'rows': []}", "/rows", "[7]", "/0", "a row: an object", "7"},
    {for_each, "{'rows': []}", "/rows", "[null]", "/0", "a row: an object", "null"},
    {stack, "{'path': []}", "/path", "5", "", "a path: an array", "5"},
    {stack, "{'path': []}", "/path", "[5]", "/0", "a case", "5"},
    {stack, "{'path': []}", "/path", "[{'id': 0, 'element': true}]", "/0/element", "a case",
     "true"},
    {stack, "{'path': []}", "/path", "[{'list': {'rows': 5}}]", "/0/list/rows", "rows: an array",
     "5"},
    {stack, "{'path': []}", "/path", "[{'counter': {}}, {'id': 0, 'element': {'counter': {}}}]",
     "/1", "a plain element as others here", "an entry with an id"},
    {stack, "{'path': []}", "/path", "[{'id': 'a', 'element': {'counter': {}}}]", "/0/id",
     "an integer from 0 on", "text \"a\""},
    {stack, "{'path': []}", "/path", "[{'counter': {}}, {'id': -1, 'element': {'counter': {}}}]",
     "/1/id", "an integer from 0 on", "-1"},
    {navigation, "{'path': []}", "/path", "'x'", "", "a path: an array", "text \"x\""},
    {presentation, "{'slot': null}", "/slot", "5", "", "a case", "5"},
    {presentation, "{'slot': null}", "/slot", "{'counter': {}, 'list': {}}", "", "a case",
     "an object"},
    {presentation, "{'slot': null}", "/slot", "{'nonsense': {}}", "", "counter, list", "nonsense"},
    {presentation, "{'slot': null}", "/slot", "'nonsense'", "", "counter, list", "nonsense"},
    {presentation, "{'slot': null}", "/slot", "{'list': {'rows': [{'id': 1}]}}", "/list/rows/0/key",
     "id", "nothing"},
    {destination, "{'slot': null}", "/slot", "{'nonsense': {}}", "", "counter, list", "nonsense"},
    {if_let, "{'child': null}", "/child", "{'nonsense': {}}", "", "counter, list", "nonsense"},
    {if_let, "{'child': null}", "/child", "{'list': {'rows': {}}}", "/list/rows", "rows: an array",
     "an empty object"},
    {scoped, "{'a': {'b': {'rows': []}}}", "/a", "{'b': {'rows': 5}}", "/b/rows", "rows: an array",
     "5"},
    {recursion, "{'rows': [], 'inner': null}", "/inner",
     "{'rows': [], 'inner': {'inner': {'rows': 5}}}", "/inner/inner/rows", "rows: an array", "5"},
};

static void assert_words(const char *message, const struct misfit *m) {
  if (strstr(message, m->expected) == NULL || strstr(message, m->found) == NULL) {
    fail_msg("\"%s\" names neither %s nor %s", message, m->expected, m->found);
  }
}

static const char *whole_path(const struct misfit *m) {
  static char path[128];
  snprintf(path, sizeof path, "%s%s", m->pointer, m->path);
  return path;
}

/* The matching state with the mismatched value in it. */
static json_t *misfit_state(const struct misfit *m) {
  json_t *state = json_of(m->fits);
  json_object_set_new(state, m->pointer + 1, json_of(m->value));
  return state;
}

TEST(M60_a_state_that_an_operator_cannot_use_makes_no_store) {
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    kmk_error error = {0};
    json_t *initial = misfit_state(&misfits[i]);
    kmk_store *store = kmk_store_new(k->loop, misfits[i].reducer(), initial, &error);
    if (store != NULL) {
      fail_msg("%s was taken", misfits[i].value);
    }
    assert_int_equal(error.status, KMK_ERR_DECODE);
    assert_string_equal(error.path, whole_path(&misfits[i]));
    assert_words(error.message, &misfits[i]);
    json_decref(initial);
  }
}

static void assert_refused(kit *k, const char *action, const struct misfit *m) {
  json_t *before = kmk_store_state(k->store);
  written = KMK_OK;
  send_ok(k->store, action);
  if (written != KMK_ERR_INVALID_ARGUMENT) {
    fail_msg("%s: %s", action, kmk_status_name(written));
  }
  json_t *after = kmk_store_state(k->store);
  assert_ptr_equal(before, after);
  json_decref(before), json_decref(after);
  assert_int_equal(json_array_size(k->issues), 1);
  const json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "code")), "state-misfit");
  if (m != NULL) {
    assert_string_equal(json_string_value(json_object_get(issue, "path")), whole_path(m));
    assert_words(json_string_value(json_object_get(issue, "message")), m);
  }
  json_array_clear(k->issues);
}

TEST(M61_a_write_that_an_operator_cannot_use_is_refused) {
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    const struct misfit *m = &misfits[i];
    char action[256];
    kit_open(k, m->reducer(), m->fits);
    snprintf(action, sizeof action, "{'set': ['%s', %s]}", m->pointer, m->value);
    assert_refused(k, action, m);
    json_t *whole = misfit_state(m);
    json_t *set = json_pack("{s: [s, o]}", "set", "", whole);
    char *text = text_of(set);
    assert_refused(k, text, m);
    free(text);
    json_decref(set);
    end_store(k);
  }
}

/* A step of the child itself, and a move: the moved value stays at its old place. */
TEST(M61_a_write_of_the_child_or_a_move_that_an_operator_cannot_use_is_refused) {
  kit_open(k, presentation(), "{'slot': {'list': {'rows': []}}, 'other': 5}");
  written = KMK_OK;
  send_ok(k->store, "{'slot': {'presented': {'list': {'set': ['/rows', 5]}}}}");
  assert_int_equal(written, KMK_ERR_INVALID_ARGUMENT);
  assert_issues(k, "['state-misfit']");
  assert_refused(k, "{'move': ['/other', '/slot']}", NULL);
  assert_refused(k, "{'remove': '/slot/list'}", NULL);
  assert_state_text(k->store, "{'slot': {'list': {'rows': []}}, 'other': 5}");
}

TEST(M61_null_and_nothing_fit_everywhere) {
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    char action[64];
    kit_open(k, misfits[i].reducer(), "{}");
    snprintf(action, sizeof action, "{'set': ['%s', null]}", misfits[i].pointer);
    send_ok(k->store, action);
    assert_int_equal(written, KMK_OK);
    end_store(k);
  }
}

/* ------------------------------------------------------------------ states in actions */

static void assert_not_taken(kit *k, const char *action, const char *path) {
  kmk_error error = {0};
  json_t *before = kmk_store_state(k->store), *json = json_of(action);
  assert_int_equal(kmk_store_send_new(k->store, json, &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, path);
  json_t *after = kmk_store_state(k->store);
  assert_ptr_equal(before, after);
  json_decref(before), json_decref(after);
}

TEST(M62_an_action_that_brings_such_a_state_is_refused_and_nothing_runs) {
  kit_open(k, destination(), "{'slot': null}");
  assert_not_taken(k, "{'slot': {'present': {'state': 5}}}", "/slot/present/state");
  assert_not_taken(k, "{'slot': {'present': {'state': {'list': {'rows': 5}}}}}",
                   "/slot/present/state/list/rows");
  assert_json_text(k->log, "[]");
  end_store(k);
  kit_open(k, stack(), "{'path': []}");
  assert_not_taken(k, "{'path': {'push': {'state': 5}}}", "/path/push/state");
  assert_not_taken(k, "{'path': {'push': {'id': 0, 'state': {'list': {'rows': 5}}}}}",
                   "/path/push/state/list/rows");
  end_store(k);
  kit_open(k, navigation(), "{'path': []}");
  assert_not_taken(k, "{'path': {'setPath': 5}}", "/path/setPath");
  assert_not_taken(k, "{'path': {'setPath': [{'counter': {}}, {'list': {'rows': 5}}]}}",
                   "/path/setPath/1/list/rows");
}

/* --------------------------------------------------------------------- known cases */

static kmk_reducer *slot_of(const kmk_slot_options *options, kmk_reducer *destination) {
  return kmk_presentation(writer(), "/slot", "slot", options, destination);
}

static void assert_taken(kit *k, kmk_reducer *reducer, const char *value) {
  char initial[64];
  snprintf(initial, sizeof initial, "{'slot': %s}", value);
  kmk_store_free(open_store(k->loop, reducer, initial));
}

TEST(M63_a_destination_may_be_a_case_that_it_reaches_or_an_alert) {
  const char *const alerts[] = {"alert", NULL};
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral_cases = alerts;
  assert_taken(k, slot_of(&options, screens()), "{'counter': {}}");
  assert_taken(k, slot_of(&options, screens()), "'counter'");
  assert_taken(k, slot_of(&options, screens()), "{'alert': {'title': 'Sure?'}}");
  assert_taken(k, slot_of(NULL, screens()), "null");
}

TEST(M63_a_destination_may_be_another_case_if_a_reducer_beside_may_know_it) {
  kmk_reducer *members[] = {screens(), counter()};
  assert_taken(k, slot_of(NULL, kmk_combine(2, members)), "{'about': {}}");
  kmk_slot_options declared = KMK_SLOT_OPTIONS_INIT;
  declared.kind = KMK_STATE_ENUM;
  assert_taken(k, slot_of(&declared, screens()), "'about'");
  assert_taken(k, slot_of(NULL, counter()), "{'count': 1, 'more': 2}");
}

/* ------------------------------------------------------------- rows keep their shape */

TEST(E52_a_paths_entry_keeps_its_form) {
  const char *path = "{'path': [{'id': 0, 'element': {'counter': {'count': 0}}}]}";
  kit_open(k, stack(), path);
  assert_refused(k, "{'remove': '/path/0/id'}", NULL);
  assert_refused(k, "{'remove': '/path/0/element'}", NULL);
  assert_refused(k, "{'set': ['/path/0/id', 'x']}", NULL);
  assert_refused(k, "{'set': ['/path/0/id', -1]}", NULL);
  assert_refused(k, "{'set': ['/path/0/other', 1]}", NULL);
  assert_refused(k, "{'set': ['/path/0/element', 5]}", NULL);
  assert_refused(k, "{'insert': ['/path/-', 5]}", NULL);
  assert_state_text(k->store, path);
  send_ok(k->store, "{'set': ['/path/0/id', 4]}");
  assert_int_equal(written, KMK_OK);
}
