#include "sharing.h"

#include "observers.h"
#include "play.h"
#include "script.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

/* The values live as long as the process: each case sets their content. */
static struct named {
  char *name;
  kmk_shared *shared;
} values[16];
static size_t count;

void sharing_begin(json_t *given) {
  const char *name;
  json_t *value;
  json_object_foreach(given, name, value) {
    if (count == sizeof values / sizeof values[0]) {
      break;
    }
    kmk_shared *shared = need(kmk_shared_memory(name, value, NULL));
    kmk_shared_set_new(shared, "", kmk_json_retain(value), NULL);
    values[count++] = (struct named){text_copy(name), shared};
  }
}

void sharing_end(void) {
  while (count > 0) {
    count--;
    kmk_shared_free(values[count].shared);
    free(values[count].name);
  }
}

json_t *sharing_values(void) {
  json_t *all = json_object();
  for (size_t i = 0; i < count; i++) {
    json_object_set_new(all, values[i].name, kmk_shared_get(values[i].shared, "", NULL));
  }
  return all;
}

kmk_shared *shared_named(const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(values[i].name, name) == 0) {
      return values[i].shared;
    }
  }
  return NULL;
}

/* ---------------------------------------------------------------------------- commands */

void call_shared_get(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  json_t *value = kmk_shared_get(a->shared, a->texts[0], &error);
  answer_value(a, error.status, value);
}

void call_shared_set(const arguments *a) {
  answer(a, kmk_shared_set_new(a->shared, a->texts[0], kmk_json_retain(a->value), NULL));
}

/* The function of an update. */
typedef struct updating {
  const char *name;
  json_t *commands;
  json_t *answer; /* {"add": number} or {"set": value}; null leaves the value unchanged */
} updating;

static json_t *answered(const json_t *answer, const json_t *value) {
  const json_t *number = json_object_get(answer, "add");
  if (number != NULL) {
    return json_integer(json_integer_value(value) + json_integer_value(number));
  }
  return kmk_json_retain(json_object_get(answer, "set"));
}

static json_t *update(const json_t *value, void *data) {
  const updating *u = data;
  say("updating");
  say_string(u->name);
  say_json(value);
  said();
  commands_perform(u->commands, NOBODY);
  return json_is_object(u->answer) ? answered(u->answer, value) : NULL;
}

void call_shared_update(const arguments *a) {
  updating u = {a->texts[0], kmk_json_retain(a->commands), kmk_json_retain(a->value)};
  answer(a, kmk_shared_update(a->shared, update, &u, NULL));
  json_decref(u.commands);
  json_decref(u.answer);
}

void call_shared_observe(const arguments *a) {
  answer(a, observer_of_shared(a->shared, a->texts[0], a->commands));
}
