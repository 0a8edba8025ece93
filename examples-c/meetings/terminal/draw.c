#include "face.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define LIST 2 /* the first line of the list */

/* The part of a string that fits into the line. A character that cannot be shown becomes a question mark. */
static void put(WINDOW *area, int line, int column, const char *text) {
  mbstate_t progress = {0};
  int room = getmaxx(area) - column - 1;
  if (line >= getmaxy(area) || wmove(area, line, column) == ERR)
    return;
  while (*text && room > 0) {
    wchar_t letter;
    size_t length = mbrtowc(&letter, text, MB_LEN_MAX, &progress);
    int width = length <= MB_LEN_MAX ? wcwidth(letter) : -1;
    if (length > MB_LEN_MAX) {
      length = 1;
      memset(&progress, 0, sizeof progress);
    }
    if (width < 0)
      letter = L'?', width = 1;
    if (width > room)
      return;
    waddnwstr(area, &letter, 1);
    text += length;
    room -= width;
  }
}

static const char *text(const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  return value ? value : "";
}

static long long number(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}

/* A line of a label and a value of the state, which may be long. */
static void put_both(WINDOW *area, int line, const char *label, const char *value) {
  put(area, line, 2, label);
  put(area, line, 2 + (int)strlen(label), value);
}

static void put_number(WINDOW *area, int line, const char *form, long long value) {
  char shown[64];
  snprintf(shown, sizeof shown, form, value);
  put(area, line, 2, shown);
}

static void put_attendees(WINDOW *area, int line, const char *label, const json_t *object) {
  char names[512] = "";
  size_t index, length = 0;
  json_t *name;
  json_array_foreach(json_object_get(object, "attendees"), index, name) {
    const char *value = json_string_value(name);
    int added =
        snprintf(names + length, sizeof names - length, index ? ", %s" : "%s", value ? value : "");
    length += (size_t)added;
    if (length >= sizeof names)
      break;
  }
  put_both(area, line, label, names);
}

/* Draws the frame of a window: a border, a title, and its keys. */
static void frame(WINDOW *area, const char *title, const char *keys) {
  box(area, 0, 0);
  put(area, 0, 2, title);
  put(area, getmaxy(area) - 2, 2, keys);
}

/* --------------------------------------------------------------------------- screens */

int draw_room(void) { return LINES - LIST - 2 > 0 ? LINES - LIST - 2 : 0; }

void draw_list(void) {
  int room = draw_room();
  size_t count = json_array_size(seen.meetings);
  size_t first = seen.cursor >= (size_t)room ? seen.cursor - (size_t)room + 1 : 0;
  put_number(stdscr, 0, "Meetings: %lld", (long long)count);
  for (int i = 0; i < room && first + (size_t)i < count; i++) {
    const json_t *meeting = json_array_get(seen.meetings, first + (size_t)i);
    put(stdscr, LIST + i, 0, first + (size_t)i == seen.cursor ? ">" : " ");
    put(stdscr, LIST + i, 2, text(meeting, "title"));
  }
  put(stdscr, LINES - 1, 0, "a add  enter open  q quit");
}

void draw_detail(const window *window, WINDOW *area) {
  const json_t *meeting = json_object_get(window->state, "meeting");
  put_both(area, 0, "Meetings > ", text(meeting, "title"));
  put_number(area, 2, "Takes %lld s", number(meeting, "duration"));
  put_attendees(area, 3, "With ", meeting);
  put_number(area, 4, "Held %lld times",
             (long long)json_array_size(json_object_get(meeting, "held")));
  put(area, getmaxy(area) - 1, 0, "e edit  r record  d delete  escape, home back  q quit");
}

/* --------------------------------------------------------------------------- windows */

void draw_form(const window *window, WINDOW *area) {
  static const char *const labels[FIELDS] = {"  Title:   ", "  Seconds: ", "  Add:     "};
  frame(area, strcmp(window->kind->name, "add") == 0 ? "New meeting" : "Edit",
        "tab next  enter done  escape cancel  home to the list");
  put_both(area, 1, labels[TITLE], text(window->state, "title"));
  put(area, 2, 2, labels[DURATION]);
  put_number(area, 2, "  Seconds: %lld", number(window->state, "duration"));
  put_attendees(area, 4, "  With:    ", window->state);
  put_both(area, 5, labels[ATTENDEE], seen.attendee);
  static const int lines[FIELDS] = {1, 2, 5};
  put(area, lines[seen.field], 2, ">");
}

void draw_recording(const window *window, WINDOW *area) {
  const json_t *names = json_object_get(window->state, "attendees");
  long long elapsed = number(window->state, "elapsed");
  long long duration = number(window->state, "duration");
  size_t turn = (size_t)elapsed * json_array_size(names) / (size_t)(duration > 0 ? duration : 1);
  const char *speaker = json_string_value(json_array_get(names, turn));
  char shown[64];
  snprintf(shown, sizeof shown, "%lld of %lld s, ", elapsed, duration);
  frame(area, "Recording", "e end  escape discard  home to the list");
  put_both(area, 2, shown, speaker ? speaker : "nobody");
}

void draw_deletion(const window *window, WINDOW *area) {
  frame(area, text(window->state, "title"), "y delete  n keep");
}

void draw_ending(const window *window, WINDOW *area) {
  frame(area, text(window->state, "title"), "s save  d discard  c go on  home to the list");
}
