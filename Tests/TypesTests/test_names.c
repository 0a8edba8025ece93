/* The header generated for names.shape: its defaults equal the shape's, however C would read such strings. */
#include <assert.h>
#include <errno.h>

#include "names.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = names_state_new().json;
  kmk_error error = {.status = KMK_OK};
  kmk_store *store = kmk_store_new(loop, names_declare(kmk_empty()), initial, &error);
  json_decref(initial);
  if (!store) {
    fprintf(stderr, "%s: %s\n", error.path, error.message);
    return 1;
  }
  json_t *whole = kmk_store_state(store);
  const names_state_json state = names_state_json_of(whole);
  CHECK(strcmp(names_state_what(state), "what?\?/n") == 0);
  CHECK(strcmp(names_state_control(state), "\001\\u0001") == 0);
  CHECK(strcmp(json_string_value(json_array_get(names_state_any(state), 1)), "?\?!") == 0);
  CHECK(names_state_least(state) == INT64_MIN && names_state_assert(state) == 1);
  CHECK(kmk_store_send_new(store, names_action_linux(1, "x"), &error) == KMK_OK);
  CHECK(kmk_store_send_new(store, names_action_kumiki(1), &error) == KMK_OK);
  /* Neither a member nor a row's id hides the other, a variable or a function. */
  const struct {
    json_t *action;
    const char *expected;
  } actions[] = {
      {names_action_json_pack("x"), "{\"json_pack\":{\"jsonObject\":\"x\"}}"},
      {names_action_rows_element_rename("a", "b", "c"),
       "{\"rows\":{\"element\":{\"id\":\"a\",\"action\":"
       "{\"rename\":{\"id\":\"b\",\"action\":\"c\"}}}}}"},
      {names_action_rows_element_both("a", "b", 7),
       "{\"rows\":{\"element\":{\"id\":\"a\",\"action\":"
       "{\"both\":{\"id\":\"b\",\"row_id\":7}}}}}"},
      {names_action_rows_element_rows_element_go("a", 1, "b", "c"),
       "{\"rows\":{\"element\":{\"id\":\"a\",\"action\":{\"rows\":{\"element\":"
       "{\"id\":1,\"action\":{\"go\":{\"id\":\"b\",\"id2\":\"c\"}}}}}}}}"},
  };
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
    char *text = json_dumps(actions[i].action, JSON_COMPACT);
    CHECK(strcmp(text, actions[i].expected) == 0);
    free(text);
    json_decref(actions[i].action);
  }
  json_decref(whole);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return ended();
}
