/* JSON as text. Kumiki reads what jansson reads, apart from the limits and a NUL after the value, and writes it as
 * it was read. */
#include "fuzz.h"

FUZZ(text, length) {
  kmk_error error;
  json_t *value = kmk_json_parse(text, length, &error);
  json_t *known =
      json_loadb(text, length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
  if (value == NULL) {
    check_error(&error, error.status);
    must(error.position <= length);
    must(known == NULL || error.status == KMK_ERR_TOO_DEEP || strlen(text) < length);
  } else {
    must(known != NULL && json_equal(value, known));
    char *written = kmk_json_text(value, JSON_COMPACT | JSON_SORT_KEYS);
    must(written != NULL);
    json_t *again = kmk_json_parse(written, SIZE_MAX, NULL);
    must(again != NULL && json_equal(again, value));
    json_decref(again);
    kmk_text_free(written);
  }
  json_decref(known);
  kmk_json_release(value);
}
