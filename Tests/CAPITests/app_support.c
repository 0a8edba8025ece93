#include "app_support.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- effects */

/* The retained action is the effect's user data. */
static void fails(kmk_sender *sender, void *reason) { kmk_sender_fail(sender, reason); }

static void sends_and_ends(kmk_sender *sender, void *action) {
  kmk_sender_send_new(sender, kmk_json_retain(action));
  kmk_sender_finish(sender);
}

static void dismisses(kmk_sender *sender, void *nothing) {
  (void)nothing;
  kmk_sender_dismiss(sender);
  kmk_sender_finish(sender);
}

static json_t *caught(const json_t *error, void *nothing) {
  (void)nothing;
  return json_pack("{s:O}", "caught", error);
}

static void release(void *value) { kmk_json_release(value); }

static json_t *copied(const json_t *value) { return kmk_json_retain(value); }

static uint64_t time_of(const json_t *value) {
  json_int_t time = json_integer_value(value);
  return time < (json_int_t)APP_SHORTEST ? APP_SHORTEST : (uint64_t)time;
}

static kmk_effect *effect_of(const json_t *description, kmk_env *env);

/* Builds an effect from an array's members, from index 1 on. */
static kmk_effect *several(const json_t *array, kmk_env *env,
                           kmk_effect *(*make)(size_t, kmk_effect *const *)) {
  kmk_effect *members[16];
  size_t count = 0;
  for (size_t i = 1; i < json_array_size(array) && count < KMK_COUNT(members); i++)
    members[count++] = effect_of(json_array_get(array, i), env);
  return make(count, members);
}

/* Returns NULL for a value that is not an effect description. */
static kmk_effect *effect_of(const json_t *description, kmk_env *env) {
  const char *word = json_string_value(json_array_get(description, 0));
  const json_t *first = json_array_get(description, 1), *second = json_array_get(description, 2);
  const char *id = json_string_value(first);
  if (word == NULL)
    return NULL;
  if (strcmp(word, "merge") == 0)
    return several(description, env, kmk_effect_merge);
  if (strcmp(word, "chain") == 0)
    return several(description, env, kmk_effect_concatenate);
  if (strcmp(word, "send") == 0)
    return kmk_effect_send(first);
  if (strcmp(word, "start") == 0 && first != NULL)
    return kmk_effect_start(sends_and_ends, NULL, copied(first), release);
  if (strcmp(word, "fail") == 0)
    return kmk_effect_start(fails, NULL, "it failed", NULL);
  if (strcmp(word, "dismiss") == 0)
    return kmk_effect_dismiss(env);
  if (strcmp(word, "dismissLater") == 0)
    return kmk_effect_start(dismisses, NULL, NULL, NULL);
  if (strcmp(word, "after") == 0)
    return kmk_effect_after_new(time_of(first), copied(second));
  if (strcmp(word, "every") == 0)
    return kmk_effect_every_new(time_of(first), copied(second));
  if (strcmp(word, "cancel") == 0)
    return kmk_effect_cancel(id);
  if (strcmp(word, "catch") == 0)
    return kmk_effect_catch(effect_of(first, env), caught, NULL, NULL);
  if (strcmp(word, "id") == 0)
    return kmk_effect_cancellable(effect_of(second, env), id, false);
  if (strcmp(word, "anew") == 0)
    return kmk_effect_cancellable(effect_of(second, env), id, true);
  if (strcmp(word, "serial") == 0)
    return kmk_effect_serial(effect_of(second, env), id, false);
  if (strcmp(word, "latest") == 0)
    return kmk_effect_serial(effect_of(second, env), id, true);
  if (strcmp(word, "delay") == 0)
    return kmk_effect_delay(effect_of(second, env), time_of(first));
  if (strcmp(word, "debounce") == 0)
    return kmk_effect_debounce(effect_of(second, env), id, KMK_MILLISECONDS(300));
  if (strcmp(word, "throttle") == 0)
    return kmk_effect_throttle(effect_of(second, env), id, KMK_MILLISECONDS(300), true);
  return NULL;
}

