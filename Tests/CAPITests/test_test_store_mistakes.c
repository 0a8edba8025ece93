/* Eleven mistakes that tests find or make, with their messages. docs/testing-c.md shows each message as it is
 * printed here. Run at the root of the repository. */
#include "trial_support.h"

#include <stdio.h>

/* ---------------------------------------------------- the feature of docs/testing-c.md */

static kmk_effect *search(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *hits = kmk_action_payload(action, "found");
  if (kmk_action_is(action, "search")) {
    kmk_state_set_new(state, "/loading", json_true());
    return kmk_effect_after_new(300 * MILLISECOND, json_pack("{s:[s]}", "found", "kumiki"));
  }
  if (hits != NULL) {
    kmk_state_set_new(state, "/loading", json_false());
    kmk_state_set(state, "/hits", hits);
  }
  return NULL;
}

static void open_search(trial *t) {
  kmk_reducer *parent = kmk_reducer_new(search, NULL, NULL);
  open_trial_of(t, kmk_presentation(parent, "/detail", "detail", NULL, counter()),
                "{'detail': null, 'hits': [], 'loading': false}");
}

/* --------------------------------------------------------------------------- the page */

static char *read_page(void) {
  FILE *file = fopen("docs/testing-c.md", "r");
  assert_non_null(file);
  char *page = calloc(1, 1 << 16);
  assert_true(fread(page, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return page;
}

/* Asserts that there is one failure, and that the page shows its message verbatim. */
static void assert_on_the_page(trial *t) {
  assert_int_equal(json_array_size(t->failures), 1);
  const char *message =
      json_string_value(json_object_get(json_array_get(t->failures, 0), "message"));
  char *page = read_page();
  bool is_there = strstr(page, message) != NULL;
  free(page);
  if (!is_there) {
    fail_msg("docs/testing-c.md does not show:\n%s", message);
  }
  json_array_clear(t->failures);
}

/* ------------------------------------------------------------------------ the mistakes */

TRIAL_TEST(a_wrong_value) {
  open_search(t);
  SEND(t, "{'found': ['kumiki']}", "{'hits': ['kumiko']}");
  assert_on_the_page(t);
}

TRIAL_TEST(a_change_that_nothing_is_said_of) {
  open_search(t);
  SEND(t, "{'found': ['kumiki']}", NULL);
  assert_on_the_page(t);
}

TRIAL_TEST(a_change_that_does_not_happen) {
  open_search(t);
  SEND(t, "{'found': []}", "{'loading': false}");
  assert_on_the_page(t);
}

TRIAL_TEST(sending_while_something_is_not_received) {
  open_search(t);
  SEND(t, "'search'", "{'loading': true}");
  kmk_test_advance(t->test, 300 * MILLISECOND);
  SEND(t, "{'found': []}", "{'hits': []}");
  assert_on_the_page(t);
}

TRIAL_TEST(another_action_than_the_one_expected) {
  open_search(t);
  SEND(t, "'search'", "{'loading': true}");
  kmk_test_advance(t->test, 300 * MILLISECOND);
  RECEIVE(t, "{'found': ['kumiko']}", "{'hits': ['kumiko']}");
  assert_on_the_page(t);
}

TRIAL_TEST(an_effect_that_still_sleeps) {
  open_search(t);
  SEND(t, "'search'", "{'loading': true}");
  RECEIVE_CASE(t, "found", "{'loading': false, 'hits': ['kumiki']}");
  assert_on_the_page(t);
  kmk_test_skip_in_flight(t->test, true);
}

TRIAL_TEST(nothing_that_could_send_it) {
  open_search(t);
  RECEIVE_CASE(t, "found", "{'hits': ['kumiki']}");
  assert_on_the_page(t);
}

TRIAL_TEST(an_effect_that_runs_on) {
  open_search(t);
  SEND(t, "'search'", "{'loading': true}");
  end_trial(t);
  assert_on_the_page(t);
}

static kmk_effect *poll_server(const json_t *query, kmk_env *env, void *data) {
  (void)query, (void)env, (void)data;
  return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("poll")), "poll", false);
}

TRIAL_TEST(an_effect_that_follows_the_state_and_still_sleeps) {
  kmk_reducer *base = kmk_reducer_new(search, NULL, NULL);
  open_trial_of(t, kmk_running(base, "/query", NULL, poll_server, NULL, NULL), "{'query': 'a'}");
  RECEIVE(t, "'poll'", NULL);
  assert_on_the_page(t);
}

TRIAL_TEST(an_action_that_is_misspelt) {
  open_search(t);
  SEND(t, "{'detail': 'dismis'}", NULL);
  assert_on_the_page(t);
}

TRIAL_TEST(changes_that_do_not_fit_the_state) {
  open_search(t);
  SEND(t, "'search'", "[{'op': 'replace', 'path': '/laoding', 'value': true}]");
  assert_on_the_page(t);
  kmk_test_skip_in_flight(t->test, true);
}
