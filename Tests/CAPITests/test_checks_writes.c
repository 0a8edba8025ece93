/* Values that a reducer reads from the state of a checked program stay the same until a write succeeds, even if a
 * part is too large to copy. Checks do not make writes slower. */
#include "support.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 1000 };

static bool is_right = true;
static const json_t *rows_before;

static void expect(bool condition) { is_right = is_right && condition; }

static json_int_t number_in(const json_t *state, size_t row) {
  return json_integer_value(
      json_object_get(json_array_get(json_object_get(state, "rows"), row), "n"));
}

/* Reads the whole state, makes one write that fails, and one that succeeds. */
static void read_and_write(kmk_state *state) {
  const json_t *whole = kmk_state_json(state);
  expect(kmk_state_json(state) == whole);
  rows_before = json_object_get(whole, "rows");
  expect(kmk_state_set_new(state, "/nowhere/at/all", json_integer(1)) == KMK_ERR_NOT_FOUND);
  expect(json_array_size(json_object_get(whole, "rows")) == ROWS && number_in(whole, 7) == 0);
  kmk_state_set_new(state, json_string_value(json_object_get(whole, "place")), json_integer(1));
  whole = kmk_state_json(state);
  expect(json_object_get(whole, "rows") == rows_before); /* written in place */
  expect(number_in(whole, 7) == 1);
}

/* Kept values do not change: neither a value that the program retains, nor a part of the state. */
static void keep_and_write(kmk_state *state) {
  json_t *kept = kmk_json_retain(kmk_state_json(state));
  kmk_state_set(state, "/former", kmk_state_json(state));
  kmk_state_set_new(state, "/rows/7/n", json_integer(2));
  expect(number_in(kept, 7) == 1);
  expect(number_in(kmk_state_get(state, "/former"), 7) == 1);
  expect(number_in(kmk_state_json(state), 7) == 2);
  json_decref(kept);
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  (kmk_action_is(action, "keep") ? keep_and_write : read_and_write)(state);
  return NULL;
}

static void ignore(const kmk_diagnostic *issue, void *data) { (void)issue, (void)data; }

/* In a child, because checks cannot be turned off. */
static void run(void) {
  size_t before = kmk_live_objects();
  kmk_checks_begin();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(loop, ignore, NULL, NULL);
  json_t *rows = json_array(),
         *initial = json_pack("{s:o, s:s}", "rows", rows, "place", "/rows/7/n");
  for (int i = 0; i < ROWS; i++)
    json_array_append_new(rows, json_pack("{s:i, s:i}", "id", i, "n", 0));
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(reduce, NULL, NULL), initial, NULL);
  json_decref(initial);
  kmk_store_send_at_new(store, "write", NULL, NULL);
  kmk_store_send_at_new(store, "keep", NULL, NULL);
  kmk_store_free(store);
  kmk_loop_free(loop);
  _exit(is_right && kmk_live_objects() == before ? 7 : 1);
}

TEST(M95_what_is_read_of_a_large_state_is_the_same_until_a_write_has_succeeded) {
  (void)k;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0)
    run();
  int status;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 7);
}