/* ----------------------------------------------------------------- writes */

static void write_as(kmk_state *state, const json_t *order, kmk_env *env) {
  const char *word = json_string_value(json_array_get(order, 0));
  const char *at = json_string_value(json_array_get(order, 1));
  const json_t *value = json_array_get(order, 2);
  const char *inner = json_string_value(json_array_get(order, 3));
  kmk_status status = KMK_OK;
  kmk_error error;
  size_t index;
  char uuid[37];
  if (word == NULL)
    return;
  if (strcmp(word, "set") == 0)
    status = kmk_state_set(state, at, value);
  else if (strcmp(word, "insert") == 0)
    status = kmk_state_insert_new(state, at, copied(value));
  else if (strcmp(word, "remove") == 0)
    status = kmk_state_remove(state, at);
  else if (strcmp(word, "move") == 0)
    status = kmk_state_move(state, at, json_string_value(value));
  else if (strcmp(word, "copy") ==
           0) /* writes the value that was just read; nothing else holds a reference to it */
    status = kmk_state_set(state, json_string_value(value), kmk_state_get(state, at));
  else if (strcmp(word, "find") == 0)
    status = kmk_state_find(state, at, value, &index);
  else if (strcmp(word, "row") == 0)
    status = kmk_state_set_row_new(state, at, value, inner, copied(json_array_get(order, 4)));
  else if (strcmp(word, "removeRow") == 0)
    status = kmk_state_remove_row(state, at, value);
  else if (strcmp(word, "push") == 0)
    status = kmk_state_push_new(state, at, copied(value), NULL);
  else if (strcmp(word, "popFrom") == 0)
    status = kmk_state_pop_from(state, at, (uint64_t)json_integer_value(value));
  else if (strcmp(word, "popTo") == 0)
    status = kmk_state_pop_to(state, at, (uint64_t)json_integer_value(value));
  else if (strcmp(word, "format") == 0)
    status = kmk_state_setf_new(state, copied(value), "/%s/%d", at, 0);
  else if (strcmp(word, "stamp") == 0) {
    kmk_env_uuid(env, uuid);
    status = kmk_state_set_new(state, at, json_string(uuid));
  } else if (strcmp(word, "date") == 0)
    status = kmk_state_set_new(state, at, json_integer(kmk_env_date(env)));
  if (status != KMK_OK)
    kmk_state_error(state, status, &error);
}

/* The reducer of the root, the rows, the sheets and the elements of the path. */
static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "inc")) {
    json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
    kmk_state_set_new(state, "/count", json_integer(count < 0 || count > 1000000 ? 0 : count + 1));
  } else if (kmk_action_is(action, "close")) {
    return kmk_effect_dismiss(env);
  }
  const json_t *orders = kmk_action_payload(action, "do");
  for (size_t i = 0; i < json_array_size(orders) && i < 64; i++)
    write_as(state, json_array_get(orders, i), env);
  return effect_of(kmk_action_payload(action, "effect"), env);
}

/* ------------------------------------------------------------ composition */

static kmk_effect *ticks(const json_t *value, kmk_env *env, void *data) {
  (void)value, (void)env, (void)data;
  return kmk_effect_every_new(KMK_SECONDS(1), json_string("inc"));
}

static kmk_effect *count_changed(kmk_state *state, const json_t *old, const json_t *new,
                                 const json_t *action, kmk_env *env, void *data) {
  (void)old, (void)action, (void)env, (void)data;
  kmk_state_set(state, "/shown", new);
  return NULL;
}

static kmk_effect *was_written(kmk_state *state, const json_t *places, const json_t *action,
                               kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  kmk_state_set_new(state, "/written", json_integer((json_int_t)json_array_size(places)));
  return NULL;
}

static kmk_reducer *leaf(void) { return kmk_reducer_new(reduce, NULL, NULL); }

