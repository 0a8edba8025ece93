/* JSON as text. Kumiki reads what jansson reads, apart from the limits and a NUL after the value, and writes it as
 * jansson writes it. */
#include "fuzz.h"

static void check_written(const json_t *value, size_t flags) {
  char *written = kmk_json_text(value, flags),
       *expected = json_dumps(value, flags | JSON_ENCODE_ANY);
  must(written != NULL && expected != NULL && strcmp(written, expected) == 0);
  kmk_text_free(written);
  free(expected);
}

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
    check_written(value, JSON_COMPACT);
    check_written(value, 0);
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
