/* Lines with a condition, a value and a state. A condition that is accepted gives one answer, and the opposite in a
 * "not". */
#include "fuzz.h"

FUZZ(text, length) {
  (void)length;
  json_t *description = next_value(&text), *value = next_value(&text), *whole = next_value(&text);
  kmk_error error;
  kmk_condition *condition = kmk_condition_new(description, &error);
  if (condition == NULL) {
    check_error(&error, error.status);
  } else {
    json_t *opposite = json_pack("{sO}", "not", description);
    kmk_condition *other = kmk_condition_new(opposite, NULL);
    must(other == NULL ||
         kmk_condition_holds(condition, value, whole) != kmk_condition_holds(other, value, whole));
    kmk_condition_free(other);
    json_decref(opposite);
  }
  kmk_condition_free(condition);
  json_decref(description);
  json_decref(value);
  json_decref(whole);
}