/* A sheet that may present another sheet, and so on. */
static kmk_reducer *page(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *ticking = kmk_running(leaf(), "/ticks", NULL, ticks, NULL, NULL);
  return kmk_presentation_destination(ticking, "/sheet", "sheet", NULL, self);
}

/* A dynamic reducer: the state selects the reducer that runs. */
static kmk_reducer *chosen(const json_t *state, const json_t *action, void *data) {
  (void)action, (void)data;
  return json_is_true(json_object_get(state, "chooses")) ? kmk_scope("/child", "chosen", leaf())
                                                         : NULL;
}

static const char shape[] =
    "Row = {id: any, count: integer = 0};"
    "Page = {count: integer = 0, ticks: any?, sheet: Page?};"
    "{count: integer, name: text, child: {count: integer = 0}, note: {count: integer}?,"
    " sheet: Page?, choice: (page: Page | alert: any)?, rows: [Row], path: [any],"
    " history: any, ticks: any?, chooses: boolean?, shown: any, written: any}";

kmk_reducer *app_reducer(bool has_shape) {
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  const char *ephemeral[] = {"alert", NULL};
  const char *ignored[] = {"inc", NULL};
  kmk_slot_options slot = KMK_SLOT_OPTIONS_INIT;
  slot.ephemeral_cases = ephemeral;
  undo.state_path = "/rows";
  undo.history_path = "/history";
  undo.ignored = ignored;
  undo.limit = 20;
  kmk_reducer *app = KMK_COMBINE(
      KMK_BINDING_FIELDS("binding", {"/name", "text"}, {"/count", "integer"}, {"/ticks", "any?"}),
      leaf(), kmk_reader(chosen, NULL, NULL), kmk_scope("/child", "child", leaf()));
  app = kmk_if_let(app, "/note", "note", NULL, leaf());
  app = kmk_presentation_destination(app, "/sheet", "sheet", NULL, kmk_recurse(page, NULL, NULL));
  app = kmk_presentation(app, "/choice", "choice", &slot,
                         KMK_COMBINE(kmk_scope_case("page", "page", kmk_recurse(page, NULL, NULL)),
                                     KMK_ALERT("alert", "ok", "no")));
  kmk_reducer *row = kmk_running(leaf(), "/ticks", NULL, ticks, NULL, NULL);
  app = kmk_for_each(app, "/rows", "rows", NULL, row);
  app = kmk_stack(app, "/path", "path", kmk_recurse(page, NULL, NULL));
  app = kmk_running(app, "/ticks", NULL, ticks, NULL, NULL);
  app = kmk_undoable(app, &undo);
  app = kmk_on_change(app, "/count", count_changed, NULL, NULL);
  app = kmk_on_write(app, "/rows", was_written, NULL, NULL);
  return has_shape ? kmk_shape(app, shape) : app;
}

json_t *app_state(size_t rows) {
  json_t *array = json_array();
  for (size_t i = 0; i < rows; i++)
    json_array_append_new(array, json_pack("{s:I, s:i}", "id", (json_int_t)i, "count", 0));
  return json_pack("{s:i, s:s, s:{s:i}, s:n, s:n, s:n, s:o, s:[], s:{s:i, s:i}, s:n, s:n, s:n}",
                   "count", 0, "name", "", "child", "count", 0, "note", "sheet", "choice", "rows",
                   array, "path", "history", "undo", 0, "redo", 0, "ticks", "shown", "written");
}

/* ------------------------------------------------------------------- loop */

static size_t issues;

static void count_issue(const kmk_diagnostic *issue, void *data) {
  (void)data;
  /* Checks that every field of an issue is valid text. */
  issues += strlen(issue->code) != 0 && strlen(issue->message) != 0;
}

size_t app_issues(void) { return issues; }

kmk_loop *app_loop(void) {
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.is_virtual = true;
  options.burst_limit = 1000;
  kmk_loop *loop = kmk_loop_new_with(&options, NULL, NULL, NULL);
  kmk_loop_set_diagnostics(loop, count_issue, NULL, NULL);
  return loop;
}
