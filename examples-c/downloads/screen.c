#include "screen.h"

#include <ncurses.h>
#include <string.h>

#define LIST 3 /* the first line of the list */
#define BOX_TOP 6
#define BOX_LEFT 8
#define BOX_WIDTH 64

screen shown;

/* The places that the screen shows. */
static const char *const places[] = {DOWNLOADS_AT_QUERY, DOWNLOADS_AT_SETTINGS, DOWNLOADS_AT_PATH,
                                     DOWNLOADS_AT_SHEET, DOWNLOADS_AT_HISTORY};
static kmk_subscription *told[KMK_COUNT(places) + 1]; /* to each place, and to the list */

static void value_told(const json_t *value, void *data) {
  (void)value, (void)data;
  shown.is_stale = true;
}

static void list_told(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, (void)data;
  shown.is_stale = true;
}

bool screen_open(kmk_store *store, kmk_error *error) {
  shown = (screen){.store = store, .list = downloads_list(store, error)};
  shown.lines = (kmk_lines)KMK_LINES_INIT(shown.list);
  bool opened = shown.list != NULL;
  for (size_t i = 0; opened && i < KMK_COUNT(places); i++)
    opened = (told[i] = kmk_store_observe(store, places[i], value_told, NULL, NULL, error)) != NULL;
  if (opened)
    told[KMK_COUNT(places)] = kmk_list_observe(shown.list, list_told, NULL, NULL, error);
  return told[KMK_COUNT(places)] != NULL;
}

void screen_close(void) {
  for (size_t i = 0; i < KMK_COUNT(told); i++)
    kmk_subscription_free(told[i]);
  kmk_lines_end(&shown.lines);
  kmk_list_free(shown.list);
}

json_t *screen_part(const char *pointer) { return kmk_store_get(shown.store, pointer, NULL); }

const char *screen_over(json_t **payload) {
  static const char *const names[] = {"add", "alert"};
  json_t *sheet = screen_part(DOWNLOADS_AT_SHEET), *path = screen_part(DOWNLOADS_AT_PATH);
  const json_t *top = json_array_get(path, json_array_size(path) - 1);
  const downloads_path_item_element_json element =
      downloads_path_item_element(downloads_path_item_json_of(top));
  const json_t *found = NULL;
  const char *name = NULL;
  if (json_is_object(sheet)) {
    name = names[downloads_sheet_which(downloads_sheet_json_of(sheet)) == DOWNLOADS_SHEET_ALERT];
    found = json_object_get(sheet, name);
  } else if (element.json) {
    found = downloads_path_item_element_as_row(element).json;
    name = found ? "row" : "settings";
  }
  *payload = kmk_json_retain(found);
  json_decref(sheet);
  json_decref(path);
  return name;
}

/* ------------------------------------------------------------------------------ the list */

static json_int_t sum(const json_t *totals, const char *place) {
  const json_t *numbers = json_object_get(totals, "numbers");
  return json_integer_value(json_object_get(json_object_get(numbers, place), "sum"));
}

static int percent(json_int_t done, json_int_t size) { return size ? (int)(done * 100 / size) : 0; }

static void draw_head(void) {
  json_t *totals = kmk_list_totals(shown.list, NULL), *query = screen_part(DOWNLOADS_AT_QUERY);
  json_t *part = screen_part(DOWNLOADS_AT_SETTINGS);
  const downloads_settings_json settings = downloads_settings_json_of(part);
  json_int_t done = sum(totals, DOWNLOADS_ROW_AT_DONE), size = sum(totals, DOWNLOADS_ROW_AT_SIZE);
  const char *sort = downloads_settings_sort(settings);
  mvprintw(0, 0, "Downloads: %zu, %lld of %lld MB, %d%%", kmk_list_count(shown.list),
           done / 1000000, size / 1000000, percent(done, size));
  mvprintw(1, 0, "Search: %s%s", json_string_value(query), shown.is_searching ? "_" : "");
  mvprintw(1, 40, "by %s%s", sort ? sort : "order of adding",
           downloads_settings_hides_finished(settings) ? ", without the finished" : "");
  json_decref(part);
  json_decref(query);
  json_decref(totals);
}

