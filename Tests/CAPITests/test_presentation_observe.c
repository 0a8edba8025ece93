/* The view side of a presentation: what an observer is told, and when. */

#include "presentation_support.h"
#include "view_support.h"

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"
#define ALERT "{'alert': {'title': 'Sure?'}}"

/* ------------------------------------------------------------ present, update, dismiss */

static void J6_what_is_up_is_told_at_once(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  assert_told(&v, "[['present', '0', 'counter', {'count': 0}]]");
  view_close(&v);
}

static void J6_an_empty_slot_is_told_of_once_it_is_filled(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, "null");
  view_open(&v, s->store, "/destination");
  send_ok(s->store, "'noop'");
  assert_told(&v, "[]");
  send_ok(s->store, "{'assign': " ANIMATIONS "}");
  assert_told(&v, "[['present', '0', 'animations', {'color': 'white'}]]");
  assert_string_equal(id_of(s).text, "0");
  view_close(&v);
}

static void J6_a_change_inside_is_an_update_of_the_same_presentation(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  assert_told(&v, "[['present', '0', 'counter', {'count': 0}]]");
  send_presented(s, "{'counter': 'inc'}");
  assert_told(&v, "[['update', '0', {'count': 1}]]");
  send_ok(s->store, "{'assign': {'counter': {'count': 9}}}");
  assert_told(&v, "[['update', '0', {'count': 9}]]");
  send_ok(s->store, "'noop'");
  assert_told(&v, "[]");
  view_close(&v);
}

static void J6_another_identity_is_a_dismiss_and_then_a_present(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/destination");
  view_forget(&v);
  send_ok(s->store, "'swap'");
  assert_told(&v, "[['dismiss', '0'], ['present', '1', 'animations', {'color': 'white'}]]");
  send_ok(s->store, "{'document': {'log': [], 'destination': " COUNTER "}}");
  assert_told(&v, "[['dismiss', '1'], ['present', '2', 'counter', {'count': 0}]]");
  send_ok(s->store, "'clear'");
  assert_told(&v, "[['dismiss', '2']]");
  view_close(&v);
}

static void J6_a_view_that_comes_later_hears_of_the_next_change(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, "null");
  send_ok(s->store, "{'assign': " COUNTER "}");
  send_presented(s, "{'counter': 'inc'}");
  view_open(&v, s->store, "/destination");
  send_presented(s, "{'counter': 'inc'}");
  send_ok(s->store, "'clear'");
  assert_told(&v, "[['present', '0', 'counter', {'count': 1}], ['update', '0', {'count': 2}],"
                  " ['dismiss', '0']]");
  view_close(&v);
}

static void J6_a_presentation_begun_by_an_action_has_the_id_of_the_action(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, "null");
  view_open(&v, s->store, "/destination");
  send_ok(s->store, "{'destination': {'present': {'id': 'one', 'state': " COUNTER "}}}");
  send_ok(s->store, "{'destination': {'present': {'id': 'two', 'state': " COUNTER "}}}");
  send_ok(s->store, "{'destination': {'present': {'id': 'two', 'state': " COUNTER "}}}");
  assert_told(&v, "[['present', 'one', 'counter', {'count': 0}], ['dismiss', 'one'],"
                  " ['present', 'two', 'counter', {'count': 0}], ['update', 'two', {'count': 0}]]");
  view_close(&v);
}

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

/* ------------------------------------------------------------------ forms of the value */

static void a_struct_has_no_case_and_is_told_of_whole(void **state) {
  sheet *s = *state;
  view v;
  sheet_open_with(s, sheet_with(s, NULL, counter()), "{'log': [], 'destination': {'count': 4}}");
  view_open(&v, s->store, "/destination");
  send_presented(s, "'inc'");
  assert_told(&v, "[['present', '0', null, {'count': 4}], ['update', '0', {'count': 5}]]");
  view_close(&v);
}

static void a_case_without_a_payload_is_told_of_with_null(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, "'about'");
  view_open(&v, s->store, "/destination");
  assert_told(&v, "[['present', '0', 'about', null]]");
  view_close(&v);
}

static void a_pointer_without_a_slot_never_has_anything_presented(void **state) {
  sheet *s = *state;
  view v, w;
  sheet_open(s, NULL, COUNTER);
  view_open(&v, s->store, "/log");
  view_open(&w, s->store, "/destination/counter");
  send_presented(s, "{'counter': 'inc'}");
  send_ok(s->store, "'swap'");
  assert_told(&v, "[]");
  assert_told(&w, "[]");
  assert_string_equal(id_at(s->store, "/log").text, "");
  view_close(&v);
  view_close(&w);
}

/* ------------------------------------------------------------------------- bursts */

