/* A slot's identity when the state around it is replaced: compared once, before and after. */

#include "presentation_support.h"

#include <stdio.h>

#define COUNTER "{'counter': {'count': 0}}"
#define ANIMATIONS "{'animations': {'color': 'white'}}"

static void start_timer(sheet *s) { send_presented(s, "{'counter': 'startTimer'}"); }

static void send_document(sheet *s, const char *destination) {
  char action[256];
  snprintf(action, sizeof action, "{'document': {'log': [], 'destination': %s}}", destination);
  send_ok(s->store, action);
}

/* -------------------------------------------------------------------------- D10 */

typedef struct choice {
  const char *value;
  const char *identity; /* what tells it from the others; NULL for nothing */
  bool is_ephemeral;
} choice;

static const choice choices[] = {
    {"null", NULL, false},
    {"{'counter': {'id': 1, 'count': 0}}", "counter 1", false},
    {"{'counter': {'id': 1, 'count': 8}}", "counter 1", false},
    {"{'counter': {'id': 2, 'count': 0}}", "counter 2", false},
    {"{'counter': {'count': 0}}", "counter", false},
    {"{'animations': {'id': 1}}", "animations 1", false},
    {"{'animations': {'color': 'white'}}", "animations", false},
    {"{'alert': {'title': 'Sure?'}}", "alert", true},
    {"'about'", "about", false},
};

static bool has_same_identity(const choice *a, const choice *b) {
  return a->identity != NULL && b->identity != NULL && strcmp(a->identity, b->identity) == 0;
}

static void D10_another_case_or_payload_id_never_has_the_same_id(void **state) {
  sheet *s = *state;
  kmk_slot_options options = sheet_options();
  options.id_key = "id";
  sheet_open_with(s, sheet_with(s, &options, sheet_destination(s)),
                  "{'log': [], 'destination': null}");
  json_t *used = json_object();
  const choice *now = &choices[0];
  slot_id id = {""};
  uint32_t random = 20230117;
  for (int step = 0; step < 1000; step++) {
    random = random * 1664525 + 1013904223;
    const choice *next = &choices[(random >> 16) % COUNT_OF(choices)];
    bool is_document = (random >> 28) & 1;
    char action[128];
    snprintf(action, sizeof action, "{'assign': %s}", next->value);
    if (is_document) {
      send_document(s, next->value);
    } else {
      send_ok(s->store, action);
    }
    slot_id id_now = id_of(s);
    bool goes_on = has_same_identity(now, next) && (is_document || !next->is_ephemeral);
    if (goes_on) {
      assert_same_id(id, id_now);
    } else if (next->identity == NULL) {
      assert_string_equal(id_now.text, "");
    } else {
      assert_string_not_equal(id_now.text, "");
      assert_null(json_object_get(used, id_now.text));
      json_object_set_new(used, id_now.text, json_true());
    }
    now = next;
    id = id_now;
  }
  json_decref(used);
}

/* -------------------------------------------------------------------------- D11 */

static void D11_an_equal_document_keeps_the_id_and_the_effects(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  send_document(s, COUNTER);
  assert_same_id(first, id_of(s));
  assert_ticking(s);
  send_document(s, "{'counter': {'count': 41}}");
  assert_same_id(first, id_of(s));
  assert_ticking(s);
  assert_slot(s, "{'counter': {'count': 42}}");
  send_ok(s->store, "'clear'");
}

static void D11_a_document_with_another_case_is_a_new_presentation(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  send_document(s, ANIMATIONS);
  slot_id second = id_of(s);
  assert_other_id(first, second);
  assert_string_not_equal(second.text, "");
  assert_quiet(s);

  send_document(s, "null");
  assert_string_equal(id_of(s).text, "");
  send_document(s, ANIMATIONS);
  assert_string_not_equal(id_of(s).text, "");
  assert_other_id(second, id_of(s));
}

static void D11_a_document_without_the_slot_dismisses(void **state) {
  sheet *s = *state;
  sheet_open(s, NULL, COUNTER);
  start_timer(s);
  send_ok(s->store, "{'document': {'log': []}}");
  assert_string_equal(id_of(s).text, "");
  assert_quiet(s);
}

