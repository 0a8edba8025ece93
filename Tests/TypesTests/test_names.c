/* The header that is generated for names.shape: its defaults are those of the shape, whatever C makes of such
 * texts by itself. */
#include <assert.h>
#include <errno.h>

#include "expected/names.h"

#include <stdio.h>
#include <string.h>

static int failures, checks;

#define CHECK(holds) check((holds), #holds, __LINE__)

static void check(bool holds, const char *what, int line) {
  checks++;
  if (!holds) {
    failures++;
    fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, line, what);
  }
}

int main(void) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = names_state_new();
  kmk_error error = {.status = KMK_OK};
  kmk_store *store = kmk_store_new(loop, names_declare(kmk_empty()), initial, &error);
  json_decref(initial);
  if (!store) {
    fprintf(stderr, "%s: %s\n", error.path, error.message);
    return 1;
  }
  json_t *state = kmk_store_state(store);
  CHECK(strcmp(names_state_what(state), "what?\?/n") == 0);
  CHECK(strcmp(names_state_control(state), "\001\\u0001") == 0);
  CHECK(strcmp(json_string_value(json_array_get(names_state_any(state), 1)), "?\?!") == 0);
  CHECK(names_state_least(state) == INT64_MIN && names_state_assert(state) == 1);
  CHECK(kmk_store_send_new(store, names_action_linux(1, "x"), &error) == KMK_OK);
  CHECK(kmk_store_send_new(store, names_action_kumiki(1), &error) == KMK_OK);
  json_decref(state);
  kmk_store_free(store);
  kmk_loop_free(loop);
  printf("%d checks, %d failures\n", checks, failures);
  return failures != 0;
}
