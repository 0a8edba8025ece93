/* A format for a pointer, a format for an action, and a string for their arguments. A format belongs to the
 * program, so its arguments always exist: each argument is the string, which is also read as a number. */
#include "fuzz.h"

#define TEN(x) x, x, x, x, x, x, x, x, x, x
#define FORTY(x) TEN(x), TEN(x), TEN(x), TEN(x)

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-extra-args"

/* Keeps only the conversions of json_pack that accept such arguments: none that takes ownership of a value, and
   none with a length. */
static void keep_harmless(char *format) {
  char *to = format;
  for (; *format != '\0'; format++) {
    if (strchr("snbiI{}[]:,? *!", *format) != NULL)
      *to++ = *format;
  }
  *to = '\0';
}

FUZZ(text, length) {
  (void)length;
  char *format = next_line(&text), *packed = next_line(&text);
  size_t conversions = 0;
  for (const char *at = format; *at != '\0'; at++)
    conversions += *at == '%';
  if (conversions > 20 || strlen(packed) > 30)
    return;
  keep_harmless(packed);
  app a = app_open(false);
  kmk_error error;
  char *pointer = kmk_pointerf(format, FORTY(text));
  if (pointer != NULL) {
    json_t *one = kmk_store_get(a.store, pointer, NULL);
    json_t *same = kmk_store_getf(a.store, NULL, format, FORTY(text));
    must(one == same);
    json_decref(one);
    json_decref(same);
  } else {
    must(kmk_store_getf(a.store, &error, format, FORTY(text)) == NULL);
    check_error(&error, KMK_ERR_INVALID_ARGUMENT);
  }
  kmk_text_free(pointer);
  /* A string in a pointer is one step. */
  pointer = kmk_pointerf("/%s", text);
  must(pointer != NULL && strrchr(pointer, '/') == pointer);
  kmk_text_free(pointer);
  kmk_status status = kmk_store_sendf(a.store, &error, packed, FORTY(text));
  if (status != KMK_OK)
    check_error(&error, status);
  app_check(&a);
  app_close(&a);
}
