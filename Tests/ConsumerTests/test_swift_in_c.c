/* A feature written in Swift inside a reducer tree written in C. */
#include "mixed_support.h"

/* {"destination": null or {"profile": Profile}, "pinned": [Pin]}
 * "open", "openSigned", "clear", {"rename": TEXT} without the profile's own reducer, {"replace": STATE}
 * of the whole state; and the actions of "destination" and "pinned". */
static kmk_effect *home(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)env, (void)user_data;
  const json_t *payload;
  if (kmk_action_is(action, "open")) {
    json_t *profile = mixed_json("{'profile': {'name': 'Ann', 'age': 41, 'counted': {'ratio': 0.5},"
                                 " 'sheet': null}}");
    assert_int_equal(kmk_state_set_new(state, "/destination", profile), KMK_OK);
  } else if (kmk_action_is(action, "clear")) {
    kmk_state_set_new(state, "/destination", json_null());
  } else if ((payload = kmk_action_payload(action, "rename"))) {
    kmk_state_set(state, "/destination/profile/name", payload);
  } else if ((payload = kmk_action_payload(action, "replace"))) {
    kmk_state_set(state, "", payload);
  }
  return NULL;
}

static kmk_reducer *tree(void) {
  kmk_reducer *parent = kmk_for_each(kmk_reducer_new(home, NULL, NULL), "/pinned", "pinned", "id",
                                     kmk_feature("Pin"));
  return kmk_presentation(parent, "/destination", "destination", NULL,
                          kmk_scope_case("profile", "profile", kmk_feature("Profile")));
}

#define PROFILE(sheet)                                                                             \
  "{'profile': {'name': 'Ann', 'age': 41, 'counted': {'ratio': 0.5}, 'sheet': " sheet "}}"
#define HOME(destination) "{'destination': " destination ", 'pinned': []}"
#define IN_PROFILE(action) "{'destination': {'presented': {'profile': " action "}}}"
#define IN_SHEET(action) IN_PROFILE("{'sheet': {'presented': " action "}}")
#define SHEET "/destination/profile/sheet"

static void open_home(mixed *m, const char *initial) {
  kmk_error error;
  json_t *state = mixed_json(initial);
  m->store = kmk_store_new(m->loop, tree(), state, &error);
  json_decref(state);
  if (m->store == NULL)
    fail_msg("%s %s", error.path, error.message);
}

/* The outer presentation has the id 0, and the inner presentation has 1. */
static mixed *with_sheet(void **state) {
  mixed *m = *state;
  open_home(m, HOME("null"));
  mixed_send(m, "'open'");
  mixed_send(m, IN_PROFILE("'open'"));
  mixed_send(m, IN_SHEET("'start'"));
  mixed_advance(m, 2.5);
  mixed_assert(m, SHEET "/note", "'..'");
  mixed_assert_id(m, "/destination", "0");
  mixed_assert_id(m, SHEET, "1");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  return m;
}

static void D61_its_presentation_and_its_effects_live_on_from_action_to_action(void **state) {
  mixed *m = with_sheet(state);
  mixed_send(m, IN_PROFILE("'grow'"));
  mixed_send(m, IN_SHEET("{'write': 'a'}"));
  mixed_send(m, "'nothing that anybody knows'");
  mixed_advance(m, 1);
  mixed_assert(m, "/destination/profile/age", "42");
  mixed_assert(m, SHEET "/note", "'a.'");
  mixed_assert_id(m, SHEET, "1");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  assert_string_equal(m->issues, "");
}

static void D61_a_write_from_c_beside_what_it_presents_ends_nothing(void **state) {
  mixed *m = with_sheet(state);
  mixed_send(m, "{'rename': 'Bob'}");
  mixed_assert_id(m, SHEET, "1");
  mixed_advance(m, 1);
  mixed_assert(m, "/destination/profile/name", "'Bob'");
  mixed_assert(m, SHEET "/note", "'...'");
  mixed_assert_id(m, SHEET, "1");
  mixed_send(m, IN_SHEET("'openHelp'"));
  mixed_assert_id(m, SHEET "/help", "2");
  mixed_send(m, "{'rename': 'Cid'}");
  mixed_assert_id(m, SHEET "/help", "2");
  assert_string_equal(m->issues, "");
}

