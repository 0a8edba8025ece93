#include "../terminal/terminal.h"
#include "feeds.h"

#include <kumiki_lines.h>
#include <ncurses.h>
#include <string.h>
#include <wchar.h>

#define LIST 2 /* the first line of the list */
#define ESCAPE 27

static kmk_store *store;
static kmk_list *list;
static kmk_lines lines; /* the rows of the list on the screen, and the selected one */
static bool is_searching;

bool screen_open(kmk_store *of, kmk_error *error) {
  store = of;
  list = feeds_list(store, error);
  lines = (kmk_lines)KMK_LINES_INIT(list);
  return list != NULL;
}

void screen_close(void) {
  kmk_lines_end(&lines);
  kmk_list_free(list);
}

static void draw_head(feeds_state_json state) {
  const char *shown = feeds_state_feed(state), *title = "All feeds", *problem = NULL;
  size_t index, fetching = 0;
  json_t *each;
  json_array_foreach(feeds_library_feeds(feeds_state_library(state)), index, each) {
    const feeds_feed_json feed = feeds_feed_json_of(each);
    fetching += feeds_feed_has_job(feed);
    if (shown && strcmp(feeds_feed_id(feed), shown) == 0)
      title = feeds_feed_title(feed), problem = feeds_feed_problem(feed);
  }
  mvprintw(0, 0, "%.40s: %zu", title, kmk_list_count(list));
  if (fetching > 0)
    printw("  fetching %zu", fetching);
  mvprintw(1, 0, "Search: %s%s", feeds_state_query(state), is_searching ? "_" : "");
  if (problem)
    mvprintw(1, 30, "%.50s", problem);
}

static void draw_list(void) {
  kmk_lines_fit(&lines, LINES > LIST + 1 ? (size_t)(LINES - LIST - 1) : 1);
  for (size_t i = 0; i < kmk_lines_count(&lines); i++) {
    json_t *row = kmk_list_get(list, lines.first + i, NULL);
    const feeds_item_json item = feeds_item_json_of(row);
    mvprintw(LIST + (int)i, 0, "%c %c %-16.16s %.58s",
             lines.first + i == lines.selected ? '>' : ' ', feeds_item_is_read(item) ? ' ' : '*',
             feeds_item_date(item), feeds_item_title(item));
    json_decref(row); /* immediately: the next write copies a row that is still referenced */
  }
}

static void draw_box(const char *title, const char *first, const char *second) {
  WINDOW *box = newwin(4, 70, 6, 4);
  wborder(box, 0, 0, 0, 0, 0, 0, 0, 0);
  mvwprintw(box, 0, 2, " %.60s ", title);
  mvwprintw(box, 1, 2, "%.66s", first);
  mvwprintw(box, 2, 2, "%.66s", second);
  wnoutrefresh(box);
  delwin(box);
}

static void draw_item(const char *id) {
  json_t *key = json_string(id), *row = kmk_store_row(store, FEEDS_AT_LIBRARY_ITEMS, key, NULL);
  const feeds_item_json item = feeds_item_json_of(row);
  draw_box(row ? feeds_item_title(item) : "It was removed", feeds_item_link(item),
           feeds_item_date(item));
  json_decref(row);
  json_decref(key);
}

static void draw_over(feeds_state_json state) {
  const feeds_settings_json settings = feeds_state_settings(state);
  const feeds_form_json form = feeds_state_sheet(state);
  const feeds_box_json box = feeds_state_box(state);
  const char *problem = feeds_form_problem(form);
  char minutes[66];
  snprintf(minutes, sizeof minutes, "Minutes between two refreshes: %lld   (+ and -)",
           (long long)feeds_settings_minutes(settings));
  if (form.json)
    draw_box("Add a feed", feeds_form_url(form), problem ? problem : "");
  else if (feeds_box_which(box) == FEEDS_BOX_ITEM)
    draw_item(feeds_box_as_item(box));
  else if (feeds_box_which(box) == FEEDS_BOX_SETTINGS)
    draw_box("Settings: s sorts by date or title", minutes, feeds_settings_sort(settings));
}

/* Before each wait. Curses writes only the changed cells to the terminal. */
void screen_draw(void) {
  json_t *whole = kmk_store_state(store);
  const feeds_state_json state = feeds_state_json_of(whole);
  erase();
  draw_head(state);
  draw_list();
  mvaddstr(LINES - 1, 0,
           "a add  r refresh  [ ] feed  d remove  m all read  t unread  h hide  o settings  q");
  wnoutrefresh(stdscr);
  draw_over(state);
  doupdate();
  json_decref(whole);
}

static void send_new(json_t *action) { kmk_store_send_new(store, action, NULL); }

