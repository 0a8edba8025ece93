/* A function for each case (P11), and the empty reducer (P12). */
#include "support.h"

/* The functions that were called, with their arguments. */
typedef struct trace {
  int calls, freed;
} trace;

static void free_trace(void *data) { ++((trace *)data)->freed; }

static kmk_effect *increment(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)env;
  assert_true(json_is_null(payload));
  ++((trace *)data)->calls;
  kmk_state_set_new(state, "/count",
                    json_integer(json_integer_value(kmk_state_get(state, "/count")) + 1));
  return NULL;
}

static kmk_effect *set_count(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)env;
  ++((trace *)data)->calls;
  kmk_state_set(state, "/count", payload);
  return kmk_effect_send_new(json_string("increment"));
}

static kmk_effect *move(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/count", json_object_get(payload, "by"));
  return NULL;
}

static const kmk_handler known[] = {
    {"increment", NULL, increment},
    {"setCount", "integer", set_count},
    {"move", "by: integer, to: text?", move},
    {"child", "any", NULL},
};

static kmk_reducer *handling(trace *t) {
  kmk_reducer *parent = kmk_handlers(KMK_COUNT(known), known, t, free_trace);
  return kmk_if_let(parent, "/child", "child", NULL, counter());
}

static void refused(kmk_store *store, const char *action, const char *path, const char *message) {
  kmk_error error;
  json_t *value = json_of(action);
  assert_int_equal(kmk_store_send(store, value, &error), KMK_ERR_DECODE);
  json_decref(value);
  assert_string_equal(error.path, path);
  assert_string_equal(error.message, message);
}

TEST(P11_the_function_of_the_case_is_called_with_its_payload) {
  trace t = {0, 0};
  kit_open(k, handling(&t), "{'count': 0, 'child': {'count': 5}}");
  send_ok(k->store, "'increment'");
  send_ok(k->store, "{'increment': {}}");
  assert_state_text(k->store, "{'count':2,'child':{'count':5}}");
  send_ok(k->store, "{'setCount': 7}");
  assert_state_text(k->store, "{'count':8,'child':{'count':5}}");
  send_ok(k->store, "{'move': {'by': 3}}");
  assert_state_text(k->store, "{'count':3,'child':{'count':5}}");
  assert_int_equal(t.calls, 4);
  end_store(k);
  assert_int_equal(t.freed, 1);
}

TEST(P11_a_case_without_a_function_is_another_reducers) {
  static trace t; /* the store ends after the test has returned */
  kit_open(k, handling(&t), "{'count': 0, 'child': {'count': 5}}");
  send_ok(k->store, "{'child': 'inc'}");
  assert_state_text(k->store, "{'count':0,'child':{'count':6}}");
  assert_int_equal(t.calls, 0);
}

TEST(P11_any_other_action_is_refused) {
  static trace t; /* the store ends after the test has returned */
  kit_open(k, handling(&t), "{'count': 0, 'child': null}");
  refused(k->store, "'nope'", "", "found nope; expected one of increment, setCount, move, child");
  refused(k->store, "{'setCount': 'x'}", "/setCount", "expected an integer, found text \"x\"");
  refused(k->store, "{'move': {'to': 'x'}}", "/move/by", "expected an integer, found nothing");
  assert_int_equal(t.calls, 0);
}

static kmk_effect *note(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)payload, (void)env, (void)data;
  json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
  kmk_state_set_new(state, "/count", json_integer(count + 100));
  return NULL;
}

/* Two tables, as a feature in two files has them, with an empty reducer between them that declares no cases. */
static kmk_reducer *in_two_files(void) {
  kmk_reducer *first = KMK_HANDLERS({"move", "by: integer", move}, {"both", NULL, note});
  kmk_reducer *second = KMK_HANDLERS({"note", NULL, note}, {"both", "text?", note},
                                     {"child", "any", NULL}, {"child2", "any", NULL});
  second = kmk_if_let(second, "/child", "child", NULL, counter());
  return KMK_COMBINE(first, kmk_empty(), second);
}

TEST(A60_tables_in_a_combine_know_the_cases_of_all) {
  kit_open(k, in_two_files(), "{'count': 0, 'child': {'count': 0}}");
  send_ok(k->store, "{'move': {'by': 3}}");
  send_ok(k->store, "'note'");
  send_ok(k->store, "{'child': 'inc'}");
  assert_state_text(k->store, "{'count':103,'child':{'count':1}}");
  /* Each table runs its own handler. */
  send_ok(k->store, "'both'");
  assert_state_text(k->store, "{'count':303,'child':{'count':1}}");
  refused(k->store, "'notes'", "",
          "found notes; did you mean note? expected one of move, both, note, child, child2");
  refused(k->store, "{'move': 3}", "/move", "expected an object, found 3");
  refused(k->store, "{'note': 3}", "/note", "expected no payload, null or {}, found 3");
  /* A case in both tables must match both declarations. */
  refused(k->store, "{'both': 'x'}", "/both", "expected no payload, null or {}, found text \"x\"");
  refused(k->store, "[]", "",
          "found an empty array; expected one of move, both, note, child, child2");
}

