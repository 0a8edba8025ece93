#include "face.h"

#include <stdio.h>
#include <string.h>

#define WIDTH 60

face seen;

/* The innermost observer is called first: its window closes before the window below. */
static const struct slot {
  const char *pointer, *action;
} slots[LEVELS] = {
    {"/destination", "destination"},
    {"/destination/detail/destination", "destination.presented.detail.destination"},
    {"/destination/detail/destination/record/alert",
     "destination.presented.detail.destination.presented.record.alert"},
};
static kmk_subscription *told[LEVELS + 1];

static const kind kinds[] = {
    {0, "add", 9, NULL, draw_form, key_in_form},
    {0, "detail", 0, NULL, draw_detail, key_in_detail},
    {1, "edit", 9, NULL, draw_form, key_in_form},
    {1, "record", 6, "appeared", draw_recording, key_in_recording},
    {1, "alert", 4, NULL, draw_deletion, key_in_deletion},
    {2, "", 4, NULL, draw_ending, key_in_ending},
};

/* ------------------------------------------------------------- presented, dismissed */

/* An area for a window in the middle of the terminal, lower for each window below it. */
static WINDOW *area_for(const kind *kind) {
  int lines = kind->lines && kind->lines < LINES ? kind->lines : LINES;
  int columns = kind->lines && WIDTH < COLS ? WIDTH : COLS;
  int top = (LINES - lines) / 2 + 2 * kind->level;
  if (top > LINES - lines)
    top = LINES - lines;
  return newwin(lines, columns, top, (COLS - columns) / 2);
}

static const kind *kind_of(int level, const char *name) {
  for (size_t i = 0; i < KMK_COUNT(kinds); i++) {
    if (kinds[i].level == level && strcmp(kinds[i].name, name) == 0)
      return &kinds[i];
  }
  return NULL;
}

static void keep(json_t **place, const json_t *value) {
  kmk_json_release(*place);
  *place = kmk_json_retain(value);
  seen.is_stale = true;
}

/* A scoped store for the presented feature: of a case, or of the whole slot. */
static kmk_store *view_of(int level, const char *name) {
  char pointer[128], action[128];
  snprintf(pointer, sizeof pointer, "%s%s%s", slots[level].pointer, *name ? "/" : "", name);
  snprintf(action, sizeof action, "%s.presented%s%s", slots[level].action, *name ? "." : "", name);
  return kmk_store_scope(seen.store, pointer, action, NULL);
}

static void present(const char *id, const char *state_case, const json_t *state, void *data) {
  (void)id;
  window *window = data;
  int level = (int)(window - seen.windows);
  const char *name = state_case ? state_case : "";
  const kind *kind = kind_of(level, name);
  WINDOW *area = kind ? area_for(kind) : NULL;
  if (!area)
    return;
  window->panel = new_panel(area);
  window->kind = kind;
  window->view = view_of(level, name);
  seen.field = TITLE;
  seen.attendee[0] = '\0';
  keep(&window->state, state);
  if (kind->shown)
    kmk_store_send_at(window->view, kind->shown, NULL, NULL);
}

static void update(const char *id, const json_t *state, void *data) {
  (void)id;
  keep(&((window *)data)->state, state);
}

static void dismiss(const char *id, void *data) {
  (void)id;
  window *window = data;
  if (!window->kind)
    return;
  WINDOW *area = panel_window(window->panel);
  del_panel(window->panel);
  delwin(area);
  kmk_store_free(window->view);
  keep(&window->state, NULL);
  window->kind = NULL;
}

static void keep_meetings(const json_t *meetings, void *data) {
  (void)data;
  keep(&seen.meetings, meetings);
  size_t count = json_array_size(meetings);
  if (seen.cursor >= count)
    seen.cursor = count ? count - 1 : 0;
}

/* ------------------------------------------------------------------------------ all */

void windows_open(kmk_store *store) {
  const kmk_presentation_callbacks callbacks = {sizeof callbacks, present, update, dismiss};
  seen.store = store;
  for (int level = LEVELS - 1; level >= 0; level--)
    told[level] = kmk_store_observe_presentation(store, slots[level].pointer, &callbacks,
                                                 &seen.windows[level], NULL, NULL);
  told[LEVELS] = kmk_store_observe(store, "/meetings", keep_meetings, NULL, NULL, NULL);
}

void windows_close(void) {
  for (int i = 0; i <= LEVELS; i++)
    kmk_subscription_free(told[i]);
  for (int level = LEVELS - 1; level >= 0; level--)
    dismiss(NULL, &seen.windows[level]);
  keep(&seen.meetings, NULL);
}

void windows_draw(void) {
  if (!seen.is_stale)
    return;
  seen.is_stale = false;
  erase();
  draw_list();
  wnoutrefresh(stdscr); /* it is below the panels, and not a panel itself */
  for (int level = 0; level < LEVELS; level++) {
    const window *window = &seen.windows[level];
    if (!window->kind)
      continue;
    WINDOW *area = panel_window(window->panel);
    top_panel(window->panel);
    werase(area);
    window->kind->draw(window, area);
  }
  update_panels();
  doupdate();
}

void windows_resize(void) {
  for (int level = 0; level < LEVELS; level++) {
    const window *window = &seen.windows[level];
    WINDOW *area = window->kind ? area_for(window->kind) : NULL;
    if (!area)
      continue;
    WINDOW *before = panel_window(window->panel);
    replace_panel(window->panel, area);
    delwin(before);
  }
  seen.is_stale = true;
}

const window *windows_top(void) {
  for (int level = LEVELS - 1; level >= 0; level--) {
    if (seen.windows[level].kind)
      return &seen.windows[level];
  }
  return NULL;
}

void windows_dismiss(const window *window) {
  kmk_store_dismiss(seen.store, slots[window->kind->level].action, NULL);
}
