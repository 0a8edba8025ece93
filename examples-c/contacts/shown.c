#include "shown.h"

#include <stdio.h>
#include <stdlib.h>

screen seen;

static void keep(const json_t *value, void *data) {
  shown *place = data;
  kmk_json_release(place->value);
  place->value = kmk_json_retain(value);
  seen.is_stale = true;
}

static void show(kmk_store *part, const char *pointer, shown *place) {
  place->told = kmk_store_observe(part, pointer, keep, place, NULL, NULL);
}

static void forget(shown *place) {
  kmk_subscription_free(place->told);
  keep(NULL, place);
}

/* ------------------------------------------------------------------------- rows */

static bool open_row(row *line, const json_t *id) {
  line->store = kmk_store_scope_element(seen.store, "/contacts", "contacts", id, NULL);
  if (line->store)
    show(line->store, "", &line->contact);
  return line->store;
}

static void close_row(row *line) {
  forget(&line->contact);
  kmk_store_free(line->store);
  *line = (row){.store = NULL};
}

static void close_rows(void) {
  for (size_t i = 0; i < seen.row_count; i++)
    close_row(&seen.rows[i]);
  free(seen.rows);
  seen.rows = NULL;
  seen.row_count = 0;
}

/* A row for each contact that is to be seen: those that were found, else all. */
static void open_rows(void) {
  const json_t *ids = json_is_array(seen.hits.value) ? seen.hits.value : seen.ids.value;
  size_t count = json_array_size(ids);
  close_rows();
  seen.rows = calloc(count + 1, sizeof *seen.rows);
  for (size_t i = 0; seen.rows && i < count; i++)
    seen.row_count += open_row(&seen.rows[seen.row_count], json_array_get(ids, i));
  if (seen.cursor >= seen.row_count)
    seen.cursor = seen.row_count ? seen.row_count - 1 : 0;
}

static void keep_ids(const json_t *value, void *data) {
  keep(value, data);
  open_rows();
}

/* ---------------------------------------------------------------------- windows */

static void present(const char *id, const char *state_case, const json_t *state, void *data) {
  (void)id;
  window *opened = data;
  opened->is_open = true;
  snprintf(opened->name, sizeof opened->name, "%s", state_case ? state_case : "");
  seen.field = 0;
  keep(state, &opened->state);
}

static void present_detail(const char *id, const char *state_case, const json_t *state,
                           void *data) {
  present(id, state_case, state, data);
  open_row(&seen.opened, json_object_get(state, "id"));
}

static void update(const char *id, const json_t *state, void *data) {
  (void)id;
  keep(state, &((window *)data)->state);
}

static void dismiss(const char *id, void *data) {
  (void)id;
  ((window *)data)->is_open = false;
  seen.is_stale = true;
}

static void dismiss_detail(const char *id, void *data) {
  dismiss(id, data);
  close_row(&seen.opened);
}

static kmk_subscription *watch(const char *pointer, const kmk_presentation_callbacks *callbacks,
                               window *window) {
  return kmk_store_observe_presentation(seen.store, pointer, callbacks, window, NULL, NULL);
}

/* ------------------------------------------------------------------------- both */

void seen_open(kmk_store *store) {
  const kmk_presentation_callbacks detail = {sizeof detail, present_detail, update, dismiss_detail};
  const kmk_presentation_callbacks sheet = {sizeof sheet, present, update, dismiss};
  seen.store = store;
  seen.ids.told = kmk_store_observe_ids(store, "/contacts", keep_ids, &seen.ids, NULL, NULL);
  seen.hits.told = kmk_store_observe(store, "/hits", keep_ids, &seen.hits, NULL, NULL);
  show(store, "/query", &seen.query);
  show(store, "/problem", &seen.problem);
  show(store, "/history", &seen.history);
  show(store, "/isReady", &seen.is_ready);
  seen.detail.state.told = watch("/detail", &detail, &seen.detail);
  seen.sheet.state.told = watch("/sheet", &sheet, &seen.sheet);
}

void seen_close(void) {
  shown *all[] = {&seen.ids,     &seen.hits,     &seen.query,        &seen.problem,
                  &seen.history, &seen.is_ready, &seen.detail.state, &seen.sheet.state};
  for (size_t i = 0; i < KMK_COUNT(all); i++)
    forget(all[i]);
  close_rows();
  close_row(&seen.opened);
}

bool seen_is_loaded(void) {
  return json_is_true(seen.is_ready.value) || json_is_string(seen.problem.value);
}

const char *seen_text(const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  return value ? value : "";
}
