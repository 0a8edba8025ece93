#include "../../terminal/terminal.h"
#include "face.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ESCAPE 27
#define LONGEST 86400 /* seconds: a day */

static void send(const window *window, const char *action) {
  kmk_store_send_at(window ? window->view : seen.store, action, NULL, NULL);
}

/* --------------------------------------------------------------- fields of the form */

/* Returns a text with a letter added or removed: new. NULL if the key is not a letter. */
static json_t *typed(const char *before, int key) {
  char letter[MB_LEN_MAX + 1] = "";
  size_t length = strlen(before);
  if (key == -KEY_BACKSPACE || key == 127 || key == '\b') {
    while (length > 0 && ((unsigned char)before[--length] & 0xC0) == 0x80)
      ; /* back to the first byte of the letter */
  } else if (key < ' ' || wctomb(letter, (wchar_t)key) < 0) {
    return NULL;
  }
  return json_sprintf("%.*s%s", (int)length, before, letter);
}

static void type_title(const window *form, int key) {
  const char *title = json_string_value(json_object_get(form->state, "title"));
  json_t *value = typed(title ? title : "", key);
  if (value)
    kmk_store_send_at_new(form->view, "setTitle", value, NULL);
}

/* Input that the feature refuses is not shown: the entry shows the state. */
static void type_duration(const window *form, int key) {
  json_int_t value = json_integer_value(json_object_get(form->state, "duration"));
  if (key == '+' || key == '-')
    value += key == '+' ? 1 : -1;
  else if (key >= '0' && key <= '9')
    value = value * 10 + key - '0';
  else if (key == -KEY_BACKSPACE || key == 127 || key == '\b')
    value /= 10;
  else
    return;
  if (value <= LONGEST)
    kmk_store_send_at_new(form->view, "setDuration", json_integer(value), NULL);
}

static void type_attendee(int key) {
  json_t *value = typed(seen.attendee, key);
  if (json_string_length(value) < sizeof seen.attendee && value)
    snprintf(seen.attendee, sizeof seen.attendee, "%s", json_string_value(value));
  json_decref(value);
  seen.is_stale = true;
}

static void add_attendee(const window *form) {
  kmk_store_send_at_new(form->view, "addAttendee", json_string(seen.attendee), NULL);
  seen.attendee[0] = '\0';
  seen.is_stale = true;
}

/* Sends to the parent of the form whether the draft is kept. */
static void end_form(const window *form) {
  if (form->kind->level == 0)
    send(NULL, "confirmAddTapped");
  else
    send(&seen.windows[0], "doneTapped");
}

void key_in_form(const window *window, int key) {
  if (key == ESCAPE)
    windows_dismiss(window);
  else if (key == '\n' && seen.field == ATTENDEE && seen.attendee[0])
    add_attendee(window);
  else if (key == '\n')
    end_form(window);
  else if (key == '\t' || key == -KEY_DOWN)
    seen.field = (seen.field + 1) % FIELDS, seen.is_stale = true;
  else if (key == -KEY_UP)
    seen.field = (seen.field + FIELDS - 1) % FIELDS, seen.is_stale = true;
  else if (seen.field == TITLE)
    type_title(window, key);
  else if (seen.field == DURATION)
    type_duration(window, key);
  else
    type_attendee(key);
}

/* ------------------------------------------------------------------- everything else */

static void move_cursor(int key) {
  size_t count = json_array_size(seen.meetings);
  seen.cursor = terminal_moved(seen.cursor, count, (size_t)draw_room(), key);
  seen.is_stale = true;
}

static void open_meeting(void) {
  const json_t *meeting = json_array_get(seen.meetings, seen.cursor);
  if (meeting)
    kmk_store_send_at(seen.store, "meetingTapped", json_object_get(meeting, "id"), NULL);
}

void key_in_list(int key) {
  // clang-format off
  switch (key) {
  case 'a': send(NULL, "addTapped"); break;
  case 'q': seen.is_over = true; break;
  case '\n': open_meeting(); break;
  default: move_cursor(key);
  }
  // clang-format on
}

void key_in_detail(const window *window, int key) {
  // clang-format off
  switch (key) {
  case 'd': send(window, "deleteTapped"); break;
  case 'e': send(window, "editTapped"); break;
  case 'r': send(window, "recordTapped"); break;
  case 'q': seen.is_over = true; break;
  case ESCAPE: windows_dismiss(window); break;
  }
  // clang-format on
}

void key_in_recording(const window *window, int key) {
  if (key == 'e')
    send(window, "endTapped");
  else if (key == ESCAPE)
    windows_dismiss(window);
}

void key_in_deletion(const window *window, int key) {
  if (key == 'y')
    send(window, "confirmDeletion");
  else if (key == 'n' || key == ESCAPE)
    windows_dismiss(window);
}

void key_in_ending(const window *window, int key) {
  if (key == 's')
    send(window, "save");
  else if (key == 'd')
    send(window, "discard");
  else if (key == 'c' || key == ESCAPE)
    windows_dismiss(window);
}
