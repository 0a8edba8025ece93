/* An alert of a feature written in Swift: C shows the alert's state, and sends its buttons' actions. */
#include "mixed_support.h"

static int open_drafts(void **state) {
  if (mixed_setup(state) != 0)
    return 1;
  mixed *m = *state;
  m->store = kmk_store_open(m->loop, "Drafts", NULL, NULL);
  return m->store == NULL;
}

/* Sends a button's action as it stands in the state, like a program whose user clicks the button. */
static void press(const mixed *m, const char *slot, int index) {
  char pointer[64];
  snprintf(pointer, sizeof pointer, "/%s/buttons/%d/action", slot, index);
  json_t *answer = kmk_store_get(m->store, pointer, NULL);
  assert_non_null(answer);
  json_t *action = json_is_null(answer) ? json_pack("{s:s}", slot, "dismiss")
                                        : json_pack("{s:{s:O}}", slot, "presented", answer);
  json_decref(answer);
  assert_int_equal(kmk_store_send_new(m->store, action, NULL), KMK_OK);
}

static void T4_an_alert_is_read_with_its_texts_roles_and_actions(void **state) {
  const mixed *m = *state;
  mixed_assert(m, "/alert", "null");
  mixed_send(m, "{'askToDelete': 'list'}");
  mixed_assert(m, "/alert/title", "[{'text': 'Delete '}, {'text': 'list', 'styles': ['bold']}]");
  mixed_assert(m, "/alert/message", "'For ever.'");
  mixed_assert(
      m, "/alert/buttons",
      "[{'label': 'Delete', 'role': 'destructive', 'action': {'delete': {'name': 'list'}}},"
      " {'label': 'Delete all', 'role': null, 'action': 'clear'},"
      " {'label': 'Keep', 'role': 'cancel', 'action': null}]");
  mixed_send(m, "'askWhat'");
  mixed_assert(m, "/dialog/title", "'Which?'");
  mixed_assert(m, "/dialog/titleVisibility", "'visible'");
  mixed_assert(m, "/dialog/buttons/1/label", "'list'");
}

static void T4_a_saved_state_brings_its_alert_back(void **state) {
  const mixed *m = *state;
  mixed_send(m, "{'askToDelete': 'list'}");
  json_t *saved = kmk_store_get(m->store, "", NULL);
  kmk_store *again = kmk_store_open(m->loop, "Drafts", saved, NULL);
  assert_non_null(again);
  json_t *restored = kmk_store_get(again, "", NULL);
  assert_true(json_equal(restored, saved));
  json_decref(restored);
  json_decref(saved);
  kmk_store_free(again);
}

static void T8_the_action_at_a_button_is_what_is_sent(void **state) {
  const mixed *m = *state;
  mixed_send(m, "{'askToDelete': 'list'}");
  press(m, "alert", 0);
  mixed_assert(m, "", "{'names': ['letter'], 'alert': null, 'dialog': null}");
  mixed_send(m, "{'askToDelete': 'letter'}");
  press(m, "alert", 2);
  mixed_assert(m, "", "{'names': ['letter'], 'alert': null, 'dialog': null}");
  mixed_send(m, "'askWhat'");
  press(m, "dialog", 0);
  mixed_assert(m, "", "{'names': [], 'alert': null, 'dialog': null}");
  assert_string_equal(m->issues, "");
}

static void T8_another_action_is_refused_and_one_that_is_late_an_issue(void **state) {
  const mixed *m = *state;
  kmk_error error;
  mixed_send(m, "{'askToDelete': 'list'}");
  assert_int_equal(mixed_refused(m, "{'alert': {'presented': 'keep'}}", &error), KMK_ERR_DECODE);
  assert_string_equal(error.path, "/alert/presented");
  mixed_assert(m, "/alert/message", "'For ever.'");
  press(m, "alert", 1);
  mixed_send(m, "{'alert': {'presented': 'clear'}}");
  assert_string_equal(m->issues, "absent-destination ");
  mixed_assert(m, "/names", "[]");
}

static void note_presented(const char *id, const char *state_case, const json_t *value,
                           void *data) {
  (void)id, (void)state_case;
  snprintf(data, 64, "%s", json_string_value(json_object_get(value, "message")));
}

static void note_dismissed(const char *id, void *data) {
  (void)id;
  snprintf(data, 64, "none");
}

static void D41_a_view_is_told_of_the_alert_and_that_its_answer_closed_it(void **state) {
  const mixed *m = *state;
  char shown[64] = "";
  const kmk_presentation_callbacks view = {sizeof view, note_presented, NULL, note_dismissed};
  kmk_subscription *subscription =
      kmk_store_observe_presentation(m->store, "/alert", &view, shown, NULL, NULL);
  assert_non_null(subscription);
  mixed_send(m, "{'askToDelete': 'list'}");
  assert_string_equal(shown, "For ever.");
  press(m, "alert", 0);
  assert_string_equal(shown, "none");
  kmk_subscription_free(subscription);
}

static kmk_effect *renames(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  if (kmk_action_is(action, "rename"))
    assert_int_equal(kmk_state_set_new(state, "/app/names/0", mixed_json("'other'")), KMK_OK);
  if (kmk_action_is(action, "again")) {
    json_t *alert = json_deep_copy(kmk_state_get(state, "/app/alert"));
    assert_int_equal(kmk_state_set_new(state, "/app/alert", alert), KMK_OK);
  }
  (void)env, (void)data;
  return NULL;
}

static void D48_a_write_beside_an_alert_leaves_it_and_one_of_it_shows_another(void **state) {
  mixed *m = *state;
  json_t *own = json_pack("{s:o}", "app", kmk_store_state(m->store));
  kmk_store_free(m->store);
  m->store = kmk_store_new(
      m->loop,
      kmk_combine(2, (kmk_reducer *[]){kmk_reducer_new(renames, NULL, NULL),
                                       kmk_scope("/app", "app", kmk_feature("Drafts"))}),
      own, NULL);
  json_decref(own);
  assert_non_null(m->store);
  mixed_send(m, "{'app': {'askToDelete': 'letter'}}");
  char *id = kmk_store_presentation_id(m->store, "/app/alert", NULL);
  mixed_send(m, "'rename'");
  mixed_send(m, "{'app': 'askWhat'}");
  mixed_assert_id(m, "/app/alert", id);
  mixed_send(m, "'again'");
  mixed_send(m, "{'app': 'askWhat'}");
  char *other = kmk_store_presentation_id(m->store, "/app/alert", NULL);
  assert_string_not_equal(other, id);
  kmk_text_free(id), kmk_text_free(other);
}

int main(void) {
#define MIXED_TEST(name) cmocka_unit_test_setup_teardown(name, open_drafts, mixed_teardown)
  const struct CMUnitTest tests[] = {
      MIXED_TEST(T4_an_alert_is_read_with_its_texts_roles_and_actions),
      MIXED_TEST(T4_a_saved_state_brings_its_alert_back),
      MIXED_TEST(T8_the_action_at_a_button_is_what_is_sent),
      MIXED_TEST(T8_another_action_is_refused_and_one_that_is_late_an_issue),
      MIXED_TEST(D48_a_write_beside_an_alert_leaves_it_and_one_of_it_shows_another),
      MIXED_TEST(D41_a_view_is_told_of_the_alert_and_that_its_answer_closed_it),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