static void D11_a_document_that_is_written_over_it_is_compared(void **state) {
  mixed *m = with_sheet(state);
  mixed_send(m, "{'replace': " HOME(PROFILE("{'note': 'b', 'help': null}")) "}");
  mixed_assert_id(m, SHEET, "1");
  mixed_advance(m, 1);
  mixed_assert(m, SHEET "/note", "'b.'");
  mixed_send(m, "{'replace': " HOME(PROFILE("null")) "}");
  mixed_assert_id(m, SHEET, NULL);
  mixed_send(m, IN_PROFILE("'grow'"));
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  mixed_send(m, "{'replace': " HOME(PROFILE("{'note': '', 'help': null}")) "}");
  mixed_assert_id(m, SHEET, "2");
}

static void D60_what_is_opened_again_presents_anew(void **state) {
  mixed *m = with_sheet(state);
  mixed_send(m, "{'destination': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  mixed_assert_id(m, SHEET, NULL);
  mixed_send(m, "'open'");
  mixed_assert_id(m, SHEET, NULL);
  mixed_send(m, IN_PROFILE("'open'"));
  mixed_assert_id(m, "/destination", "2");
  mixed_assert_id(m, SHEET, "3");
  mixed_advance(m, 3);
  mixed_assert(m, SHEET "/note", "''");
}

static void D74_it_dismisses_what_it_presents(void **state) {
  mixed *m = with_sheet(state);
  mixed_send(m, IN_SHEET("'close'"));
  assert_int_equal(kmk_loop_run_until_idle(m->loop, -1, NULL), KMK_OK);
  mixed_assert(m, SHEET, "null");
  mixed_assert_id(m, "/destination", "0");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
}

static void R10_what_it_presents_goes_on_where_the_new_reducer_has_it_too(void **state) {
  mixed *m = with_sheet(state);
  assert_int_equal(kmk_store_replace_reducer(m->store, tree(), NULL), KMK_OK);
  assert_int_equal(kmk_store_effect_count(m->store), 0);
  mixed_assert_id(m, "/destination", "0");
  mixed_assert_id(m, SHEET, "1");
  mixed_advance(m, 2);
  mixed_assert(m, SHEET "/note", "'..'");
  mixed_send(m, IN_SHEET("'start'"));
  mixed_advance(m, 1);
  mixed_assert(m, SHEET "/note", "'...'");
  mixed_assert_id(m, SHEET, "1");
  assert_string_equal(m->issues, "");
}

static void R10_a_state_that_it_cannot_read_is_refused(void **state) {
  mixed *m = with_sheet(state);
  kmk_error error = {0};
  kmk_reducer *other =
      kmk_presentation(kmk_reducer_new(home, NULL, NULL), "/destination", "destination", NULL,
                       kmk_scope_case("profile", "profile", kmk_feature("Sheet")));
  assert_int_equal(kmk_store_replace_reducer(m->store, other, &error), KMK_ERR_DECODE);
  assert_memory_equal(error.path, "/destination/profile", strlen("/destination/profile"));
  mixed_assert_id(m, SHEET, "1");
  mixed_advance(m, 1);
  mixed_assert(m, SHEET "/note", "'...'");
}

static void R4_a_store_of_a_swift_feature_takes_no_reducer_in_c(void **state) {
  mixed *m = *state;
  kmk_error error = {0};
  m->store = kmk_store_open(m->loop, "Sheet", NULL, NULL);
  assert_int_equal(kmk_store_replace_reducer(m->store, kmk_feature("Sheet"), &error),
                   KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "Swift"));
  mixed_send(m, "'start'");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
}

static void D73_it_dismisses_itself_where_c_presents_it(void **state) {
  mixed *m = *state;
  kmk_error error;
  json_t *initial = mixed_json("{'sheet': {'note': 'first', 'help': null}}");
  m->store = kmk_store_new(
      m->loop,
      kmk_presentation(kmk_combine(0, NULL), "/sheet", "sheet", NULL, kmk_feature("Sheet")),
      initial, &error);
  json_decref(initial);
  assert_non_null(m->store);
  mixed_send(m, "{'sheet': {'presented': 'start'}}");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  mixed_send(m, "{'sheet': {'presented': 'close'}}");
  assert_int_equal(kmk_loop_run_until_idle(m->loop, -1, NULL), KMK_OK);
  mixed_assert(m, "", "{'sheet': null}");
  assert_int_equal(kmk_store_effect_count(m->store), 0);
}

