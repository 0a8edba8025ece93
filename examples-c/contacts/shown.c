#include "contacts.h"
#include "shown.h"

#include <stdio.h>
#include <stdlib.h>

screen seen = {.lines = 1};
static kmk_subscription *contacts;

static void keep(const json_t *value, void *data) {
  shown *place = data;
  kmk_json_release(place->value);
  place->value = kmk_json_retain(value);
  seen.is_stale = true;
}

static void notice(const json_t *value, void *data) {
  (void)value, (void)data;
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

static void open_row(row *line, json_t *id) {
  line->id = json_incref(id);
  line->store =
      kmk_store_scope_element(seen.store, CONTACTS_AT_CONTACTS, CONTACTS_CASE_CONTACTS, id, NULL);
  if (line->store)
    show(line->store, "", &line->contact);
}

static void close_row(row *line) {
  forget(&line->contact);
  kmk_store_free(line->store);
  json_decref(line->id);
  *line = (row){.store = NULL};
}

/* Returns the ids of the contacts that were found, or all contacts: new. The list is read when it is needed, not
 * kept: while a reference to the contacts exists, the first write to them copies the list. */
static json_t *listed(void) {
  if (json_is_array(seen.hits.value))
    return json_incref(seen.hits.value);
  return kmk_store_get(seen.store, CONTACTS_AT_CONTACTS, NULL);
}

static json_t *id_at(const json_t *list, size_t index) {
  json_t *one = json_array_get(list, index);
  return json_is_object(one) ? json_object_get(one, "id") : one;
}

size_t seen_count(void) {
  json_t *list = listed();
  size_t count = json_array_size(list);
  json_decref(list);
  return count;
}

/* A row's observer writes into the row, so rows must not move in memory while they are open. */
static void close_rows(void) {
  for (size_t i = 0; i < seen.row_count; i++)
    close_row(&seen.rows[i]);
  free(seen.rows);
  seen.rows = NULL;
  seen.row_count = 0;
}

/* Whether the scoped stores still belong to the lines from seen.first on. */
static bool are_shown(const json_t *list, size_t count) {
  if (seen.row_count != count)
    return false;
  for (size_t i = 0; i < count; i++) {
    if (!seen.rows[i].store || !json_equal(seen.rows[i].id, id_at(list, seen.first + i)))
      return false;
  }
  return true;
}

/* Makes scoped stores for the lines around the cursor, if they do not exist. */
static void scroll(void) {
  json_t *list = listed();
  size_t count = json_array_size(list);
  if (seen.cursor >= count)
    seen.cursor = count ? count - 1 : 0;
  if (seen.cursor < seen.first)
    seen.first = seen.cursor;
  if (seen.cursor >= seen.first + seen.lines)
    seen.first = seen.cursor - seen.lines + 1;
  size_t shown = count - seen.first < seen.lines ? count - seen.first : seen.lines;
  if (!are_shown(list, shown)) {
    close_rows();
    seen.rows = calloc(shown + 1, sizeof *seen.rows);
    for (; seen.rows && seen.row_count < shown; seen.row_count++)
      open_row(&seen.rows[seen.row_count], id_at(list, seen.first + seen.row_count));
  }
  json_decref(list);
}

void seen_scroll(size_t lines) {
  seen.lines = lines ? lines : 1;
  scroll();
}

const row *seen_chosen(void) {
  if (seen.detail.is_open)
    return &seen.opened;
  scroll(); /* keys may arrive faster than the screen is drawn */
  size_t line = seen.cursor - seen.first;
  return line < seen.row_count && seen.rows[line].store ? &seen.rows[line] : NULL;
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
  contacts = kmk_store_observe(store, CONTACTS_AT_CONTACTS, notice, NULL, NULL, NULL);
  show(store, CONTACTS_AT_HITS, &seen.hits);
  show(store, CONTACTS_AT_QUERY, &seen.query);
  show(store, CONTACTS_AT_PROBLEM, &seen.problem);
  show(store, CONTACTS_AT_HISTORY, &seen.history);
  show(store, CONTACTS_AT_IS_READY, &seen.is_ready);
  seen.detail.state.told = watch(CONTACTS_AT_DETAIL, &detail, &seen.detail);
  seen.sheet.state.told = watch(CONTACTS_AT_SHEET, &sheet, &seen.sheet);
}

void seen_close(void) {
  shown *all[] = {&seen.hits,     &seen.query,        &seen.problem,    &seen.history,
                  &seen.is_ready, &seen.detail.state, &seen.sheet.state};
  for (size_t i = 0; i < KMK_COUNT(all); i++)
    forget(all[i]);
  kmk_subscription_free(contacts);
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
