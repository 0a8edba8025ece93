#include "build.h"
#include "pointer.h"
#include "text.h"

#include <stdlib.h>

/* The choices of a dynamic reducer. The reducers are made once and returned many times. */
typedef struct choices {
  json_t *description;
  size_t count;
  kmk_reducer **reducers;
} choices;

static kmk_reducer *choose(const json_t *state, const json_t *action, void *data) {
  const choices *c = data;
  const char *pointer = json_string_value(json_object_get(c->description, "at"));
  const json_t *given = json_object_get(c->description, "choices");
  const json_t *value = pointer != NULL ? value_at(state, pointer) : NULL;
  (void)action;
  for (size_t i = 0; i < c->count && value != NULL; i++) {
    if (json_equal(json_array_get(json_array_get(given, i), 0), value)) {
      return kmk_reducer_retain(c->reducers[i]);
    }
  }
  return NULL;
}

static void choices_free(void *data) {
  choices *c = data;
  for (size_t i = 0; i < c->count; i++) {
    kmk_reducer_free(c->reducers[i]);
  }
  json_decref(c->description);
  free(c->reducers);
  free(c);
}

kmk_reducer *reader_reducer(const json_t *r, const around *a) {
  const json_t *given = json_object_get(r, "choices");
  choices *c = need(calloc(1, sizeof *c));
  c->description = kmk_json_retain(r);
  c->count = json_array_size(given);
  c->reducers = need(calloc(c->count + 1, sizeof(kmk_reducer *)));
  for (size_t i = 0; i < c->count; i++) {
    c->reducers[i] = build(json_array_get(json_array_get(given, i), 1), a);
  }
  return kmk_reader(choose, c, choices_free);
}