TEST(A60_what_is_attached_to_one_table_reads_the_actions_of_the_others) {
  kmk_reducer *first = kmk_presentation(KMK_HANDLERS({"move", "by: integer", move}), "/child",
                                        "child", NULL, counter());
  kit_open(k, KMK_COMBINE(first, KMK_HANDLERS({"child", "any", NULL})), "{'child': {'count': 0}}");
  send_ok(k->store, "{'child': {'presented': 'inc'}}");
  assert_state_text(k->store, "{'child':{'count':1}}");
  refused(k->store, "{'child': 'dismis'}", "/child",
          "found dismis; did you mean dismiss? expected one of dismiss, presented");
}

TEST(A60_cases_around_and_inside_a_combine) {
  kmk_reducer *both = KMK_COMBINE(KMK_CASES(counter(), {"inc", NULL}, {"dec", NULL}),
                                  kmk_undoable(KMK_HANDLERS({"note", NULL, note}), NULL));
  kit_open(k, KMK_CASES(both, {"inc", NULL}, {"note", NULL}, {"undo", NULL}), "{'count': 0}");
  send_ok(k->store, "'inc'");
  send_ok(k->store, "'note'");
  send_ok(k->store, "'undo'");
  assert_state_text(k->store, "{'count':1}");
  refused(k->store, "'dec'", "", "found dec; expected one of inc, note, undo");
}

TEST(P11_a_table_is_written_where_it_is_used) {
  kit_open(k, KMK_HANDLERS({"move", "by: integer", move}, {"stay", NULL, NULL}), "{'count': 0}");
  send_ok(k->store, "{'move': {'by': 4}}");
  send_ok(k->store, "'stay'");
  assert_state_text(k->store, "{'count':4}");
}

TEST(P11_a_mistake_makes_an_invalid_reducer) {
  static const kmk_handler wrong[] = {
      {NULL, NULL, move}, {"a.b", NULL, move}, {"", NULL, move}, {"a", "integers", move}};
  static const kmk_handler twice[] = {{"a", NULL, move}, {"b", NULL, NULL}, {"a", "text", NULL}};
  trace t = {0, 0};
  for (size_t i = 0; i <= KMK_COUNT(wrong) + 1; i++) {
    kmk_error error;
    json_t *empty = json_object();
    const kmk_handler *handlers = i < KMK_COUNT(wrong) ? &wrong[i] : twice;
    size_t count = i < KMK_COUNT(wrong) ? 1 : KMK_COUNT(twice);
    if (i > KMK_COUNT(wrong))
      handlers = NULL;
    assert_null(
        kmk_store_new(k->loop, kmk_handlers(count, handlers, &t, free_trace), empty, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    if (i == KMK_COUNT(wrong))
      assert_string_equal(error.message, "kmk_handlers: the case \"a\" occurs twice");
    assert_int_equal(t.freed, (int)i + 1);
    json_decref(empty);
  }
  kmk_reducer_free(kmk_handlers(0, NULL, NULL, NULL));
}

TEST(P12_the_empty_reducer_changes_nothing) {
  kit_open(k, kmk_if_let(counter(), "/shown", "shown", NULL, kmk_empty()),
           "{'count': 0, 'shown': {'title': 'x'}}");
  send_ok(k->store, "{'shown': 'anything'}");
  assert_state_text(k->store, "{'count':0,'shown':{'title':'x'}}");
}

static kmk_effect *keep(kmk_state *state, const json_t *payload, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/kept", payload);
  return NULL;
}

TEST(P11_an_empty_object_is_given_to_a_case_that_declares_objects) {
  static const kmk_handler keeping[] = {{"map", "[text: text]", keep},
                                        {"labels", "depth: integer?", keep},
                                        {"object", "{depth: integer?}?", keep},
                                        {"none", NULL, keep},
                                        {"any", "any", keep}};
  kit_open(k, kmk_handlers(KMK_COUNT(keeping), keeping, NULL, NULL), "{'kept': 0}");
  const char *objects[] = {"{'map': {}}", "{'labels': {}}", "{'object': {}}"};
  for (size_t i = 0; i < COUNT_OF(objects); i++) {
    send_ok(k->store, objects[i]);
    assert_state_text(k->store, "{'kept': {}}");
    send_ok(k->store, i == 0 ? "{'map': {'a': 'b'}}" : "{'any': 1}");
  }
  const char *others[] = {"{'none': {}}", "{'any': {}}", "'labels'", "{'object': null}"};
  for (size_t i = 0; i < COUNT_OF(others); i++) {
    send_ok(k->store, others[i]);
    assert_state_text(k->store, "{'kept': null}");
    send_ok(k->store, "{'any': 1}");
  }
}
