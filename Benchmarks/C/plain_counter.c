/* examples-c/01_counter without Kumiki: the floor of its start time. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static void counter(json_t *state, const json_t *action) {
  if (strcmp(json_string_value(action), "increment") == 0) {
    json_int_t count = json_integer_value(json_object_get(state, "count"));
    json_object_set_new(state, "count", json_integer(count + 1));
  }
}

int main(void) {
  json_t *state = json_pack("{s:i}", "count", 0);
  json_t *action = json_loads("\"increment\"", JSON_DECODE_ANY, NULL);
  if (!state || !action)
    return 1;
  counter(state, action);
  printf("count: %" JSON_INTEGER_FORMAT "\n", json_integer_value(json_object_get(state, "count")));
  json_decref(action);
  json_decref(state);
  return 0;
}