static void write_new(const char *pointer, json_t *value) {
  kmk_store_write_binding(store, FEEDS_CASE_BINDING, pointer, value, NULL);
  json_decref(value);
}

static void key_in_form(int key, const char *url) {
  if (key == ESCAPE)
    kmk_store_dismiss(store, FEEDS_CASE_SHEET, NULL);
  else if (key == '\n')
    send_new(feeds_action_sheet_presented_done());
  else
    terminal_type(store, "sheet.presented.binding", FEEDS_FORM_AT_URL, url, key);
}

static void key_in_box(int key, feeds_state_json state) {
  const feeds_settings_json settings = feeds_state_settings(state);
  json_int_t minutes = feeds_settings_minutes(settings);
  bool is_item = feeds_box_which(feeds_state_box(state)) == FEEDS_BOX_ITEM;
  if (key == ESCAPE || key == '\n')
    write_new(FEEDS_AT_BOX, json_null());
  else if (!is_item && (key == '+' || (key == '-' && minutes > 0)))
    write_new(FEEDS_AT_SETTINGS_MINUTES, json_integer(minutes + (key == '+' ? 1 : -1)));
  else if (!is_item && key == 's')
    write_new(FEEDS_AT_SETTINGS_SORT,
              json_string(strcmp(feeds_settings_sort(settings), "/title") ? "/title" : "-/date"));
}

/* Chooses the next or the previous feed; all feeds stand before the first one. */
static void choose_feed(feeds_state_json state, int by) {
  const json_t *feeds = feeds_library_feeds(feeds_state_library(state));
  const char *shown = feeds_state_feed(state);
  size_t count = json_array_size(feeds), at = 0;
  for (size_t i = 0; shown && i < count; i++)
    if (strcmp(feeds_feed_id(feeds_feed_json_of(json_array_get(feeds, i))), shown) == 0)
      at = i + 1;
  at = (at + count + 1 + (size_t)by) % (count + 1);
  const feeds_feed_json chosen = feeds_feed_json_of(json_array_get(feeds, at ? at - 1 : count));
  write_new(FEEDS_AT_FEED, chosen.json ? json_string(feeds_feed_id(chosen)) : json_null());
}

/* Returns false for the key that quits. */
static bool key_in_list(int key, feeds_state_json state) {
  kmk_lines_fit(&lines, lines.height);
  json_t *id = kmk_json_retain(lines.id); /* NULL: the list is empty */
  const char *item = json_string_value(id), *feed = feeds_state_feed(state);
  bool hides = feeds_settings_hides_read(feeds_state_settings(state));
  // clang-format off
  switch (key) {
  case 'a': send_new(feeds_action_add()); break;
  case 'd': if (feed) send_new(feeds_action_remove(feed)); break;
  case 'h': write_new(FEEDS_AT_SETTINGS_HIDES_READ, json_boolean(!hides)); break;
  case 'm': send_new(feeds_action_read_all()); break;
  case 'o': write_new(FEEDS_AT_BOX, json_string("settings")); break;
  case 'r': send_new(feeds_action_refresh()); break;
  case 't': if (item) send_new(feeds_action_items_element_unread(item)); break;
  case 'u': send_new(feeds_action_undo()); break;
  case 'U': send_new(feeds_action_redo()); break;
  case '[': choose_feed(state, -1); break;
  case ']': choose_feed(state, 1); break;
  case '/': is_searching = true; break;
  case '\n': if (item) send_new(feeds_action_open(item)); break;
  default: kmk_lines_move(&lines, (long)terminal_moved(lines.selected, kmk_list_count(list), lines.height, key) - (long)lines.selected);
  }
  // clang-format on
  json_decref(id);
  return key != 'q';
}

bool screen_read_keys(void) {
  wint_t pressed;
  int is_special;
  bool goes_on = true;
  while (goes_on && (is_special = get_wch(&pressed)) != ERR) {
    /* Special keys and letters have overlapping numbers, so special keys are made negative. */
    int key = is_special == KEY_CODE_YES ? -(int)pressed : (int)pressed;
    json_t *whole = kmk_store_state(store);
    const feeds_state_json state = feeds_state_json_of(whole);
    if (feeds_state_has_sheet(state))
      key_in_form(key, feeds_form_url(feeds_state_sheet(state)));
    else if (feeds_state_has_box(state))
      key_in_box(key, state);
    else if (is_searching && (key == '\n' || key == ESCAPE))
      is_searching = false;
    else if (is_searching)
      terminal_type(store, FEEDS_CASE_BINDING, FEEDS_AT_QUERY, feeds_state_query(state), key);
    else
      goes_on = key_in_list(key, state);
    json_decref(whole);
  }
  return goes_on;
}
