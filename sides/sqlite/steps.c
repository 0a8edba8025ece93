/* A store's trace, on its loop's thread: the steps that are held, and the moments that are due with them. */
#include "database.h"

/* Takes the present moment: whole, or the data beside the state. If there is no memory, tries again; NULL if that
 * fails too. */
kmk_snapshot *kmk_sqlite_note(kmk_sqlite_link *link, bool is_whole) {
  link->noted = link->step;
  link->noted_at = kmk_sqlite_milliseconds();
  link->mark = kmk_store_request_mark(link->store);
  if (is_whole)
    link->whole = link->step;
  kmk_snapshot *snapshot = NULL;
  for (int trial = 0; snapshot == NULL && trial < 2; trial++)
    snapshot = is_whole ? kmk_store_snapshot(link->store, NULL)
                        : kmk_store_snapshot_without_state(link->store, NULL);
  return snapshot;
}

/* Whether a step may have changed data beside the state: a new id, an effect that started or ended, a changed
 * history, or a container that was inserted, removed or moved. */
static bool is_beside(const json_t *step) {
  size_t index;
  json_t *operation, *patch = json_object_get(step, "patch");
  if (json_object_get(step, "given") != NULL || json_object_get(step, "began") != NULL ||
      json_object_get(step, "ended") != NULL || json_object_get(step, "history") != NULL)
    return true;
  json_array_foreach(patch, index, operation) {
    const json_t *value = json_object_get(operation, "value");
    const char *name = json_string_value(json_object_get(operation, "op"));
    if (name == NULL || strcmp(name, "replace") != 0 || json_is_object(value) ||
        json_is_array(value) || json_is_null(value))
      return true;
  }
  return false;
}

/* Holds the first moment, before anything else of the store is written: then the moment in the file is out of date. */
static void hold_first(kmk_sqlite_link *link) {
  if (link->first != NULL)
    kmk_sqlite_hold(link, NULL, link->first, false);
  link->first = NULL;
}

void kmk_sqlite_traced(const json_t *step, void *data) {
  kmk_sqlite_link *link = data;
  uint64_t number = (uint64_t)json_integer_value(json_object_get(step, "step"));
  /* If there was no memory for a step, the whole state replaces it, as after a restore. */
  bool is_missing =
      (link->traced != 0 && number != link->traced + 1) || json_object_get(step, "missing") != NULL;
  bool is_restored = is_missing || json_object_get(step, "snapshot") != NULL;
  link->traced = number;
  link->is_restored = link->is_restored || is_restored;
  link->is_changed = link->is_changed || is_beside(step);
  /* The file contains no step that wrote nothing. */
  bool is_empty = !is_restored && !link->database->options.keeps_actions &&
                  json_array_size(json_object_get(step, "patch")) == 0;
  if (is_empty)
    return;
  hold_first(link);
  link->step++;
  if (!is_restored)
    kmk_sqlite_hold(link, kmk_json_retain(step), NULL, false);
}

/* Passes the steps so far to the writer, with the moment after them if one is due. */
static void write_steps(kmk_sqlite_link *link, bool is_noted) {
  const kmk_sqlite_options *options = &link->database->options;
  bool is_whole = link->is_restored || link->step - link->whole >= options->compact_steps ||
                  kmk_sqlite_is_large(link);
  if (is_whole || is_noted || link->is_changed ||
      link->step - link->noted >= options->batch_steps ||
      kmk_sqlite_milliseconds() - link->noted_at >= options->batch_milliseconds) {
    hold_first(link);
    kmk_snapshot *snapshot = kmk_sqlite_note(link, is_whole);
    if (snapshot != NULL)
      kmk_sqlite_hold(link, NULL, snapshot, !is_whole);
    else
      kmk_sqlite_ok(link->database, SQLITE_NOMEM);
  }
  link->is_changed = link->is_restored = false;
  kmk_sqlite_hand(link);
}

/* Returns the program's version and the reducer's hash in a saved snapshot. */
json_t *kmk_sqlite_form(const json_t *saved) {
  return json_pack("{s:O?, s:O?}", "version", json_object_get(saved, "version"), "shape",
                   json_object_get(saved, "shape"));
}

/* Whether a moment has state-driven effects, and the store in the file has the format and shape that this program
 * writes. */
static bool can_continue(kmk_sqlite_link *link, const kmk_snapshot *snapshot) {
  kmk_snapshot *short_one = kmk_snapshot_bounded(snapshot, 0, NULL);
  json_t *beside =
      short_one == NULL ? NULL : kmk_snapshot_json_without_state(short_one, link->version, NULL);
  json_t *form = kmk_sqlite_form(beside);
  bool can_continue = beside != NULL && form != NULL && json_equal(form, link->form) &&
                      json_array_size(json_object_get(beside, "running")) > 0;
  json_decref(form);
  kmk_json_release(beside);
  kmk_snapshot_free(short_one);
  return can_continue;
}

/* Notes which state-driven effects have ended since the last step, and how much time of the others has passed. An
 * older program's data stays as it is until the first step or the first request that must be in the file; then the
 * moment of this program is written whole, once. Without memory nothing is noted. */
static void note_effects(kmk_sqlite_link *link, bool must_be_kept) {
  bool is_whole = link->first != NULL || kmk_sqlite_is_large(link);
  kmk_snapshot *snapshot = kmk_sqlite_note(link, is_whole);
  if (snapshot == NULL || (link->first != NULL && !must_be_kept && !can_continue(link, snapshot))) {
    kmk_snapshot_free(snapshot);
    return;
  }
  kmk_snapshot_free(link->first);
  link->first = NULL;
  kmk_sqlite_hold(link, NULL, snapshot, !is_whole);
  kmk_sqlite_hand(link);
}

/* Passes on the held items, and the effects of a store without new steps. */
static void write_now(kmk_sqlite_link *link, bool with_effects) {
  /* Requests, and the ends of requests, wait until the file has them. */
  bool must_be_kept = kmk_store_request_mark(link->store) != link->mark;
  if (link->held != NULL || link->is_restored || link->is_changed)
    write_steps(link, with_effects || must_be_kept);
  else if (with_effects || must_be_kept)
    note_effects(link, must_be_kept);
}

/* The loop has come to rest, after steps or after effects have started or ended. */
void kmk_sqlite_settled(bool effects_changed, void *data) { write_now(data, effects_changed); }

/* Passes on the steps of this thread's stores, and on request the time of their effects. Only this thread ends these
 * stores, so they exist while the lock is released. */
void kmk_sqlite_write_own(kmk_sqlite *database, bool with_effects) {
  pthread_mutex_lock(&database->lock);
  for (kmk_sqlite_link *link = database->links; link != NULL; link = link->next) {
    if (!link->is_open || !pthread_equal(link->thread, pthread_self()) || link->trace == NULL)
      continue;
    pthread_mutex_unlock(&database->lock);
    write_now(link, with_effects);
    pthread_mutex_lock(&database->lock);
  }
  pthread_mutex_unlock(&database->lock);
}
