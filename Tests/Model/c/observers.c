#include "observers.h"

#include "mirror.h"
#include "play.h"
#include "script.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------------- in every call */

static void say_told(const observer *who, const char *what) {
  say("told");
  say_number((long long)who->number);
  say_string(what);
}

/* Whether an observer's commands run in its first call: then they start with a marker. */
static bool are_at_once(const json_t *commands) {
  const char *first = json_string_value(json_array_get(commands, 0));
  return first != NULL && strcmp(first, "at_once") == 0;
}

/* The last part of every call: a command may free the observer's subscription, or the store. */
static void act(observer *who) {
  json_t *commands = who->commands;
  if (commands == NULL || (who->subscribing && !are_at_once(commands))) {
    return;
  }
  who->commands = NULL;
  commands_perform(commands, NOBODY);
  json_decref(commands);
}

/* ---------------------------------- the kinds of a store's observers: each with its row of `kinds` */

static void told_value(const json_t *value, void *data) {
  say_told(data, "value");
  say_json(value);
  said();
  act(data);
}

static kmk_subscription *to_value(kmk_store *store, const char *pointer, observer *who,
                                  kmk_error *error) {
  return kmk_store_observe(store, pointer, told_value, who, NULL, error);
}

static void told_case(const char *name, const json_t *payload, void *data) {
  say_told(data, "case");
  say_string(name);
  say_json(payload);
  said();
  act(data);
}

static kmk_subscription *to_case(kmk_store *store, const char *pointer, observer *who,
                                 kmk_error *error) {
  return kmk_store_observe_case(store, pointer, told_case, who, NULL, error);
}

static void told_ids(const json_t *ids, void *data) {
  say_told(data, "ids");
  say_json(ids);
  said();
  act(data);
}

static kmk_subscription *to_ids(kmk_store *store, const char *pointer, observer *who,
                                kmk_error *error) {
  return kmk_store_observe_ids(store, pointer, told_ids, who, NULL, error);
}

static void told_present(const char *id, const char *name, const json_t *state, void *data) {
  say_told(data, "present");
  say_string(id);
  say_string(name);
  say_json(state);
  said();
  act(data);
}

static void told_update(const char *id, const json_t *state, void *data) {
  say_told(data, "update");
  say_string(id);
  say_json(state);
  said();
  act(data);
}

static void told_dismiss(const char *id, void *data) {
  say_told(data, "dismiss");
  say_string(id);
  said();
  act(data);
}

static kmk_subscription *to_presentation(kmk_store *store, const char *pointer, observer *who,
                                         kmk_error *error) {
  static const kmk_presentation_callbacks callbacks = {sizeof callbacks, told_present, told_update,
                                                       told_dismiss};
  return kmk_store_observe_presentation(store, pointer, &callbacks, who, NULL, error);
}

/* Subscribing causes no notification, so the mirror can be made afterwards, if there is an observer to keep it. */
static kmk_subscription *mirrored(kmk_subscription *made, kmk_store *store, const char *pointer,
                                  observer *who) {
  if (made != NULL) {
    json_t *value = kmk_store_get(store, pointer, NULL);
    who->mirror = json_deep_copy(value);
    json_decref(value);
  }
  return made;
}

static void told_patch(const json_t *patch, void *data) {
  observer *who = data;
  mirror_apply(&who->mirror, patch);
  say_told(who, "patches");
  say_json(who->mirror);
  said();
  act(who);
}

static kmk_subscription *to_patches(kmk_store *store, const char *pointer, observer *who,
                                    kmk_error *error) {
  return mirrored(kmk_store_observe_patches(store, pointer, told_patch, who, NULL, error), store,
                  pointer, who);
}

/* The patch moves the mirror forward, and the inverse patch moves a copy of it back. */
static void told_changes(const json_t *patch, const json_t *inverse, void *data) {
  observer *who = data;
  mirror_apply(&who->mirror, patch);
  json_t *before = json_deep_copy(who->mirror);
  mirror_apply(&before, inverse);
  say_told(who, "changes");
  say_json(who->mirror);
  say_json(before);
  said();
  json_decref(before);
  act(who);
}

static kmk_subscription *to_changes(kmk_store *store, const char *pointer, observer *who,
                                    kmk_error *error) {
  return mirrored(kmk_store_observe_changes(store, pointer, told_changes, who, NULL, error), store,
                  pointer, who);
}

typedef kmk_subscription *(*subscribe_fn)(kmk_store *store, const char *pointer, observer *who,
                                          kmk_error *error);

static const struct {
  const char *kind;
  subscribe_fn subscribe;
} kinds[] = {
    {"value", to_value},     {"case", to_case},
    {"ids", to_ids},         {"presentation", to_presentation},
    {"patches", to_patches}, {"changes", to_changes},
};

static subscribe_fn subscribe_of(const char *kind) {
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (strcmp(kinds[i].kind, kind) == 0) {
      return kinds[i].subscribe;
    }
  }
  return NULL;
}

bool observer_kind_is_known(const char *kind) { return subscribe_of(kind) != NULL; }

/* ------------------------------------------------ observers of derived values and of lists */

static void told_derived(const json_t *value, void *data) {
  say_told(data, "derived");
  say_json(value);
  said();
  act(data);
}

static void told_list(const kmk_list_edit *edits, size_t count, void *data) {
  observer *who = data;
  listed_carry_out(who->rows, who->mirror, edits, count);
  json_t *rows = listed_rows(who->rows, who->mirror);
  say_told(who, "list");
  say_json(rows);
  said();
  json_decref(rows);
  act(who);
}

/* ------------------------------------------------------------------------- subscribing */

/* An observer that is about to subscribe. */
static observer *observer_begin(const json_t *commands) {
  observer *who = need(calloc(1, sizeof *who));
  who->number = list_add(&now.observers, who);
  who->commands = kmk_json_retain(commands);
  who->subscribing = true;
  return who;
}

kmk_status observer_new(kmk_store *store, const char *kind, const char *pointer,
                        const json_t *commands) {
  kmk_error error = {.status = KMK_OK};
  observer *who = observer_begin(commands);
  who->subscription = subscribe_of(kind)(store, pointer, who, &error);
  who->subscribing = false;
  return error.status;
}

kmk_status observer_of_shared(kmk_shared *shared, const char *pointer, const json_t *commands) {
  kmk_error error = {.status = KMK_OK};
  observer *who = observer_begin(commands);
  who->subscription = kmk_shared_observe(shared, now.loop, pointer, told_value, who, NULL, &error);
  who->subscribing = false;
  return error.status;
}

kmk_status observer_of_derived(kmk_derived *derived, const json_t *commands) {
  kmk_error error = {.status = KMK_OK};
  observer *who = observer_begin(commands);
  who->subscription = kmk_derived_observe(derived, told_derived, who, NULL, &error);
  who->subscribing = false;
  return error.status;
}

kmk_status observer_of_list(const listed *rows, const json_t *commands) {
  kmk_error error = {.status = KMK_OK};
  observer *who = observer_begin(commands);
  who->rows = rows;
  who->mirror = json_array();
  who->subscription = kmk_list_observe(rows->handle, told_list, who, NULL, &error);
  who->subscribing = false;
  return error.status;
}

void observer_stop(observer *who) {
  kmk_subscription *subscription = who->subscription;
  who->subscription = NULL;
  kmk_subscription_free(subscription);
}

void observer_free(observer *who) {
  observer_stop(who);
  json_decref(who->commands);
  json_decref(who->mirror);
  free(who);
}
