/* The downloads of examples-c, with a fake network. After each action, reads what its screen would show. */
#include "../../examples-c/downloads/downloads.h"
#include "support.h"

#include <stdio.h>

enum { FEW = 10, MANY = 10000, LINES = 20, SIZE = 100 };

/* --------------------------------------------------------------- a fake network */

static void fetch(kmk_request *request, void *data) {
  (void)data;
  kmk_request_part_new(request, NULL, downloads_row_action_of_began(SIZE).json, NULL);
  for (int done = 0; done < SIZE; done += 10)
    kmk_request_part_new(request, NULL, downloads_row_action_of_progressed(done).json, NULL);
  kmk_request_answer_new(request, json_null(), NULL);
}

/* -------------------------------------------------------------------------- a screen */

static int count;
static kmk_store *store;
static kmk_list *list;
static size_t shown;

static void list_told(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)data;
  shown += count;
}

static void draw(void) {
  static const char *const places[] = {DOWNLOADS_AT_QUERY, DOWNLOADS_AT_SETTINGS, DOWNLOADS_AT_PATH,
                                       DOWNLOADS_AT_SHEET};
  for (size_t i = 0; i < KMK_COUNT(places); i++)
    json_decref(kmk_store_get(store, places[i], NULL));
  json_decref(kmk_list_totals(list, NULL));
  for (size_t i = 0; i < LINES && i < kmk_list_count(list); i++) {
    json_t *row = kmk_list_get(list, i, NULL);
    shown += downloads_row_done(downloads_row_json_of(row)) > 0;
    json_decref(row);
  }
}

static void set_up(int wanted) {
  count = wanted;
  const downloads_state_made initial = downloads_state_new();
  json_t *rows = json_array();
  for (int id = 0; id < count; id++) {
    char text[16];
    snprintf(text, sizeof text, "%d", id);
    json_array_append_new(rows, downloads_row_new(text, "net:file", text).json);
  }
  downloads_state_put_rows(initial, rows);
  store = store_of(downloads_reducer(), initial.json);
  kmk_server server = KMK_SERVER_INIT;
  server.serve = fetch;
  check(kmk_loop_serve(loop, "net.fetch", &server, NULL));
  kmk_error error;
  check_made(list = downloads_list(store, &error), &error);
  check_made(kmk_list_observe(list, list_told, NULL, NULL, &error), &error);
  observe(store, DOWNLOADS_AT_QUERY);
  observe(store, DOWNLOADS_AT_SETTINGS);
  check(kmk_store_send_at(store, DOWNLOADS_CASE_BEGIN, NULL, NULL));
}

static void set_up_few(void) { set_up(FEW); }

static void set_up_many(void) { set_up(MANY); }

/* Fetches a row, which finally fails, so that it can be fetched again; and changes a setting. */
static void work(size_t times) {
  char id[24];
  for (size_t i = 0; i < times; i++) {
    snprintf(id, sizeof id, "%zu", i * 7919 % (size_t)count);
    check(kmk_store_send_new(store, downloads_action_rows_element_resume(id), NULL));
    draw();
    kmk_loop_run_until_idle(loop, -1, NULL);
    draw();
    check(kmk_store_send_new(store, downloads_action_rows_element_failed(id, "no room"), NULL));
    draw();
    json_t *limit = json_integer((json_int_t)(i % 3 + 1));
    check(kmk_store_write_binding(store, DOWNLOADS_CASE_BINDING, DOWNLOADS_AT_SETTINGS_LIMIT, limit,
                                  NULL));
    json_decref(limit);
    draw();
  }
}

static const struct bench_row rows[] = {
    {"downloads-10", work, set_up_few, NULL},
    {"downloads-10000", work, set_up_many, NULL},
};
const struct theme downloads_rows = THEME(rows);
