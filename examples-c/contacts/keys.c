#include "../terminal/terminal.h"
#include "contacts.h"
#include "screen.h"
#include "shown.h"

#include <ncurses.h>
#include <string.h>

#define ESCAPE 27

static void send(const char *case_path, const json_t *payload) {
  kmk_store_send_at(seen.store, case_path, payload, NULL);
}

static void key_in_search(int key) {
  if (key == '\n' || key == ESCAPE)
    seen.is_searching = false, seen.is_stale = true;
  else
    terminal_type(seen.store, CONTACTS_CASE_BINDING, CONTACTS_AT_QUERY,
                  json_string_value(seen.query.value), key);
}

static void key_in_form(int key) {
  static const char *const pointers[] = {"/name", "/phone"};
  const char *pointer = pointers[seen.field];
  if (key == ESCAPE)
    kmk_store_dismiss(seen.store, CONTACTS_CASE_SHEET, NULL);
  else if (key == '\n')
    send(CONTACTS_CASE_SHEET_PRESENTED_EDIT_DONE, NULL);
  else if (key == '\t' || key == -KEY_DOWN || key == -KEY_UP)
    seen.field = !seen.field, seen.is_stale = true;
  else
    terminal_type(seen.store, CONTACTS_CASE_SHEET_PRESENTED_EDIT_BINDING, pointer,
                  seen_text(seen.sheet.state.value, pointer + 1), key);
}

/* ------------------------------------------------------------------- everything else */

static void key_in_alert(int key) {
  if (key == 'y')
    send(CONTACTS_CASE_SHEET_PRESENTED_ALERT_DELETE, NULL);
  else if (key == 'n' || key == ESCAPE)
    kmk_store_dismiss(seen.store, CONTACTS_CASE_SHEET, NULL);
}

static void send_of_chosen(const char *action) {
  const row *row = seen_chosen();
  if (row)
    send(action, json_object_get(row->contact.value, "id"));
}

/* Sends a row's own action to its scoped store. */
static void star_chosen(void) {
  const row *row = seen_chosen();
  if (row)
    kmk_store_send_at(row->store, "star", NULL, NULL);
}

static void move_cursor(int key) {
  seen.cursor = terminal_moved(seen.cursor, seen_count(), seen.lines, key);
  seen.is_stale = true;
}

/* Returns false for the key that quits. */
static bool key_in_list(int key) {
  // clang-format off
  switch (key) {
  case 'a': send(CONTACTS_CASE_ADD, NULL); break;
  case 'd': send_of_chosen(CONTACTS_CASE_DELETE); break;
  case 'e': send_of_chosen(CONTACTS_CASE_EDIT); break;
  case 'q': return false;
  case 'r': send(CONTACTS_CASE_REDO, NULL); break;
  case 's': star_chosen(); break;
  case 'u': send(CONTACTS_CASE_UNDO, NULL); break;
  case '/': seen.is_searching = seen.is_stale = true; break;
  case '\n': send_of_chosen(CONTACTS_CASE_OPEN); break;
  case ESCAPE: if (seen.detail.is_open) kmk_store_dismiss(seen.store, CONTACTS_CASE_DETAIL, NULL); break;
  default: move_cursor(key);
  }
  // clang-format on
  return true;
}

bool screen_read_keys(void) {
  wint_t pressed;
  int is_special;
  while (seen_is_loaded() && (is_special = get_wch(&pressed)) != ERR) {
    /* Special keys and letters have overlapping numbers, so special keys are made negative. */
    int key = is_special == KEY_CODE_YES ? -(int)pressed : (int)pressed;
    if (key == -KEY_RESIZE)
      seen.is_stale = true;
    else if (seen.sheet.is_open)
      (strcmp(seen.sheet.name, "edit") == 0 ? key_in_form : key_in_alert)(key);
    else if (seen.is_searching)
      key_in_search(key);
    else if (!key_in_list(key))
      return false;
  }
  return true;
}
