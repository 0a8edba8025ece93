/* Values derived from a feature written in Swift. */
#include "../CAPITests/support.h"

#include "team/team.h"

static kmk_store *open_board(kit *k) {
  kmk_error error = {0};
  k->store = kmk_store_open(k->loop, "Board", NULL, &error);
  if (k->store == NULL) {
    fail_msg("%s", error.message);
  }
  return k->store;
}

static json_t *stars(kmk_store *store, void *ran) {
  ++*(int *)ran;
  json_int_t total = 0;
  size_t index;
  json_t *one, *cards = kmk_store_get(store, "/cards", NULL);
  json_array_foreach(cards, index, one) {
    total += json_integer_value(json_object_get(one, "stars"));
  }
  json_decref(cards);
  return json_integer(total);
}

static json_int_t got(kmk_derived *derived) {
  json_t *value = kmk_derived_get(derived, NULL);
  assert_non_null(value);
  const json_int_t number = json_integer_value(value);
  json_decref(value);
  return number;
}

#define STAR(id) "{'cards': {'element': {'id': '" id "', 'action': 'star'}}}"

TEST(J33_a_place_of_a_swift_feature_counts_where_its_JSON_differs) {
  int ran = 0;
  kmk_derived *total = kmk_derived_new(open_board(k), NULL, stars, &ran, NULL, NULL);
  assert_int_equal(got(total), 0);
  send_ok(k->store, "{'rename': 'x'}");
  assert_int_equal(got(total), 0);
  assert_int_equal(got(total), 0);
  assert_int_equal(ran, 1);
  send_ok(k->store, STAR("b"));
  send_ok(k->store, STAR("a"));
  assert_int_equal(got(total), 2);
  assert_int_equal(got(total), 2);
  assert_int_equal(ran, 2);
  kmk_derived_free(total);
}

TEST(J33_observers_of_a_value_of_a_swift_feature_are_told_where_it_differs) {
  int ran = 0;
  json_t *record = json_array(), *titles = json_array();
  open_board(k);
  kmk_subscription *before = observe_into(k->store, "/title", titles);
  kmk_derived *total = kmk_derived_new(k->store, NULL, stars, &ran, NULL, NULL);
  kmk_subscription *told = kmk_derived_observe(total, record_value, record, NULL, NULL);
  kmk_subscription *cards = observe_into(k->store, "/cards", titles);
  json_array_clear(titles);
  send_ok(k->store, "{'rename': 'x'}");
  assert_int_equal(ran, 1);
  assert_recorded(titles, "['x']");
  send_ok(k->store, "{'several': [" STAR("a") ", " STAR("b") "]}");
  assert_int_equal(ran, 2);
  send_ok(k->store, "'reverse'");
  assert_int_equal(ran, 3);
  assert_recorded(record, "[0, 2]");
  kmk_subscription_free(told);
  send_ok(k->store, STAR("a"));
  assert_int_equal(ran, 3);
  assert_int_equal(got(total), 3);
  kmk_derived_free(total);
  kmk_subscription_free(before);
  kmk_subscription_free(cards);
  json_decref(record);
  json_decref(titles);
}

static json_t *own_stars(kmk_store *store, void *ran) {
  ++*(int *)ran;
  return kmk_store_get(store, "/stars", NULL);
}

TEST(J31_J33_a_value_of_a_view_of_a_swift_row_follows_the_row) {
  int ran = 0;
  json_t *record = json_array(), *id = json_string("b");
  open_board(k);
  kmk_store *view = kmk_store_scope_element(k->store, "/cards", "cards", id, NULL);
  kmk_derived *value = kmk_derived_new(view, NULL, own_stars, &ran, NULL, NULL);
  kmk_store_free(view);
  kmk_subscription *told = kmk_derived_observe(value, record_value, record, NULL, NULL);
  send_ok(k->store, "'reverse'");
  send_ok(k->store, STAR("a"));
  assert_int_equal(ran, 1);
  send_ok(k->store, STAR("b"));
  assert_recorded(record, "[0, 1]");
  send_ok(k->store, "{'remove': 'b'}");
  assert_int_equal(got(value), 1);
  kmk_subscription_free(told);
  kmk_derived_free(value);
  json_decref(id);
  json_decref(record);
}

TEST(J29_a_value_of_a_swift_feature_ends_with_its_store) {
  int ran = 0, freed = 0;
  kmk_derived *total = kmk_derived_new(open_board(k), NULL, stars, &freed, count_free, NULL);
  kmk_derived *other = kmk_derived_new(k->store, NULL, stars, &ran, NULL, NULL);
  assert_int_equal(got(other), 0);
  end_store(k);
  assert_int_equal(freed, 1);
  kmk_derived_free(total);
  kmk_derived_free(other);
}

int main(void) {
  if (team_register() != 0)
    return 1;
  return run_all_tests();
}
