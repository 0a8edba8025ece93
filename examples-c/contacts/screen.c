#include "screen.h"
#include "shown.h"

#include <ncurses.h>
#include <string.h>

#define LIST 3    /* the first line of the list */
#define BOX_TOP 8 /* the first line of a box over the list, if there is room */
#define BOX_LEFT 10
#define BOX_WIDTH 60

static int number(const json_t *object, const char *key) {
  return (int)json_integer_value(json_object_get(object, key));
}

static bool is_favourite(const json_t *contact) {
  return json_is_true(json_object_get(contact, "favourite"));
}

static void draw_list(void) {
  const char *query = json_string_value(seen.query.value);
  mvprintw(0, 0, seen_is_loaded() ? "Contacts: %zu" : "Loading", seen_count());
  mvprintw(0, 50, "undo %d, redo %d", number(seen.history.value, "undo"),
           number(seen.history.value, "redo"));
  mvprintw(1, 0, "Search: %s%s", query ? query : "", seen.is_searching ? "_" : "");
  seen_scroll(LINES > LIST + 1 ? (size_t)(LINES - LIST - 1) : 0);
  for (size_t i = 0; i < seen.row_count; i++) {
    const json_t *contact = seen.rows[i].contact.value;
    mvprintw(LIST + (int)i, 0, "%c%c %s", seen.first + i == seen.cursor ? '>' : ' ',
             is_favourite(contact) ? '*' : ' ', seen_text(contact, "name"));
    mvaddstr(LIST + (int)i, 40, seen_text(contact, "phone"));
  }
}

static int smaller(int one, int other) { return one < other ? one : other; }

static int box_top; /* the first line of the last box */

/* Draws an empty box with a title and a number of lines; higher up in a small terminal. */
static void draw_box(int lines, const char *title) {
  int width = smaller(BOX_WIDTH, COLS - BOX_LEFT);
  box_top = smaller(BOX_TOP, LINES > lines + 2 ? LINES - lines - 2 : 0);
  WINDOW *area =
      width > 6 ? derwin(stdscr, smaller(lines + 2, LINES), width, box_top, BOX_LEFT) : NULL;
  if (!area)
    return; /* the terminal is too narrow */
  werase(area);
  box(area, 0, 0);
  mvwprintw(area, 0, 2, " %.*s ", width - 6, title);
  delwin(area);
}

static void draw_in_box(int line, const char *label, const char *text) {
  mvprintw(box_top + line, BOX_LEFT + 2, "%s%s", label, text);
}

static void draw_detail(const json_t *contact) {
  draw_box(3, "Contact");
  draw_in_box(1, "", seen_text(contact, "name"));
  draw_in_box(2, "Phone: ", seen_text(contact, "phone"));
  draw_in_box(3, "", is_favourite(contact) ? "A favourite" : "");
}

static void draw_form(const json_t *draft) {
  draw_box(3, "Edit");
  draw_in_box(1, seen.field == 0 ? "> Name:  " : "  Name:  ", seen_text(draft, "name"));
  draw_in_box(2, seen.field == 1 ? "> Phone: " : "  Phone: ", seen_text(draft, "phone"));
  draw_in_box(3, "", seen_text(draft, "problem"));
}

static void draw_alert(const json_t *alert) {
  draw_box(1, seen_text(alert, "title"));
  draw_in_box(1, "", "y: yes, n: no");
}

void screen_draw(void) {
  static const char help[] = "a add  e edit  d delete  s star  / search  u undo  r redo  q quit";
  if (!seen.is_stale)
    return;
  seen.is_stale = false;
  erase();
  draw_list();
  if (seen.detail.is_open)
    draw_detail(seen.opened.contact.value);
  if (seen.sheet.is_open)
    (strcmp(seen.sheet.name, "edit") == 0 ? draw_form : draw_alert)(seen.sheet.state.value);
  const char *problem = json_string_value(seen.problem.value);
  mvaddstr(LINES - 1, 0, problem ? problem : help);
  refresh();
}
