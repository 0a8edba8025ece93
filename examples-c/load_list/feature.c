/* A list whose rows open a screen that has to be loaded first.
 *
 *   state    {"rows": [{"id": 1, "count": 1}, ...], "selection": null}
 *            selection: null, or {"id": 1, "value": null} while row 1 is loaded,
 *                             or {"id": 1, "value": {"count": 1}} once it is loaded
 *   actions  {"setNavigation": {"selection": 1}}     the user taps row 1
 *            {"setNavigation": {"selection": null}}  the user goes back
 *            "setNavigationSelectionDelayCompleted"  the load is done: sent by the effect
 *            {"counter": "increment"}, "decrement"   on the loaded screen
 *            {"deleteRow": 1}
 *
 * The selection is written immediately, so the screen can appear with a spinner. It is an optional
 * within an optional: a row is selected or not, and its counter is loaded or not. */
#include "loadlist.h"

#include <stdio.h>

#define SECOND UINT64_C(1000000000)
#define POINTER 64 /* bytes, for a JSON Pointer to a row */

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  int change = kmk_action_is(action, "increment") - kmk_action_is(action, "decrement");
  json_int_t count = json_integer_value(kmk_state_get(state, "/count"));
  if (change)
    kmk_state_set_new(state, "/count", json_integer(count + change));
  return NULL;
}

/* Writes the pointer of the row with an id. Returns false if no row has this id. */
static bool find_row(const kmk_state *state, const json_t *id, char pointer[POINTER]) {
  size_t index;
  json_t *row;
  json_array_foreach(kmk_state_get(state, "/rows"), index, row) {
    if (json_equal(json_object_get(row, "id"), id)) {
      snprintf(pointer, POINTER, "/rows/%zu", index);
      return true;
    }
  }
  return false;
}

static kmk_effect *select_row(kmk_state *state, const json_t *id, bool latest_only) {
  kmk_state_set_new(state, "/selection", json_pack("{s:O, s:n}", "id", id, "value"));

  /* Here the two features differ. Cancellable means that going back can cancel the load. The last
   * argument decides whether a second selection also cancels the first load. Without it both loads
   * arrive, and the second discards what the user did after the first. */
  json_t *completed = json_string("setNavigationSelectionDelayCompleted");
  return kmk_effect_cancellable(kmk_effect_after_new(SECOND, completed), "load", latest_only);
}

static kmk_effect *go_back(kmk_state *state) {
  const json_t *count = kmk_state_get(state, "/selection/value/count");
  char row[POINTER];
  if (count && find_row(state, kmk_state_get(state, "/selection/id"), row)) {
    char pointer[POINTER + 8];
    snprintf(pointer, sizeof pointer, "%s/count", row);
    kmk_state_set(state, pointer, count); /* writes the edited count back into the row */
  }
  kmk_state_set_new(state, "/selection", json_null());
  return kmk_effect_cancel("load");
}

static void fill_selection(kmk_state *state) {
  const json_t *id = kmk_state_get(state, "/selection/id");
  if (!id)
    return; /* the load came too late */
  char row[POINTER];
  bool is_there = find_row(state, id, row); /* if it was deleted: 0 */
  const json_t *count = is_there ? json_object_get(kmk_state_get(state, row), "count") : NULL;
  kmk_state_set_new(state, "/selection/value",
                    json_pack("{s:I}", "count", json_integer_value(count)));
}

static kmk_effect *load_list(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  const bool *latest_only = data;
  const json_t *payload;
  char row[POINTER];
  if ((payload = kmk_action_payload(action, "setNavigation"))) {
    json_t *id = json_object_get(payload, "selection");
    return json_is_integer(id) ? select_row(state, id, *latest_only) : go_back(state);
  }
  if (kmk_action_is(action, "setNavigationSelectionDelayCompleted")) {
    fill_selection(state);
  } else if ((payload = kmk_action_payload(action, "deleteRow"))) {
    if (find_row(state, payload, row))
      kmk_state_remove(state, row);
  }
  return NULL;
}

static const kmk_case counter_cases[] = {{"increment", NULL}, {"decrement", NULL}};

static const kmk_case list_cases[] = {
    {"counter", "any"},
    {"deleteRow", "integer"},
    {"setNavigation", "selection: integer?"},
    {"setNavigationSelectionDelayCompleted", NULL},
};

static kmk_status register_one(const char *name, bool *latest_only) {
  /* The counter runs as long as both optionals have a value. Unknown actions are refused before they
   * get here. */
  kmk_reducer *parent = kmk_reducer_new(load_list, latest_only, NULL);
  kmk_reducer *child = kmk_cases(kmk_reducer_new(counter, NULL, NULL), 2, counter_cases);
  kmk_reducer *reducer =
      kmk_cases(kmk_if_let(parent, "/selection/value", "counter", NULL, child), 4, list_cases);
  json_t *initial = json_pack("{s:[{s:i,s:i},{s:i,s:i},{s:i,s:i}], s:n}", "rows", "id", 1, "count",
                              1, "id", 2, "count", 42, "id", 3, "count", 100, "selection");
  kmk_status status = kmk_feature_register(name, reducer, initial, NULL);
  json_decref(initial);
  return status;
}

kmk_status loadlist_register(void) {
  static bool no = false, yes = true;
  kmk_status status = register_one("NavigateAndLoadList", &no);
  return status == KMK_OK ? register_one("NavigateAndLoadLatest", &yes) : status;
}