static void what_it_presents_in_the_first_state_has_an_id_at_once(void **state) {
  mixed *m = *state;
  open_home(m, HOME(PROFILE("{'note': '', 'help': {'text': ''}}")));
  mixed_assert_id(m, "/destination", "0");
  mixed_assert_id(m, SHEET "/help", "1");
  mixed_assert_id(m, SHEET, "2");
  assert_int_equal(kmk_store_dismiss_id(m->store, "destination.presented.profile.sheet", "1", NULL),
                   KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(m->store, "destination.presented.profile.sheet", "2", NULL),
                   KMK_OK);
  mixed_assert(m, SHEET, "null");
}

static void count_present(const char *id, const char *name, const json_t *value, void *counts) {
  (void)id, (void)name, (void)value;
  ++((int *)counts)[0];
}

static void count_update(const char *id, const json_t *value, void *counts) {
  (void)id, (void)value;
  ++((int *)counts)[1];
}

static void count_dismiss(const char *id, void *counts) {
  (void)id;
  ++((int *)counts)[2];
}

static void J6_a_view_of_what_it_presents_is_told_of_its_life(void **state) {
  mixed *m = *state;
  int told[3] = {0};
  const kmk_presentation_callbacks view = {sizeof view, count_present, count_update, count_dismiss};
  open_home(m, HOME("null"));
  kmk_subscription *subscription =
      kmk_store_observe_presentation(m->store, SHEET, &view, told, NULL, NULL);
  assert_non_null(subscription);
  mixed_send(m, "'open'");
  assert_int_equal(told[0], 0);
  mixed_send(m, IN_PROFILE("'open'"));
  mixed_send(m, IN_SHEET("{'write': 'a'}"));
  mixed_send(m, "{'rename': 'Bob'}");
  assert_int_equal(told[0], 1);
  assert_int_equal(told[2], 0);
  assert_true(told[1] >= 1);
  mixed_send(m, "{'destination': 'dismiss'}");
  assert_int_equal(told[0], 1);
  assert_int_equal(told[2], 1);
  kmk_subscription_free(subscription);
}

static void F3_each_row_has_its_own(void **state) {
  mixed *m = *state;
  open_home(m, "{'destination': null, 'pinned': [{'id': 1, 'note': ''}, {'id': 2, 'note': ''}]}");
  mixed_send(m, "{'pinned': {'element': {'id': 1, 'action': 'start'}}}");
  mixed_send(m, "{'pinned': {'element': {'id': 2, 'action': 'start'}}}");
  mixed_advance(m, 1);
  mixed_send(m, "{'pinned': {'element': {'id': 2, 'action': {'write': 'b'}}}}");
  mixed_advance(m, 1);
  mixed_assert(m, "/pinned/0/note", "'..'");
  mixed_assert(m, "/pinned/1/note", "'b.'");
  mixed_send(m, "{'replace': {'destination': null, 'pinned': [{'id': 2, 'note': 'c'}]}}");
  mixed_send(m, "'nothing that anybody knows'");
  assert_int_equal(kmk_store_effect_count(m->store), 1);
  mixed_advance(m, 1);
  mixed_assert(m, "/pinned/0/note", "'c.'");
}

