#include "mixed_support.h"

static void note_issue(const kmk_diagnostic *issue, void *user_data) {
  mixed *m = user_data;
  size_t length = strlen(m->issues);
  snprintf(m->issues + length, sizeof m->issues - length, "%s ", issue->code);
}

int mixed_setup(void **state) {
  mixed *m = calloc(1, sizeof *m);
  m->loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(m->loop, note_issue, m, NULL);
  *state = m;
  return m->loop == NULL;
}

int mixed_teardown(void **state) {
  mixed *m = *state;
  kmk_store_free(m->store);
  kmk_loop_free(m->loop);
  free(m);
  return 0;
}

json_t *mixed_json(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = memcpy(malloc(size), text, size);
  for (char *at = copy; *at; at++)
    if (*at == '\'')
      *at = '"';
  json_error_t error;
  json_t *value = json_loads(copy, JSON_DECODE_ANY, &error);
  if (value == NULL)
    fail_msg("%s: %s", copy, error.text);
  free(copy);
  return value;
}

kmk_status mixed_refused(const mixed *m, const char *action, kmk_error *error) {
  return kmk_store_send_new(m->store, mixed_json(action), error);
}

void mixed_send(const mixed *m, const char *action) {
  kmk_error error;
  if (mixed_refused(m, action, &error) != KMK_OK)
    fail_msg("%s: %s %s", action, error.path, error.message);
}

void mixed_assert(const mixed *m, const char *pointer, const char *expected) {
  kmk_error error;
  json_t *part = kmk_store_get(m->store, pointer, &error);
  if (part == NULL)
    fail_msg("%s: %s", pointer, error.message);
  json_t *value = mixed_json(expected);
  if (!json_equal(part, value)) {
    char *text = json_dumps(part, JSON_COMPACT | JSON_ENCODE_ANY);
    fail_msg("%s is %s, not %s", pointer, text, expected);
  }
  json_decref(part);
  json_decref(value);
}

void mixed_assert_id(const mixed *m, const char *pointer, const char *expected) {
  char *id = kmk_store_presentation_id(m->store, pointer, NULL);
  if (expected == NULL)
    assert_null(id);
  else if (id == NULL)
    fail_msg("%s: nothing is presented, not %s", pointer, expected);
  else
    assert_string_equal(id, expected);
  kmk_text_free(id);
}

void mixed_advance(const mixed *m, double seconds) {
  assert_int_equal(kmk_loop_advance(m->loop, (uint64_t)(seconds * 1e9), NULL), KMK_OK);
}

void mixed_count_present(const char *id, const char *name, const json_t *value, void *counts) {
  (void)id, (void)name, (void)value;
  ++((int *)counts)[0];
}

void mixed_count_dismiss(const char *id, void *counts) {
  (void)id;
  ++((int *)counts)[1];
}
