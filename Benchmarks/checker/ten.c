/* Ten fields of four values each. The action says which field goes to its next value. */
#include <kumiki.h>

KMK_HANDLE_FN(next) {
  char place[2 + 1] = "/a";
  place[1] = *json_string_value(json_object_get(payload, "field"));
  kmk_state_set_new(state, place,
                    json_integer((json_integer_value(kmk_state_get(state, place)) + 1) % 4));
  return NULL;
}

kmk_reducer *kumiki_reducer(void);
json_t *kumiki_state(void);

kmk_reducer *kumiki_reducer(void) {
  static const kmk_handler handlers[] = {
      {"next", "{field: (a | b | c | d | e | f | g | h | i | j)}", next}};
  return kmk_shape(
      kmk_handlers(1, handlers, NULL, NULL),
      "{a: unsigned, b: unsigned, c: unsigned, d: unsigned, e: unsigned, f: unsigned, g: unsigned, "
      "h: unsigned, i: unsigned, j: unsigned}");
}

json_t *kumiki_state(void) {
  json_t *state = json_object();
  for (char name = 'a'; name <= 'j'; name++)
    json_object_set_new(state, (char[2]){name, 0}, json_integer(0));
  return state;
}
