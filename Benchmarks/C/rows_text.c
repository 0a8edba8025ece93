/* Actions that arrive as text, and states that are written as text. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------- the features */

static kmk_store *presenting;
static const char presented_text[] =
    "{\"destination\":{\"presented\":{\"counter\":\"increment\"}}}";

/* Ten fields, the second of which is written by {"form": {"edit": {"count": n}}}. */
static kmk_store *form;
static const char form_text[] = "{\"form\":{\"edit\":{\"count\":3}}}";

static kmk_effect *edit(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *count = kmk_action_payload(action, "form.edit.count");
  if (count)
    kmk_state_set(state, "/count", count);
  return NULL;
}

static json_t *ten_fields(void) {
  return json_pack("{s:s, s:i, s:b, s:f, s:s, s:i, s:s, s:n, s:i, s:b}", "title", "a form", "count",
                   0, "done", 0, "share", 0.25, "author", "somebody", "stars", 5, "note",
                   "as long as a line of text usually is", "error", "page", 12, "draft", 1);
}

/* ------------------------------------------------- texts never seen before */

/* Each text has spaces in other places, and another number where the source has a number: more texts
 * than any cache would keep. They take turns, so a text recurs only after all the others. */
enum { TEXTS = 4096, TEXT_SIZE = 80 };
struct texts {
  char text[TEXTS][TEXT_SIZE];
  size_t next;
};
static struct texts presented_texts, form_texts;

static void make_texts(struct texts *texts, const char *source) {
  for (size_t index = 0; index < TEXTS; index++) {
    size_t gaps = index;
    char *end = texts->text[index];
    for (const char *from = source; *from; from++) {
      *end++ = *from == '3' ? (char)('0' + index % 10) : *from;
      if (!strchr("{}:", *from))
        continue;
      for (size_t spaces = gaps % 4; spaces > 0; spaces--)
        *end++ = ' ';
      gaps /= 4;
    }
    *end = '\0';
  }
}

static const char *fresh(struct texts *texts) { return texts->text[texts->next++ % TEXTS]; }

/* ------------------------------------------------------------- operations */

static void set_up_presented(void) {
  make_texts(&presented_texts, presented_text);
  presenting =
      store_of(kmk_presentation(kmk_reducer_new(edit, NULL, NULL), "/destination", "destination",
                                NULL, kmk_scope_case("counter", "counter", counter_reducer())),
               json_pack("{s:{s:{s:i}}}", "destination", "counter", "count", 0));
}

static void set_up_form(void) {
  make_texts(&form_texts, form_text);
  form = store_of(kmk_reducer_new(edit, NULL, NULL), ten_fields());
}

static void parse_alone(size_t times) {
  for (size_t index = 0; index < times; index++) {
    const char *text = fresh(&presented_texts);
    json_decref(json_loadb(text, strlen(text), JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL));
  }
}

static void send_fresh_text(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send_text(presenting, fresh(&presented_texts), NULL));
}

static void send_same_text(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send_text(presenting, presented_text, NULL));
}

/* The same with only jansson: what a program without an engine would do. */
static json_t *raw_state;

static void set_up_raw(void) {
  make_texts(&form_texts, form_text);
  raw_state = value_of("o", ten_fields());
}

static void raw_in_and_out(size_t times) {
  for (size_t index = 0; index < times; index++) {
    const char *text = fresh(&form_texts);
    json_t *action = json_loadb(text, strlen(text), JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    json_t *edited = json_object_get(json_object_get(action, "form"), "edit");
    json_object_set(raw_state, "count", json_object_get(edited, "count"));
    json_decref(action);
    free(json_dumps(raw_state, JSON_COMPACT | JSON_ENCODE_ANY));
  }
}

static void in_and_out(const char *text) {
  check(kmk_store_send_text(form, text, NULL));
  kmk_text_free(kmk_store_state_text(form, JSON_COMPACT));
}

static void fresh_in_and_out(size_t times) {
  for (size_t index = 0; index < times; index++)
    in_and_out(fresh(&form_texts));
}

/* Sixteen texts that take turns. */
static void same_in_and_out(size_t times) {
  for (size_t index = 0; index < times; index++)
    in_and_out(form_texts.text[index % 16]);
}

static const struct bench_row rows[] = {
    {"floor.parse", parse_alone, set_up_presented, NULL},
    {"c.text-fresh", send_fresh_text, set_up_presented, NULL},
    {"c.text-again", send_same_text, set_up_presented, NULL},
    {"floor.text", raw_in_and_out, set_up_raw, NULL},
    {"c.in-out", same_in_and_out, set_up_form, NULL},
    {"c.in-out-fresh", fresh_in_and_out, set_up_form, NULL},
};
const struct theme text_rows = THEME(rows);
