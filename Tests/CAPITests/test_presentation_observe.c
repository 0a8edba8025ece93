/* The view side of a presentation: what an observer is told, and when. */

#include "presentation_support.h"
#include "view_support.h"

#define COUNTER "{'counter': {'count': 0}}"
#define ALERT "{'alert': {'title': 'Sure?'}}"

/* ------------------------------------------------------------ present, update, dismiss */

static void D48_the_same_alert_again_is_told_of_as_another(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, ALERT);
  view_open(&v, s->store, "/destination");
  send_ok(s->store, "{'assign': " ALERT "}");
  send_presented(s, "{'alert': 'confirm'}");
  assert_told(&v, "[['present', '0', 'alert', {'title': 'Sure?'}], ['dismiss', '0'],"
                  " ['present', '1', 'alert', {'title': 'Sure?'}], ['dismiss', '1']]");
  view_close(&v);
}

/* ------------------------------------------------------------------- several of them */

static void D26_each_of_several_slots_has_its_own_observers(void **state) {
  sheet *s = *state;
  view left, right;
  kmk_reducer *inner =
      s->dialect->attach(sheet_parent(s), "/left", "left", NULL, sheet_destination(s));
  sheet_open_with(s, s->dialect->attach(inner, "/right", "right", NULL, sheet_destination(s)),
                  "{'log': [], 'left': " COUNTER ", 'right': " COUNTER "}");
  view_open(&left, s->store, "/left");
  view_open(&right, s->store, "/right");
  view_forget(&left);
  view_forget(&right);
  slot_id id = id_at(s->store, "/left");
  send_ok(s->store, "{'right': {'presented': {'counter': 'inc'}}}");
  assert_told(&left, "[]");
  assert_int_equal(json_array_size(right.told), 1);
  view_forget(&right);

  assert_int_equal(kmk_store_dismiss_id(s->store, "right", id.text, NULL), KMK_ERR_NOT_FOUND);
  assert_int_equal(kmk_store_dismiss_id(s->store, "left", id.text, NULL), KMK_OK);
  assert_int_equal(json_array_size(left.told), 1);
  assert_told(&right, "[]");
  assert_at(s->store, "/right", "{'counter': {'count': 1}}");
  view_close(&left);
  view_close(&right);
}

static void J8_of_two_views_on_one_slot_one_ends_and_one_begins(void **state) {
  sheet *s = *state;
  view counters, animations;
  sheet_open(s, NULL, COUNTER);
  view_open_case(&counters, s->store, "/destination", "counter");
  view_open_case(&animations, s->store, "/destination", "animations");
  assert_told(&counters, "[['present', '0', 'counter', {'count': 0}]]");
  assert_told(&animations, "[]");
  send_ok(s->store, "'swap'");
  assert_told(&counters, "[['dismiss', '0']]");
  assert_told(&animations, "[['present', '1', 'animations', {'color': 'white'}]]");
  send_ok(s->store, "'swap'");
  assert_told(&counters, "[['present', '2', 'counter', {'count': 0}]]");
  assert_told(&animations, "[['dismiss', '1']]");
  view_close(&counters);
  view_close(&animations);
}

/* A counter that presents a counter of its own, presented by the sheet. */
static void open_nested(sheet *s) {
  kmk_reducer *nested = s->dialect->attach(counter(), "/inner", "inner", NULL, counter());
  kmk_reducer *members[] = {kmk_scope_case("counter", "counter", nested),
                            kmk_scope_case("animations", "animations", counter())};
  sheet_open_with(s, sheet_with(s, NULL, kmk_combine(COUNT_OF(members), members)),
                  "{'log': [], 'destination': {'counter': {'inner': {'count': 0}}}}");
}

static void D80_the_view_inside_is_told_when_the_outer_presentation_ends(void **state) {
  sheet *s = *state;
  const char *ends[] = {"{'destination': 'dismiss'}", "'swap'", "'clear'",
                        "{'document': {'log': []}}"};
  open_nested(s);
  for (size_t i = 0; i < COUNT_OF(ends); i++) {
    view v;
    send_ok(s->store, "'clear'");
    send_ok(s->store, "{'assign': {'counter': {'inner': {'count': 0}}}}");
    view_open(&v, s->store, "/destination/counter/inner");
    assert_int_equal(json_array_size(v.told), 1);
    view_forget(&v);
    send_ok(s->store, ends[i]);
    assert_int_equal(json_array_size(v.told), 1);
    assert_json_text(json_array_get(json_array_get(v.told, 0), 0), "'dismiss'");
    view_close(&v);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D48_the_same_alert_again_is_told_of_as_another),
      IN_BOTH_DIALECTS(D26_each_of_several_slots_has_its_own_observers),
      IN_BOTH_DIALECTS(J8_of_two_views_on_one_slot_one_ends_and_one_begins),
      IN_BOTH_DIALECTS(D80_the_view_inside_is_told_when_the_outer_presentation_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
