/* The C code of docs/shared.md, verbatim, and a check that it behaves as the page says. */
#include "support.h"

#include <kumiki_test.h>
#include <stdio.h>

static json_t *add_one(const json_t *value, void *data) {
  (void)data;
  return json_integer(json_integer_value(value) + 1);
}

static kmk_effect *play(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  kmk_shared *played = data;
  if (kmk_action_is(action, "play")) {
    kmk_shared_update(played, add_one, NULL, NULL);
    kmk_state_set_new(state, "/isPlaying", json_true());
  }
  return NULL;
}

static kmk_shared *open_played(void) {
  json_t *zero = json_integer(0);
  kmk_shared *played = kmk_shared_memory("played", zero, NULL);
  json_decref(zero);
  return played;
}

static int shown;

static void show(const json_t *value, void *data) {
  (void)data;
  shown = (int)json_integer_value(value);
}

TEST(K1_K4_what_one_store_writes_another_view_shows) {
  kmk_shared *played = open_played();
  k->store = open_store(k->loop, kmk_reducer_new(play, played, NULL), "{'isPlaying': false}");
  kmk_subscription *label = kmk_shared_observe(played, k->loop, "", show, NULL, NULL, NULL);
  send_ok(k->store, "'play'");
  run_due(k->loop);
  assert_int_equal(shown, 1);
  kmk_subscription_free(label);
  kmk_shared_free(played);
}

TEST(K6_the_test_of_the_page) {
  kmk_shared *played = open_played();
  json_t *initial = json_pack("{s:b}", "isPlaying", 0);
  kmk_test_store *test = kmk_test_store_new(kmk_reducer_new(play, played, NULL), initial, NULL);
  kmk_test_set_shared(test, played, json_integer(7));
  kmk_test_send_text(test, "'play'", "{'isPlaying': true}");
  kmk_test_shared(test, played, json_integer(8));
  kmk_test_store_free(test);
  json_decref(initial);
  kmk_shared_free(played);
}