static void put_document(kmk_state *state, const char *destination) {
  char text[256];
  snprintf(text, sizeof text, "{'log': [], 'destination': %s}", destination);
  kmk_state_set_new(state, "", json_of(text));
}

REDUCER(there_and_back) {
  if (kmk_action_is(action, "thereAndBack")) {
    put_document(state, ANIMATIONS);
    put_document(state, "null");
    put_document(state, COUNTER);
  } else if (kmk_action_is(action, "writeThenDocument")) {
    kmk_state_set_new(state, "/destination", json_of(ANIMATIONS));
    put_document(state, COUNTER);
  } else if (kmk_action_is(action, "writeThenEqualDocument")) {
    kmk_state_set_new(state, "/destination", json_null());
    kmk_state_set_new(state, "/destination", json_of(COUNTER));
    put_document(state, COUNTER);
  }
  return NULL;
}

static void D11_there_and_back_within_one_step_is_invisible(void **state) {
  sheet *s = *state;
  sheet_open(s, there_and_back, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  send_ok(s->store, "'thereAndBack'");
  assert_same_id(first, id_of(s));
  assert_ticking(s);
  send_ok(s->store, "'clear'");
}

static void D11_a_document_is_compared_with_the_last_slot_write(void **state) {
  sheet *s = *state;
  sheet_open(s, there_and_back, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  send_ok(s->store, "'writeThenDocument'");
  assert_slot(s, COUNTER);
  slot_id second = id_of(s);
  assert_other_id(first, second);
  assert_quiet(s);

  start_timer(s);
  send_ok(s->store, "'writeThenEqualDocument'");
  assert_slot(s, COUNTER);
  assert_other_id(second, id_of(s));
  assert_quiet(s);
}

REDUCER(outside) {
  if (kmk_action_is(action, "outside")) {
    kmk_state_set_new(state, "/destination", json_null());
    kmk_state_set_new(state, "/destination", json_of(COUNTER));
  } else if (kmk_action_is(action, "outsideDocument")) {
    put_document(state, COUNTER);
  }
  return NULL;
}

static void open_beside(sheet *s, bool is_before) {
  kmk_reducer *other = kmk_reducer_new(outside, NULL, NULL);
  kmk_reducer *members[] = {is_before ? other : NULL, sheet_reducer(s), is_before ? NULL : other};
  sheet_open_with(s, kmk_combine(3, members), "{'log': [], 'destination': " COUNTER "}");
}

static void check_writes_beside_the_layer(sheet *s) {
  slot_id first = id_of(s);
  start_timer(s);
  send_ok(s->store, "'outsideDocument'");
  assert_same_id(first, id_of(s));
  assert_ticking(s);

  send_ok(s->store, "'outside'");
  assert_other_id(first, id_of(s));
  assert_string_not_equal(id_of(s).text, "");
  send_ok(s->store, "'noop'");
  assert_quiet(s);
  assert_slot(s, COUNTER);
}

static void D11_a_member_before_the_layer_writes_to_the_slot_as_well(void **state) {
  open_beside(*state, true);
  check_writes_beside_the_layer(*state);
}

static void D11_a_member_after_the_layer_writes_to_the_slot_as_well(void **state) {
  open_beside(*state, false);
  check_writes_beside_the_layer(*state);
}

REDUCER(carry) {
  if (kmk_action_is(action, "carry")) {
    kmk_state_move(state, "/destination", "/elsewhere");
  } else if (kmk_action_is(action, "bring")) {
    kmk_state_move(state, "/elsewhere", "/destination");
  } else if (kmk_action_is(action, "remove")) {
    kmk_state_remove(state, "/destination");
  }
  return NULL;
}

static void D11_moving_the_value_away_ends_the_presentation(void **state) {
  sheet *s = *state;
  sheet_open(s, carry, COUNTER);
  slot_id first = id_of(s);
  start_timer(s);
  send_ok(s->store, "'carry'");
  assert_at(s->store, "/elsewhere", COUNTER);
  assert_string_equal(id_of(s).text, "");
  assert_string_equal(id_at(s->store, "/elsewhere").text, "");
  assert_quiet(s);

  send_ok(s->store, "'bring'");
  assert_slot(s, COUNTER);
  assert_string_not_equal(id_of(s).text, "");
  assert_other_id(first, id_of(s));
}

static void D11_removing_the_member_dismisses(void **state) {
  sheet *s = *state;
  sheet_open(s, carry, COUNTER);
  start_timer(s);
  send_ok(s->store, "'remove'");
  assert_state_text(s->store, "{'log': [{'destination': {'presented': {'counter': 'startTimer'}}},"
                              "         'remove']}");
  assert_string_equal(id_of(s).text, "");
  assert_quiet(s);
  send_ok(s->store, "{'assign': " COUNTER "}");
  assert_string_not_equal(id_of(s).text, "");
}

REDUCER(put_panel) {
  if (kmk_action_is(action, "panel")) {
    kmk_state_set(state, "/panel", kmk_action_payload(action, "panel"));
  }
  return NULL;
}

static void D11_a_container_around_the_slot_is_compared_too(void **state) {
  sheet *s = *state;
  s->handler = put_panel;
  sheet_open_with(
      s,
      s->dialect->attach(sheet_parent(s), "/panel/slot", "destination", NULL, sheet_destination(s)),
      "{'log': [], 'panel': {'slot': " COUNTER "}}");
  slot_id first = id_at(s->store, "/panel/slot");
  assert_string_not_equal(first.text, "");
  start_timer(s);
  send_ok(s->store, "{'panel': {'slot': {'counter': {'count': 5}}}}");
  assert_same_id(first, id_at(s->store, "/panel/slot"));
  assert_int_equal(kmk_store_effect_count(s->store), 1);

  send_ok(s->store, "{'panel': {'slot': " ANIMATIONS "}}");
  slot_id second = id_at(s->store, "/panel/slot");
  assert_other_id(first, second);
  assert_quiet(s);

  send_ok(s->store, "{'panel': 7}");
  assert_string_equal(id_at(s->store, "/panel/slot").text, "");
  send_ok(s->store, "{'panel': {'slot': " ANIMATIONS "}}");
  assert_other_id(second, id_at(s->store, "/panel/slot"));
  assert_string_not_equal(id_at(s->store, "/panel/slot").text, "");
}

static void D11_a_place_that_was_missing_meanwhile_holds_a_new_presentation(void **state) {
  sheet *s = *state;
  s->handler = put_panel;
  sheet_open_with(
      s,
      s->dialect->attach(sheet_parent(s), "/panel/slot", "destination", NULL, sheet_destination(s)),
      "{'log': [], 'panel': {'slot': " COUNTER "}}");
  slot_id first = id_at(s->store, "/panel/slot");
  send_ok(s->store, "{'panel': null}");
  send_ok(s->store, "{'panel': {'slot': " COUNTER "}}");
  assert_string_not_equal(id_at(s->store, "/panel/slot").text, "");
  assert_other_id(first, id_at(s->store, "/panel/slot"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_BOTH_DIALECTS(D10_another_case_or_payload_id_never_has_the_same_id),
      IN_BOTH_DIALECTS(D11_an_equal_document_keeps_the_id_and_the_effects),
      IN_BOTH_DIALECTS(D11_a_document_with_another_case_is_a_new_presentation),
      IN_BOTH_DIALECTS(D11_a_document_without_the_slot_dismisses),
      IN_BOTH_DIALECTS(D11_there_and_back_within_one_step_is_invisible),
      IN_BOTH_DIALECTS(D11_a_document_is_compared_with_the_last_slot_write),
      IN_BOTH_DIALECTS(D11_a_member_before_the_layer_writes_to_the_slot_as_well),
      IN_BOTH_DIALECTS(D11_a_member_after_the_layer_writes_to_the_slot_as_well),
      IN_BOTH_DIALECTS(D11_moving_the_value_away_ends_the_presentation),
      IN_BOTH_DIALECTS(D11_removing_the_member_dismisses),
      IN_BOTH_DIALECTS(D11_a_container_around_the_slot_is_compared_too),
      IN_BOTH_DIALECTS(D11_a_place_that_was_missing_meanwhile_holds_a_new_presentation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
