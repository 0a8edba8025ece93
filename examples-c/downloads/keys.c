#include "../terminal/terminal.h"
#include "screen.h"

#include <limits.h>
#include <ncurses.h>
#include <string.h>
#include <wchar.h>

#define ESCAPE 27
#define IN_FORM "sheet.presented.add.binding"

static void send(const char *case_path, const json_t *payload) {
  kmk_store_send_at(shown.store, case_path, payload, NULL);
}

static void write_new(const char *pointer, json_t *value) {
  kmk_store_write_binding(shown.store, DOWNLOADS_CASE_BINDING, pointer, value, NULL);
  json_decref(value);
}

/* ------------------------------------------------------------------------ over the list */

static void key_in_search(int key) {
  json_t *query = screen_part(DOWNLOADS_AT_QUERY);
  if (key == '\n' || key == ESCAPE)
    shown.is_searching = false, shown.is_stale = true;
  else
    terminal_type(shown.store, DOWNLOADS_CASE_BINDING, DOWNLOADS_AT_QUERY, json_string_value(query),
                  key);
  json_decref(query);
}

static void key_in_form(int key, downloads_form_json form) {
  if (key == ESCAPE)
    kmk_store_dismiss(shown.store, DOWNLOADS_CASE_SHEET, NULL);
  else if (key == '\n')
    send(DOWNLOADS_CASE_SHEET_PRESENTED_ADD_DONE, NULL);
  else if (key == '\t' || key == -KEY_DOWN || key == -KEY_UP)
    shown.field = !shown.field, shown.is_stale = true;
  else if (shown.field == 0)
    terminal_type(shown.store, IN_FORM, DOWNLOADS_FORM_AT_URL, downloads_form_url(form), key);
  else
    terminal_type(shown.store, IN_FORM, DOWNLOADS_FORM_AT_NAME, downloads_form_name(form), key);
}

static void key_in_alert(int key) {
  if (key == 'y')
    send(DOWNLOADS_CASE_SHEET_PRESENTED_ALERT_CLEAR, NULL);
  else if (key == 'n' || key == ESCAPE)
    kmk_store_dismiss(shown.store, DOWNLOADS_CASE_SHEET, NULL);
}

static void hide_or_show_finished(void) {
  json_t *hides = screen_part(DOWNLOADS_AT_SETTINGS_HIDES_FINISHED);
  write_new(DOWNLOADS_AT_SETTINGS_HIDES_FINISHED, json_boolean(!json_is_true(hides)));
  json_decref(hides);
}

static void change_limit(int by) {
  json_t *limit = screen_part(DOWNLOADS_AT_SETTINGS_LIMIT);
  json_int_t next = json_integer_value(limit) + by;
  if (next > 0)
    write_new(DOWNLOADS_AT_SETTINGS_LIMIT, json_integer(next));
  json_decref(limit);
}

static void key_in_screen(int key) {
  json_t *path = screen_part(DOWNLOADS_AT_PATH);
  const json_t *top = json_array_get(path, json_array_size(path) - 1);
  if (key == ESCAPE)
    kmk_store_send_new(
        shown.store,
        json_pack("{s:{s:{s:O}}}", "path", "popFrom", "id", json_object_get(top, "id")), NULL);
  else if (key == '+' || key == '-')
    change_limit(key == '+' ? 1 : -1);
  else if (key == 'f')
    hide_or_show_finished();
  json_decref(path);
}

/* ----------------------------------------------------------------------------- the list */

static void go(long by) {
  kmk_lines_move(&shown.lines, by);
  shown.is_stale = true;
}

static void send_of_chosen(const char *case_path) {
  if (shown.lines.id)
    send(case_path, shown.lines.id);
}

static void pause_or_resume_chosen(void) {
  json_t *row = kmk_store_row(shown.store, DOWNLOADS_AT_ROWS, shown.lines.id, NULL);
  if (row) {
    bool has_job = downloads_row_has_job(downloads_row_json_of(row));
    json_t *action = json_string(has_job ? "pause" : "resume");
    kmk_store_send_new(
        shown.store, kmk_action_element_at_new(DOWNLOADS_CASE_ROWS, shown.lines.id, action), NULL);
    json_decref(row);
  }
}

/* The orders: as added, by progress with the furthest first, by name. */
static void sort_otherwise(void) {
  json_t *sort = screen_part(DOWNLOADS_AT_SETTINGS_SORT);
  const char *now = json_string_value(sort);
  write_new(DOWNLOADS_AT_SETTINGS_SORT, !now                        ? json_string("-/done")
                                        : strcmp(now, "/name") != 0 ? json_string("/name")
                                                                    : json_null());
  json_decref(sort);
}

/* Returns false for the key that quits. */
static bool key_in_list(int key) {
  // clang-format off
  switch (key) {
  case 'a': shown.field = 0; send(DOWNLOADS_CASE_ADD, NULL); break;
  case 'c': send(DOWNLOADS_CASE_CLEAR, NULL); break;
  case 'd': send_of_chosen(DOWNLOADS_CASE_REMOVE); break;
  case 'f': hide_or_show_finished(); break;
  case 'o': send(DOWNLOADS_CASE_OPEN_SETTINGS, NULL); break;
  case 'p': pause_or_resume_chosen(); break;
  case 'q': return false;
  case 'r': send(DOWNLOADS_CASE_REDO, NULL); break;
  case 's': sort_otherwise(); break;
  case 'u': send(DOWNLOADS_CASE_UNDO, NULL); break;
  case '/': shown.is_searching = shown.is_stale = true; break;
  case '\n': send_of_chosen(DOWNLOADS_CASE_OPEN); break;
  case -KEY_UP: go(-1); break;
  case -KEY_DOWN: go(1); break;
  case -KEY_PPAGE: go(-(LINES - 4)); break;
  case -KEY_NPAGE: go(LINES - 4); break;
  case -KEY_HOME: go(-LONG_MAX / 2); break;
  case -KEY_END: go(LONG_MAX / 2); break;
  }
  // clang-format on
  return true;
}

bool screen_read_keys(void) {
  wint_t pressed;
  int is_special;
  while ((is_special = get_wch(&pressed)) != ERR) {
    /* Special keys and letters have overlapping numbers, so special keys are made negative. */
    int key = is_special == KEY_CODE_YES ? -(int)pressed : (int)pressed;
    json_t *payload;
    const char *over = screen_over(&payload);
    bool goes_on = true;
    kmk_lines_fit(&shown.lines,
                  shown.lines.height); /* keys may arrive faster than the screen is drawn */
    if (key == -KEY_RESIZE)
      shown.is_stale = true;
    else if (over && strcmp(over, "add") == 0)
      key_in_form(key, downloads_form_json_of(payload));
    else if (over && strcmp(over, "alert") == 0)
      key_in_alert(key);
    else if (shown.is_searching)
      key_in_search(key);
    else if (over)
      key_in_screen(key);
    else
      goes_on = key_in_list(key);
    json_decref(payload);
    if (!goes_on)
      return false;
  }
  return true;
}
