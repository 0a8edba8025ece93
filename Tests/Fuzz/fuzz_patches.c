/* A line with a value, and a line with a patch. The value never changes, whether or not the patch can be applied. */
#include "fuzz.h"

FUZZ(text, length) {
  (void)length;
  json_t *value = next_value(&text), *patch = next_value(&text);
  char *before = kmk_json_text(value, 0);
  kmk_error error;
  json_t *after = kmk_json_patched(value, patch, &error);
  if (after == NULL)
    check_error(&error, error.status);
  char *left = kmk_json_text(value, 0);
  must((before == NULL) == (left == NULL) && (before == NULL || strcmp(before, left) == 0));
  char *written = kmk_json_text(after, 0);
  must((after == NULL) == (written == NULL));
  kmk_text_free(written);
  kmk_text_free(before);
  kmk_text_free(left);
  json_decref(after);
  json_decref(value);
  json_decref(patch);
}
