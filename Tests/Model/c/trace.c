#include "trace.h"

#include "play.h"

/* Of the current case; a player plays one at a time. */
static text steps;

void say(const char *event) {
  if (now.is_replaying) {
    return;
  }
  if (steps.bytes[steps.length - 1] != '[') {
    text_word(&steps, ",");
  }
  text_word(&steps, "[");
  text_string(&steps, event);
}

void say_json(const json_t *value) {
  if (now.is_replaying) {
    return;
  }
  text_word(&steps, ",");
  text_json(&steps, value);
}

void say_string(const char *string) {
  if (now.is_replaying) {
    return;
  }
  text_word(&steps, ",");
  text_string(&steps, string);
}

void say_number(long long number) {
  char digits[24];
  snprintf(digits, sizeof digits, ",%lld", number);
  if (!now.is_replaying) {
    text_word(&steps, digits);
  }
}

void say_bool(bool value) {
  if (!now.is_replaying) {
    text_word(&steps, value ? ",true" : ",false");
  }
}

void said(void) {
  if (!now.is_replaying) {
    text_word(&steps, "]");
  }
}

void say_whole(const char *event, const text *argument) {
  say(event);
  text_word(&steps, ",");
  text_add(&steps, argument->bytes, argument->length);
  said();
}

void trace_begin(void) {
  text_clear(&steps);
  text_word(&steps, "[[");
}

void trace_step(void) { text_word(&steps, "],["); }

void trace_end(const char *made, const json_t *left, FILE *out) {
  text_word(&steps, "]]");
  if (left != NULL) {
    text_word(&steps, ",\"left\":");
    text_json(&steps, left);
  }
  fprintf(out, "{\"made\":\"%s\",\"steps\":", made);
  fwrite(steps.bytes, 1, steps.length, out);
  fputs("}\n", out);
  fflush(out);
}

void trace_free(void) { text_free(&steps); }