static void M9_what_does_not_fit_it_is_refused_and_changes_nothing(void **state) {
  mixed *m = with_sheet(state);
  kmk_error error;
  assert_int_equal(mixed_refused(m, IN_SHEET("'nope'"), &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/presented/profile/sheet/presented");
  assert_non_null(strstr(error.message, "openHelp"));
  assert_int_equal(mixed_refused(m, IN_PROFILE("{'move': {'from': 1, 'to': 'x'}}"), &error),
                   KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/presented/profile/move/to");
  mixed_assert(m, SHEET "/note", "'..'");
  assert_int_equal(kmk_store_effect_count(m->store), 1);

  json_t *misfit = mixed_json(HOME("{'profile': {'name': 5}}"));
  assert_null(kmk_store_new(m->loop, tree(), misfit, &error));
  json_decref(misfit);
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/profile/name");
}

static void M9_a_state_from_c_that_does_not_fit_it_is_an_issue(void **state) {
  mixed *m = with_sheet(state);
  mixed_send(m, "{'rename': 5}");
  assert_string_equal(m->issues, "");
  mixed_send(m, IN_PROFILE("'grow'"));
  assert_string_equal(m->issues, "action-misfit ");
  mixed_assert(m, "/destination/profile/name", "5");
  mixed_send(m, "{'rename': 'Dan'}");
  mixed_send(m, IN_PROFILE("'grow'"));
  mixed_assert(m, "/destination/profile/age", "42");
  assert_string_equal(m->issues, "action-misfit ");
}

static json_t *described(const char *feature) {
  kmk_error error = {0};
  kmk_reducer *reducer = kmk_feature(feature);
  json_t *schema = kmk_reducer_describe(reducer, &error);
  kmk_reducer_free(reducer);
  if (schema == NULL)
    fail_msg("%s", error.message);
  return schema;
}

static void assert_definition(const json_t *schema, const char *name, const char *expected) {
  json_t *right = mixed_json(expected);
  json_t *found = json_object_get(json_object_get(schema, "$defs"), name);
  char *text = kmk_json_text(found, JSON_COMPACT);
  if (!json_equal(found, right))
    fail_msg("%s is %s", name, text);
  kmk_text_free(text);
  json_decref(right);
}

static void S11_what_the_types_of_a_swift_feature_tell_is_described(void **state) {
  (void)state;
  json_t *schema = described("Profile");
  assert_definition(schema, "state", "{'$ref': '#/$defs/Profile.State'}");
  assert_definition(
      schema, "Profile.State",
      "{'type': 'object', 'properties': {'name': {'type': 'string'}, 'age': {'type': "
      "'integer'}, 'counted': {'$ref': '#/$defs/Counted'}, 'sheet': {'anyOf': [{'$ref': "
      "'#/$defs/Sheet.State'}, {'type': 'null'}]}}, 'required': ['name', 'age', "
      "'counted']}");
  json_t *action = json_object_get(json_object_get(schema, "$defs"), "Profile.Action");
  json_t *cases =
      json_object_get(json_array_get(json_object_get(action, "anyOf"), 1), "properties");
  json_t *move = mixed_json("{'type': 'object', 'properties': {'from': {'type': 'integer'}, 'to': "
                            "{'type': 'integer'}}, 'required': ['from', 'to']}");
  assert_true(json_equal(json_object_get(cases, "move"), move));
  json_decref(move);
  json_decref(schema);
}

static void ignore_value(const json_t *value, void *data) { (void)value, (void)data; }

static void assert_observed(kmk_store *store, const char *pointer, const char *refusal) {
  kmk_error error = {0};
  kmk_subscription *told =
      kmk_store_observe(store, pointer, ignore_value, NULL, NULL, refusal ? &error : NULL);
  if (refusal != NULL)
    assert_string_equal(error.message, refusal);
  assert_int_equal(told == NULL, refusal != NULL);
  kmk_subscription_free(told);
}

static void S173_a_place_that_a_swift_type_excludes_is_refused(void **state) {
  mixed *m = *state;
  open_home(m, HOME(PROFILE("null")));
  assert_observed(m->store, "/destination/profile/nme",
                  "pointer: the state has no member nme at /destination/profile; did you mean "
                  "name? there are name, age, counted, sheet");
  assert_observed(m->store, "/destination/profile/age/years",
                  "pointer: the state has nothing inside at /destination/profile/age");
  /* Neither the members of an absent value nor those of the tree in C are known. */
  assert_observed(m->store, "/destination/profile/sheet/nte", NULL);
  assert_observed(m->store, "/destination/profil/name", NULL);
  /* The same for a store of the feature alone. */
  kmk_store *profile = kmk_store_open(m->loop, "Profile", NULL, NULL);
  assert_observed(profile, "/nme",
                  "pointer: the state has no member nme; did you mean name? there are name, age, "
                  "counted, sheet");
  assert_observed(profile, "/sheet/note", NULL);
  kmk_error error;
  assert_null(kmk_store_get(profile, "/nme", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_non_null(strstr(error.message, "did you mean name?"));
  kmk_store_free(profile);
}

static void S9_a_saved_state_is_read_by_a_swift_feature_inside(void **state) {
  (void)state;
  kmk_error error = {0};
  kmk_reducer *reducer = kmk_shape(tree(), "{pinned: [any] = []}");
  json_t *saved = mixed_json("{'destination': {'profile': {'name': 5}}}");
  assert_null(kmk_reducer_complete_state(reducer, saved, &error));
  assert_int_equal(error.status, KMK_ERR_DECODE);
  assert_string_equal(error.path, "/destination/profile/name");
  json_decref(saved);
  saved = mixed_json("{'destination': null}");
  json_t *whole = kmk_reducer_complete_state(reducer, saved, &error);
  assert_int_equal(json_array_size(json_object_get(whole, "pinned")), 0);
  assert_int_equal(json_object_size(whole), 2);
  json_decref(whole);
  json_decref(saved);
  kmk_reducer_free(reducer);
}

static void S3_what_a_swift_feature_writes_is_looked_at_by_the_shape_around(void **state) {
  mixed *m = *state;
  kmk_error error = {0};
  json_t *initial = mixed_json("{'profile': {'name': 'Ann', 'age': 41, 'counted': {'ratio': 0.5}, "
                               "'sheet': null}}");
  m->store = kmk_store_new(m->loop,
                           kmk_shape(kmk_scope("/profile", "profile", kmk_feature("Profile")),
                                     "{profile: {name: (Ann | Bob)}}"),
                           initial, &error);
  json_decref(initial);
  mixed_send(m, "{'profile': {'rename': 'Bob'}}");
  mixed_assert(m, "/profile/name", "'Bob'");
  assert_string_equal(m->issues, "");
  mixed_send(m, "{'profile': {'rename': 'Eve'}}");
  mixed_assert(m, "/profile/name", "'Bob'");
  assert_string_equal(m->issues, "action-misfit ");
}

/* Undo around a tree with features in Swift, and around one of them. */
static void U4_what_a_feature_in_swift_changed_is_undone(void **state) {
  mixed *m = *state;
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  json_t *home = mixed_json(HOME("null")),
         *ann = mixed_json("{'name': 'Ann', 'age': 41, 'counted': "
                           "{'ratio': 0.5}, 'sheet': null}");
  options.history_path = "/history";
  m->store = kmk_store_new(m->loop, kmk_undoable(tree(), &options), home, NULL);
  mixed_send(m, "'open'");
  mixed_send(m, IN_PROFILE("{'rename': 'Bob'}"));
  mixed_send(m, IN_PROFILE("'grow'"));
  mixed_send(m, "'undo'");
  mixed_send(m, "'undo'");
  mixed_assert(m, "/destination/profile/name", "'Ann'");
  mixed_assert(m, "/destination/profile/age", "41");
  mixed_send(m, "'redo'");
  mixed_send(m, IN_PROFILE("'grow'"));
  mixed_assert(m, "/destination/profile/name", "'Bob'");
  mixed_assert(m, "/destination/profile/age", "42");
  mixed_assert(m, "/history", "{'undo': 3, 'redo': 0}");
  kmk_store_free(m->store);

  m->store = kmk_store_new(m->loop, kmk_undoable(kmk_feature("Profile"), NULL), ann, NULL);
  mixed_send(m, "{'rename': 'Bob'}");
  mixed_send(m, "'undo'");
  mixed_assert(m, "/name", "'Ann'");
  mixed_send(m, "'redo'");
  mixed_assert(m, "/name", "'Bob'");
  json_decref(home);
  json_decref(ann);
}

int main(void) {
#define MIXED_TEST(name) cmocka_unit_test_setup_teardown(name, mixed_setup, mixed_teardown)
  const struct CMUnitTest tests[] = {
      MIXED_TEST(U4_what_a_feature_in_swift_changed_is_undone),
      MIXED_TEST(D61_its_presentation_and_its_effects_live_on_from_action_to_action),
      MIXED_TEST(D61_a_write_from_c_beside_what_it_presents_ends_nothing),
      MIXED_TEST(D11_a_document_that_is_written_over_it_is_compared),
      MIXED_TEST(D60_what_is_opened_again_presents_anew),
      MIXED_TEST(D74_it_dismisses_what_it_presents),
      MIXED_TEST(R10_what_it_presents_goes_on_where_the_new_reducer_has_it_too),
      MIXED_TEST(R10_a_state_that_it_cannot_read_is_refused),
      MIXED_TEST(R4_a_store_of_a_swift_feature_takes_no_reducer_in_c),
      MIXED_TEST(D73_it_dismisses_itself_where_c_presents_it),
      MIXED_TEST(what_it_presents_in_the_first_state_has_an_id_at_once),
      MIXED_TEST(J6_a_view_of_what_it_presents_is_told_of_its_life),
      MIXED_TEST(F3_each_row_has_its_own),
      MIXED_TEST(M9_what_does_not_fit_it_is_refused_and_changes_nothing),
      MIXED_TEST(M9_a_state_from_c_that_does_not_fit_it_is_an_issue),
      MIXED_TEST(S11_what_the_types_of_a_swift_feature_tell_is_described),
      MIXED_TEST(S173_a_place_that_a_swift_type_excludes_is_refused),
      MIXED_TEST(S9_a_saved_state_is_read_by_a_swift_feature_inside),
      MIXED_TEST(S3_what_a_swift_feature_writes_is_looked_at_by_the_shape_around),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
