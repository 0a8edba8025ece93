/* Features of both languages inside each other: their presentations across snapshots and replaced reducers. */
#include "mixed_support.h"

/* {"count": n, "note": null or {...}}: "openNote", and the actions of "note". */
static kmk_effect *screen(kmk_state *state, const json_t *action, kmk_env *env, void *user_data) {
  (void)env, (void)user_data;
  if (kmk_action_is(action, "increment"))
    kmk_state_set_new(state, "/count",
                      json_integer(json_integer_value(kmk_state_get(state, "/count")) + 1));
  else if (kmk_action_is(action, "openNote"))
    kmk_state_set_new(state, "/note", mixed_json("{'text': ''}"));
  return NULL;
}

static void register_screen(void) {
  json_t *initial = mixed_json("{'count': 0, 'note': null}");
  kmk_reducer *reducer =
      kmk_presentation(kmk_reducer_new(screen, NULL, NULL), "/note", "note", NULL, kmk_empty());
  assert_int_equal(kmk_feature_register("Screen", reducer, initial, NULL), KMK_OK);
  json_decref(initial);
}

/* The saved form of the store. */
static json_t *saved(const mixed *m) {
  kmk_snapshot *snapshot = kmk_store_snapshot(m->store, NULL);
  json_t *json = kmk_snapshot_json(snapshot, 1, NULL);
  kmk_snapshot_free(snapshot);
  assert_non_null(json);
  return json;
}

static void restore(const mixed *m, const json_t *json) {
  kmk_error error = {0};
  kmk_snapshot *snapshot = kmk_snapshot_new(json, NULL, &error);
  if (snapshot == NULL || kmk_store_restore(m->store, snapshot, &error) != KMK_OK)
    fail_msg("%s %s", error.path, error.message);
  kmk_snapshot_free(snapshot);
}

static void assert_saved_again(const mixed *m, json_t *before) {
  json_t *now = saved(m);
  char *one = json_dumps(before, JSON_COMPACT), *other = json_dumps(now, JSON_COMPACT);
  assert_string_equal(other, one);
  free(one);
  free(other);
  json_decref(now);
}

#define IN_SCREEN(action) "{'screen': {'presented': " action "}}"

static void open_shelf(mixed *m) {
  kmk_error error = {0};
  m->store = kmk_store_open(m->loop, "Shelf", NULL, &error);
  assert_string_equal(error.message, "");
}

/* Opens, closes and opens again, so that the ids differ from a new store's. */
static json_t *fill_shelf(mixed *m) {
  open_shelf(m);
  mixed_send(m, "'open'");
  mixed_send(m, IN_SCREEN("'openNote'"));
  mixed_send(m, "{'screen': 'dismiss'}");
  mixed_send(m, "'open'");
  mixed_send(m, IN_SCREEN("'openNote'"));
  mixed_send(m, "{'pin': 7}");
  mixed_assert_id(m, "/screen", "2");
  mixed_assert_id(m, "/screen/note", "3");
  mixed_assert_id(m, "/pinned/0/screen/note", "3");
  return saved(m);
}

static void assert_shelf(const mixed *m) {
  mixed_assert_id(m, "/screen", "2");
  mixed_assert_id(m, "/screen/note", "3");
  mixed_assert_id(m, "/pinned/0/screen/note", "3");
}

static void R71_what_c_presents_inside_of_swift_is_there_again_in_a_new_store(void **state) {
  mixed *m = *state;
  json_t *json = fill_shelf(m);
  kmk_store_free(m->store);
  open_shelf(m);
  restore(m, json);
  assert_shelf(m);
  assert_saved_again(m, json);
  mixed_send(m, IN_SCREEN("'increment'"));
  mixed_send(m, "{'pinned': {'element': {'id': 7, 'action': 'increment'}}}");
  assert_shelf(m);
  mixed_send(m, IN_SCREEN("{'note': 'dismiss'}"));
  mixed_send(m, IN_SCREEN("'openNote'"));
  mixed_assert_id(m, "/screen/note", "4");
  json_decref(json);
  assert_string_equal(m->issues, "");
}

static void R71_and_in_the_store_that_lives(void **state) {
  mixed *m = *state;
  json_t *json = fill_shelf(m);
  restore(m, json);
  assert_shelf(m);
  mixed_send(m, "{'screen': 'dismiss'}");
  restore(m, json);
  assert_shelf(m);
  mixed_send(m, IN_SCREEN("{'note': 'dismiss'}"));
  mixed_send(m, IN_SCREEN("'openNote'"));
  mixed_assert_id(m, "/screen/note", "4");
  restore(m, json);
  assert_shelf(m);
  assert_saved_again(m, json);
  json_decref(json);
}

static void R71_and_where_the_swift_feature_is_in_c(void **state) {
  mixed *m = *state;
  json_t *initial = mixed_json("{'shelf': {'opened': 0, 'screen': null, 'pinned': []}}");
  m->store =
      kmk_store_new(m->loop, kmk_scope("/shelf", "shelf", kmk_feature("Shelf")), initial, NULL);
  json_decref(initial);
  mixed_send(m, "{'shelf': 'open'}");
  mixed_send(m, "{'shelf': {'screen': 'dismiss'}}");
  mixed_send(m, "{'shelf': 'open'}");
  mixed_send(m, "{'shelf': " IN_SCREEN("'openNote'") "}");
  mixed_assert_id(m, "/shelf/screen", "1");
  mixed_assert_id(m, "/shelf/screen/note", "2");
  json_t *json = saved(m);
  kmk_store_free(m->store);
  kmk_snapshot *snapshot = kmk_snapshot_new(json, NULL, NULL);
  m->store = kmk_store_new_from(m->loop, kmk_scope("/shelf", "shelf", kmk_feature("Shelf")),
                                snapshot, NULL);
  kmk_snapshot_free(snapshot);
  mixed_assert_id(m, "/shelf/screen", "1");
  mixed_assert_id(m, "/shelf/screen/note", "2");
  mixed_send(m, "{'shelf': " IN_SCREEN("'increment'") "}");
  mixed_assert_id(m, "/shelf/screen/note", "2");
  json_decref(json);
}

