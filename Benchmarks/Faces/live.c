/* The program logic of downloads while it is busy: the cost of one second.
 *
 *   live ROWS
 *
 * Each second has 100 progress actions and 30 frames. In each frame, a user interface reads the totals and 20 rows of
 * the list, which is sorted by progress and filtered. Prints the share of a processor, and the milliseconds for a
 * changed sort key, a changed filter and a frame. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "../../examples-c/downloads/downloads.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SECONDS 20
#define UPDATES 100
#define FRAMES 30
#define LINES 20

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static json_t *rows_of(int count) {
  json_t *rows = json_array();
  for (int i = 0; i < count; i++) {
    char id[16], name[32];
    snprintf(id, sizeof id, "%d", i);
    snprintf(name, sizeof name, "file %d.bin", i * 7919 % count);
    const downloads_row_made row = downloads_row_new(id, "net:file", name);
    downloads_row_put_size(row, 100000000);
    downloads_row_put_phase(row, DOWNLOADS_ROW_PHASE_RUNNING);
    json_array_append_new(rows, row.json);
  }
  return rows;
}

static void progress(kmk_store *store, unsigned row, json_int_t done) {
  char id[16];
  snprintf(id, sizeof id, "%u", row);
  json_t *key = json_string(id), *progressed = downloads_row_action_of_progressed(done).json;
  kmk_store_send_new(store, kmk_action_element_at_new(DOWNLOADS_CASE_ROWS, key, progressed), NULL);
  json_decref(key);
}

static void draw(kmk_list *list) {
  json_decref(kmk_list_totals(list, NULL));
  for (size_t i = 0; i < LINES && i < kmk_list_count(list); i++)
    json_decref(kmk_list_get(list, i, NULL));
}

static double time_write(kmk_store *store, kmk_list *list, const char *pointer, json_t *value) {
  double began = now();
  kmk_store_write_binding(store, DOWNLOADS_CASE_BINDING, pointer, value, NULL);
  draw(list);
  json_decref(value);
  return now() - began;
}

static void told(const kmk_list_edit *edits, size_t count, void *total) {
  (void)edits;
  *(size_t *)total += count;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 10000;
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(&error);
  const downloads_state_made initial = downloads_state_new();
  downloads_state_put_rows(initial, rows_of(count));
  kmk_store *store = kmk_store_new(loop, downloads_reducer(), initial.json, &error);
  json_decref(initial.json);
  kmk_list *list = store ? downloads_list(store, &error) : NULL;
  if (!list) {
    fprintf(stderr, "live: %s\n", error.message);
    return 1;
  }
  size_t edits = 0;
  kmk_list_observe(list, told, &edits, NULL, NULL);
  double filtered = time_write(store, list, DOWNLOADS_AT_QUERY, json_string("file"));
  double sorted = time_write(store, list, DOWNLOADS_AT_SETTINGS_SORT, json_string("-/done"));
  unsigned random = 1;
  double began = now();
  for (int second = 0; second < SECONDS; second++) {
    for (int i = 0; i < UPDATES; i++) {
      random = random * 1664525 + 1013904223;
      progress(store, (random >> 8) % (unsigned)count, random % 100000000);
    }
    for (int i = 0; i < FRAMES; i++)
      draw(list);
  }
  double busy = (now() - began) / SECONDS;
  double again = time_write(store, list, DOWNLOADS_AT_SETTINGS_SORT, json_string("/name"));
  printf("%d rows: %.2f %% of a processor; sort by progress %.1f ms, by name %.1f ms, filter %.1f "
         "ms\n",
         count, busy / 10, sorted, again, filtered);
  kmk_list_free(list);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
