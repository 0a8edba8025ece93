/* Writes in a state of 100,000 rows: reported, undone and redone. */
#include "support.h"

enum { MANY = 100000 };

static kmk_effect *nothing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static kmk_reducer *list(void) {
  kmk_reducer *parent = kmk_reducer_new(nothing, NULL, NULL);
  return kmk_for_each(parent, "/rows", "rows", NULL, counter_reducer());
}

static kmk_store *list_of_many(kmk_reducer *reducer) {
  json_t *rows = json_array();
  for (int id = 0; id < MANY; id++)
    json_array_append_new(rows, json_pack("{s:i, s:i}", "id", id, "count", 0));
  return store_of(reducer, json_pack("{s:o}", "rows", rows));
}

static kmk_store *plain, *told, *undoable;
static json_t *in_a_row, *undo, *redo;

static kmk_effect *look(kmk_state *state, const json_t *places, const json_t *action, kmk_env *env,
                        void *data) {
  (void)state, (void)action, (void)env, (void)data;
  check(json_array_size(places) == 1 ? KMK_OK : KMK_ERR_NOT_FOUND);
  return NULL;
}

static void set_up_action(void) {
  if (in_a_row)
    return;
  in_a_row =
      value_of("{s:{s:{s:i, s:s}}}", "rows", "element", "id", MANY / 2, "action", "increment");
}

static void set_up_plain(void) {
  set_up_action();
  plain = list_of_many(list());
}

static void set_up_told(void) {
  set_up_action();
  told = list_of_many(kmk_on_write(list(), "/rows", look, NULL, NULL));
}

static void set_up_undoable(void) {
  if (undoable)
    return;
  set_up_action();
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = "/rows";
  options.history_path = "/history";
  undoable = list_of_many(kmk_undoable(list(), &options));
  undo = value_of("s", "undo");
  redo = value_of("s", "redo");
}

static void send_plain(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(plain, in_a_row, NULL));
}

static void send_told(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(told, in_a_row, NULL));
}

static void send_undoable(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(undoable, in_a_row, NULL));
}

static void send_and_undo(size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(undoable, in_a_row, NULL));
    check(kmk_store_send(undoable, undo, NULL));
  }
}

static void undo_and_redo(size_t times) {
  check(kmk_store_send(undoable, in_a_row, NULL));
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(undoable, undo, NULL));
    check(kmk_store_send(undoable, redo, NULL));
  }
}

static const struct bench_row rows[] = {
    {"c.row-alone", send_plain, set_up_plain, NULL},
    {"c.row-told", send_told, set_up_told, NULL},
    {"c.row-undoable", send_undoable, set_up_undoable, NULL},
    {"c.row-undone", send_and_undo, set_up_undoable, NULL},
    {"c.row-redone", undo_and_redo, set_up_undoable, NULL},
};
const struct theme history_rows = THEME(rows);