/* ----------------------------------------------------------- replaced by the other language */

/* The Swift profile's reducer tree, without its behaviour. */
static kmk_reducer *profile_in_c(void) {
  kmk_reducer *sheet = kmk_presentation(kmk_empty(), "/help", "help", NULL, kmk_empty());
  return kmk_presentation(kmk_empty(), "/sheet", "sheet", NULL, sheet);
}

static kmk_reducer *tree(kmk_reducer *profile, kmk_reducer *row) {
  return kmk_combine(2, (kmk_reducer *[]){kmk_scope("/profile", "profile", profile),
                                          kmk_for_each(kmk_empty(), "/rows", "rows", NULL, row)});
}

static kmk_reducer *in_swift(void) { return tree(kmk_feature("Profile"), kmk_feature("Profile")); }

static kmk_reducer *in_c(void) { return tree(profile_in_c(), profile_in_c()); }

#define PROFILE(id, sheet)                                                                         \
  "{'id': " id ", 'name': '', 'age': 1, 'counted': {'ratio': 0.5}, 'sheet': " sheet "}"
#define SHEET(help) "{'note': '', 'help': " help "}"
#define BOTH                                                                                       \
  "{'profile': " PROFILE("0", SHEET("{'text': ''}")) ", 'rows': [" PROFILE(                        \
      "1", SHEET("null")) ", " PROFILE("2", SHEET("{'text': ''}")) "]}"

static const char *const slots[] = {"/profile/sheet", "/profile/sheet/help", "/rows/0/sheet",
                                    "/rows/1/sheet", "/rows/1/sheet/help"};
enum { SLOTS = sizeof slots / sizeof *slots };

static void take_over(void **state, kmk_reducer *first, kmk_reducer *(*const next[])(void),
                      size_t count) {
  mixed *m = *state;
  kmk_error error = {0};
  json_t *initial = mixed_json(BOTH);
  m->store = kmk_store_new(m->loop, first, initial, &error);
  json_decref(initial);
  if (m->store == NULL)
    fail_msg("%s %s", error.path, error.message);
  char *ids[SLOTS];
  for (size_t i = 0; i < SLOTS; i++) {
    ids[i] = kmk_store_presentation_id(m->store, slots[i], NULL);
    assert_non_null(ids[i]);
  }
  for (size_t at = 0; at < count; at++) {
    if (kmk_store_replace_reducer(m->store, next[at](), &error) != KMK_OK)
      fail_msg("%s %s", error.path, error.message);
    for (size_t i = 0; i < SLOTS; i++)
      mixed_assert_id(m, slots[i], ids[i]);
  }
  for (size_t i = 0; i < SLOTS; i++)
    kmk_text_free(ids[i]);
  assert_string_equal(m->issues, "");
}

static void R13_what_swift_presents_goes_on_in_c(void **state) {
  kmk_reducer *(*const next[])(void) = {in_c, in_c, in_swift, in_swift, in_c};
  take_over(state, in_swift(), next, 5);
}

static void R13_what_c_presents_goes_on_in_swift(void **state) {
  kmk_reducer *(*const next[])(void) = {in_swift, in_c, in_swift};
  take_over(state, in_c(), next, 3);
}

static void R13_no_view_is_dismissed(void **state) {
  mixed *m = *state;
  int told[2] = {0};
  const kmk_presentation_callbacks view = {sizeof view, mixed_count_present, NULL,
                                           mixed_count_dismiss};
  json_t *initial = mixed_json(BOTH);
  m->store = kmk_store_new(m->loop, in_swift(), initial, NULL);
  json_decref(initial);
  kmk_subscription *subscription =
      kmk_store_observe_presentation(m->store, "/profile/sheet", &view, told, NULL, NULL);
  assert_int_equal(kmk_store_replace_reducer(m->store, in_c(), NULL), KMK_OK);
  assert_int_equal(kmk_store_replace_reducer(m->store, in_swift(), NULL), KMK_OK);
  assert_int_equal(told[0], 1);
  assert_int_equal(told[1], 0);
  kmk_subscription_free(subscription);
}

int main(void) {
#define MIXED_TEST(name) cmocka_unit_test_setup_teardown(name, mixed_setup, mixed_teardown)
  const struct CMUnitTest tests[] = {
      MIXED_TEST(R71_what_c_presents_inside_of_swift_is_there_again_in_a_new_store),
      MIXED_TEST(R71_and_in_the_store_that_lives),
      MIXED_TEST(R71_and_where_the_swift_feature_is_in_c),
      MIXED_TEST(R13_what_swift_presents_goes_on_in_c),
      MIXED_TEST(R13_what_c_presents_goes_on_in_swift),
      MIXED_TEST(R13_no_view_is_dismissed),
  };
  if (team_register() != 0)
    return 1;
  register_screen();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