REDUCER(burst) {
  if (kmk_action_is(action, "two")) {
    kmk_effect *effects[] = {sends("{'destination': {'presented': {'counter': 'inc'}}}"),
                             sends("{'destination': {'presented': {'counter': 'inc'}}}")};
    return kmk_effect_merge(COUNT_OF(effects), effects);
  }
  if (kmk_action_is(action, "swapTwice")) {
    kmk_effect *effects[] = {sends("'swap'"), sends("'swap'")};
    return kmk_effect_merge(COUNT_OF(effects), effects);
  }
  if (kmk_action_is(action, "flash")) {
    kmk_effect *effects[] = {sends("{'assign': " COUNTER "}"), sends("'clear'")};
    return kmk_effect_merge(COUNT_OF(effects), effects);
  }
  return NULL;
}

static void J2_a_burst_is_told_of_once_with_where_it_ended(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, burst, COUNTER);
  view_open(&v, s->store, "/destination");
  view_forget(&v);
  send_ok(s->store, "'two'");
  assert_told(&v, "[['update', '0', {'count': 2}]]");
  send_ok(s->store, "'swapTwice'");
  assert_told(&v, "[['dismiss', '0'], ['present', '2', 'counter', {'count': 0}]]");
  send_ok(s->store, "'clear'");
  assert_told(&v, "[['dismiss', '2']]");
  send_ok(s->store, "'flash'");
  assert_told(&v, "[]");
  view_close(&v);
}

static void send_clear(view *v) { kmk_store_send_new(v->store, json_string("clear"), NULL); }

static void C5_what_an_observer_sends_waits_until_all_were_told(void **state) {
  sheet *s = *state;
  view first, second;
  sheet_open(s, NULL, "null");
  view_open(&first, s->store, "/destination");
  view_open(&second, s->store, "/destination");
  first.on_present = send_clear;
  send_ok(s->store, "{'assign': " COUNTER "}");
  assert_told(&first, "[['present', '0', 'counter', {'count': 0}], ['dismiss', '0']]");
  assert_told(&second, "[['present', '0', 'counter', {'count': 0}], ['dismiss', '0']]");
  view_close(&first);
  view_close(&second);
}

static void read_the_store(view *v) {
  json_t *value = kmk_store_get(v->store, "/destination", NULL);
  char *id = kmk_store_presentation_id(v->store, "/destination", NULL);
  json_array_append_new(v->told, json_pack("[s, s?, o?]", "read", id, value));
  kmk_text_free(id);
}

static void read_the_store_again(view *v, const char *id) {
  (void)id;
  read_the_store(v);
}

static void C9_an_observer_reads_the_new_state(void **state) {
  sheet *s = *state;
  view v;
  sheet_open(s, NULL, "null");
  view_open(&v, s->store, "/destination");
  v.on_present = read_the_store;
  v.on_dismiss = read_the_store_again;
  send_ok(s->store, "{'assign': " COUNTER "}");
  assert_told(&v, "[['present', '0', 'counter', {'count': 0}], ['read', '0', " COUNTER "]]");
  send_ok(s->store, "'clear'");
  assert_told(&v, "[['dismiss', '0'], ['read', null, null]]");
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
      IN_BOTH_DIALECTS(J6_what_is_up_is_told_at_once),
      IN_BOTH_DIALECTS(J6_an_empty_slot_is_told_of_once_it_is_filled),
      IN_BOTH_DIALECTS(J6_a_change_inside_is_an_update_of_the_same_presentation),
      IN_BOTH_DIALECTS(J6_another_identity_is_a_dismiss_and_then_a_present),
      IN_BOTH_DIALECTS(J6_a_view_that_comes_later_hears_of_the_next_change),
      IN_DIALECT(J6_a_presentation_begun_by_an_action_has_the_id_of_the_action, seed),
      IN_BOTH_DIALECTS(D48_the_same_alert_again_is_told_of_as_another),
      IN_BOTH_DIALECTS(a_struct_has_no_case_and_is_told_of_whole),
      IN_BOTH_DIALECTS(a_case_without_a_payload_is_told_of_with_null),
      IN_BOTH_DIALECTS(a_pointer_without_a_slot_never_has_anything_presented),
      IN_BOTH_DIALECTS(J2_a_burst_is_told_of_once_with_where_it_ended),
      IN_BOTH_DIALECTS(C5_what_an_observer_sends_waits_until_all_were_told),
      IN_BOTH_DIALECTS(C9_an_observer_reads_the_new_state),
      IN_BOTH_DIALECTS(D26_each_of_several_slots_has_its_own_observers),
      IN_BOTH_DIALECTS(J8_of_two_views_on_one_slot_one_ends_and_one_begins),
      IN_BOTH_DIALECTS(D80_the_view_inside_is_told_when_the_outer_presentation_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