static void draw_row(int line, downloads_row_json row, bool is_chosen) {
  static const char *const phases[] = {[DOWNLOADS_ROW_PHASE_WAITING] = "waiting",
                                       [DOWNLOADS_ROW_PHASE_RUNNING] = "",
                                       [DOWNLOADS_ROW_PHASE_PAUSED] = "paused",
                                       [DOWNLOADS_ROW_PHASE_FINISHED] = "finished",
                                       [DOWNLOADS_ROW_PHASE_FAILED] = "failed"};
  json_int_t done = downloads_row_done(row), size = downloads_row_size(row);
  mvprintw(line, 0, "%c %-32.32s %3d%% ", is_chosen ? '>' : ' ', downloads_row_name(row),
           percent(done, size));
  for (int i = 0; i < 20; i++)
    addch(i < percent(done, size) / 5 ? '#' : '.');
  mvprintw(line, 62, "%s", phases[downloads_row_phase(row)]);
}

static void draw_list(void) {
  kmk_lines *lines = &shown.lines;
  kmk_lines_fit(lines, LINES > LIST + 1 ? (size_t)(LINES - LIST - 1) : 1);
  for (size_t i = 0; i < kmk_lines_count(lines); i++) {
    json_t *row = kmk_list_get(shown.list, lines->first + i, NULL);
    draw_row(LIST + (int)i, downloads_row_json_of(row), lines->first + i == lines->selected);
    json_decref(row); /* immediately: the next write copies a row that is still referenced */
  }
}

/* ------------------------------------------------------------------------ over the list */

static void draw_box(const char *title, const char *const *lines, size_t count) {
  WINDOW *box = newwin((int)count + 2, BOX_WIDTH, BOX_TOP, BOX_LEFT);
  wborder(box, 0, 0, 0, 0, 0, 0, 0, 0);
  mvwprintw(box, 0, 2, " %s ", title);
  for (size_t i = 0; i < count; i++)
    mvwprintw(box, (int)i + 1, 2, "%.*s", BOX_WIDTH - 4, lines[i]);
  wnoutrefresh(box);
  delwin(box);
}

static void draw_form(downloads_form_json form) {
  char url[BOX_WIDTH], name[BOX_WIDTH], size[BOX_WIDTH] = "";
  snprintf(url, sizeof url, "%c File: %s", shown.field == 0 ? '>' : ' ', downloads_form_url(form));
  snprintf(name, sizeof name, "%c Name: %s", shown.field == 1 ? '>' : ' ',
           downloads_form_name(form));
  if (downloads_form_has_size(form))
    snprintf(size, sizeof size, "%lld bytes", (long long)downloads_form_size(form));
  const char *problem = downloads_form_problem(form);
  const char *state = downloads_form_is_checking(form) ? "Looking for it"
                      : problem                        ? problem
                                                       : size;
  draw_box("Add", (const char *[]){url, name, state}, 3);
}

static void draw_opened(const json_t *opened) {
  json_t *id = json_object_get(opened, "id");
  json_t *found = kmk_store_row(shown.store, DOWNLOADS_AT_ROWS, id, NULL);
  const downloads_row_json row = downloads_row_json_of(found);
  char size[BOX_WIDTH];
  snprintf(size, sizeof size, "%lld of %lld bytes", (long long)downloads_row_done(row),
           (long long)downloads_row_size(row));
  const char *problem = downloads_row_problem(row);
  draw_box(row.json ? downloads_row_name(row) : "It was removed",
           (const char *[]){downloads_row_url(row), size, problem ? problem : ""}, 3);
  json_decref(found);
}

static void draw_settings(void) {
  json_t *part = screen_part(DOWNLOADS_AT_SETTINGS);
  const downloads_settings_json settings = downloads_settings_json_of(part);
  char limit[BOX_WIDTH];
  snprintf(limit, sizeof limit, "At once: %lld   (+ and -)",
           (long long)downloads_settings_limit(settings));
  const char *hides = downloads_settings_hides_finished(settings)
                          ? "[x] hide what has finished   (f)"
                          : "[ ] hide what has finished   (f)";
  draw_box("Settings", (const char *[]){limit, hides}, 2);
  json_decref(part);
}

static void draw_over(void) {
  json_t *payload;
  const char *name = screen_over(&payload);
  if (name && strcmp(name, "add") == 0)
    draw_form(downloads_form_json_of(payload));
  else if (name && strcmp(name, "alert") == 0)
    draw_box(downloads_sheet_alert_title(downloads_sheet_alert_json_of(payload)),
             (const char *[]){"y: yes, n: no"}, 1);
  else if (name && strcmp(name, "row") == 0)
    draw_opened(payload);
  else if (name)
    draw_settings();
  json_decref(payload);
}

void screen_draw(void) {
  if (!shown.is_stale)
    return;
  shown.is_stale = false;
  erase();
  draw_head();
  draw_list();
  mvaddstr(LINES - 1, 0,
           "a add  p pause  d remove  c clear  s sort  / search  o settings  u undo  q quit");
  wnoutrefresh(stdscr);
  draw_over();
  doupdate();
}
