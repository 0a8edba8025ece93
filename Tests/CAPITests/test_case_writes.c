/* Writes into cases of an optional child that is an enum: it moves to another case only as a whole (D14). */
#include "writer_support.h"

#include <stdio.h>

static const kmk_slot_options enumeration = {.size = sizeof(kmk_slot_options),
                                             .kind = KMK_STATE_ENUM};

static kmk_reducer *maybe(json_t *statuses) {
  return kmk_if_let(writer_noting(statuses), "/maybe", "maybe", &enumeration, writer());
}

static kmk_reducer *inside(json_t *statuses) { return kmk_scope("/in", "in", maybe(statuses)); }

#define ONE "{'maybe': {'one': {'n': 1}}}"
#define TWO "{'maybe': {'two': {}}}"
#define NONE "{'maybe': null}"

/* What the parent writes, what the write answers, the issues, and the state then. */
typedef struct attempt {
  const char *initial, *write, *statuses, *issues, *after;
} attempt;

static void assert_attempts(kit *k, const attempt *attempts, size_t count, bool is_inside) {
  for (size_t i = 0; i < count; i++) {
    json_t *statuses = json_array();
    char initial[200], write[200], after[200];
    snprintf(initial, sizeof initial, is_inside ? "{'in': %s}" : "%s", attempts[i].initial);
    snprintf(write, sizeof write, is_inside ? "{'in': %s}" : "%s", attempts[i].write);
    snprintf(after, sizeof after, is_inside ? "{'in': %s}" : "%s", attempts[i].after);
    kmk_store *store = open_store(k->loop, (is_inside ? inside : maybe)(statuses), initial);
    send_ok(store, write);
    assert_json_text(statuses, attempts[i].statuses);
    assert_issues(k, attempts[i].issues);
    assert_state_text(store, after);
    kmk_store_free(store);
    json_decref(statuses);
  }
}

static void assert_everywhere(kit *k, const attempt *attempts, size_t count) {
  assert_attempts(k, attempts, count, false);
  assert_attempts(k, attempts, count, true);
}

#define REFUSED "['KMK_ERR_INVALID_ARGUMENT']", "['write-wrong-case']", ONE

static void D14_an_optional_child_gets_no_second_case(void **state) {
  static const attempt attempts[] = {
      {ONE, "{'set': ['/maybe/two', {}]}", REFUSED},
      {ONE, "{'set': ['/maybe/two', null]}", REFUSED},
      {ONE, "{'insert': ['/maybe/two', {}]}", REFUSED},
      {ONE, "{'set': ['/maybe/two/n', 2]}", REFUSED},
      {ONE, "{'insert': ['/maybe/two/list/-', 2]}", REFUSED},
  };
  assert_everywhere(*state, attempts, COUNT_OF(attempts));
}

#define DONE "['KMK_OK']", "[]"

static void D14_an_optional_child_is_written_as_a_whole_and_in_the_case_that_is_up(void **state) {
  static const attempt attempts[] = {
      {ONE, "{'set': ['/maybe/one/n', 2]}", DONE, "{'maybe': {'one': {'n': 2}}}"},
      {ONE, "{'set': ['/maybe/one', {}]}", DONE, "{'maybe': {'one': {}}}"},
      {ONE, "{'set': ['/maybe', {'two': {}}]}", DONE, TWO},
      {ONE, "{'set': ['/maybe', null]}", DONE, NONE},
      {NONE, "{'set': ['/maybe', {'two': {}}]}", DONE, TWO},
  };
  assert_everywhere(*state, attempts, COUNT_OF(attempts));
}

#define LOST "['KMK_ERR_NOT_FOUND']", "['write-failed']", NONE

static void D14_through_a_null_optional_there_is_no_case_to_be_wrong(void **state) {
  static const attempt attempts[] = {
      {NONE, "{'set': ['/maybe/two', {}]}", LOST},
      {NONE, "{'set': ['/maybe/two/n', 2]}", LOST},
      {NONE, "{'remove': '/maybe/two'}", LOST},
  };
  assert_everywhere(*state, attempts, COUNT_OF(attempts));
}

static void D14_the_child_gives_itself_no_second_case_either(void **state) {
  kit *k = *state;
  kit_open(k, maybe(NULL), ONE);
  send_ok(k->store, "{'maybe': {'set': ['/two', {}]}}");
  assert_issues(k, "['write-wrong-case']");
  assert_state_text(k->store, ONE);
  send_ok(k->store, "{'maybe': {'set': ['', {'two': {}}]}}");
  assert_state_text(k->store, TWO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(D14_an_optional_child_gets_no_second_case),
      KIT_TEST(D14_an_optional_child_is_written_as_a_whole_and_in_the_case_that_is_up),
      KIT_TEST(D14_through_a_null_optional_there_is_no_case_to_be_wrong),
      KIT_TEST(D14_the_child_gives_itself_no_second_case_either),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
