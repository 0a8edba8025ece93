/* A list of 100,000 rows, sorted by the member that changes, with two sums, observed. */
#include "support.h"

enum { ROWS = 100000, ACTIONS = 4096 };

static kmk_effect *progress(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_state_set(state, "/progress", kmk_action_payload(action, "progress"));
  return NULL;
}

static kmk_effect *nothing(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return NULL;
}

static unsigned next_random(void) {
  static unsigned seed = 1;
  return (seed = seed * 1664525u + 1013904223u) >> 8;
}

static kmk_store *store_of_rows(void) {
  json_t *rows = json_array();
  for (int id = 0; id < ROWS; id++)
    json_array_append_new(rows, json_pack("{s:i, s:i, s:i}", "id", id, "progress",
                                          (int)(next_random() % 1000000), "bytes", id));
  kmk_reducer *parent = kmk_reducer_new(nothing, NULL, NULL);
  return store_of(
      kmk_for_each(parent, "/rows", "rows", NULL, kmk_reducer_new(progress, NULL, NULL)),
      json_pack("{s:o}", "rows", rows));
}

static json_t *actions[ACTIONS];

static void set_up_actions(void) {
  /* Each row is written twice in a round, with different values. */
  for (int index = 0; index < ACTIONS && !actions[ACTIONS - 1]; index++)
    actions[index] = value_of("{s:{s:{s:i, s:{s:i}}}}", "rows", "element", "id",
                              (int)(index % (ACTIONS / 2) * 7919L % ROWS), "action", "progress",
                              (int)(next_random() % 1000000));
}

static kmk_store *plain, *listed;
static size_t edits_told;

static void told(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)data;
  edits_told += count;
}

static void set_up_plain(void) {
  set_up_actions();
  plain = store_of_rows();
}

static void set_up_listed(void) {
  kmk_error error;
  set_up_actions();
  listed = store_of_rows();
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = (const char *const[]){"/progress", NULL};
  options.numbers = (const char *const[]){"/progress", "/bytes", NULL};
  kmk_list *list = kmk_list_new(listed, "/rows", &options, NULL, NULL, &error);
  check_made(list, &error);
  check_made(kmk_list_observe(list, told, NULL, NULL, &error), &error);
}

static void send_plain(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(plain, actions[index % ACTIONS], NULL));
}

static void send_listed(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(listed, actions[index % ACTIONS], NULL));
}

static const struct bench_row rows[] = {
    {"c.row-unlisted", send_plain, set_up_plain, NULL},
    {"c.row-listed", send_listed, set_up_listed, NULL},
};
const struct theme list_rows = THEME(rows);
