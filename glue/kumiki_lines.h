/**
 * The selected row and the scroll position of a kmk_list, for a terminal or any other screen that the program draws.
 *
 *     kmk_lines lines = KMK_LINES_INIT(list);
 *     kmk_lines_fit(&lines, height);
 *     for (size_t i = 0; i < kmk_lines_count(&lines); i++)
 *       draw(i, lines.first + i == lines.selected);
 *
 * The selection is the id of a row. When rows are inserted, removed, sorted or filtered, the same row stays
 * selected, on the same line of the screen. If the row is gone, the row in its place is selected.
 *
 * GTK and Qt do this for their own views: see kmk_gtk_list_rows_new, kmk_qt_list_model and kmk_qt_keep_view.
 */
#ifndef KUMIKI_LINES_H
#define KUMIKI_LINES_H

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Initialize with KMK_LINES_INIT. The members may be read after any call of this header. */
typedef struct kmk_lines {
  kmk_list *list;  /* borrowed */
  json_t *id;      /* the id of the selected row; NULL: the row has none, or the list is empty */
  size_t selected; /* the index of the selected row; 0 for an empty list */
  size_t first;    /* the index of the first row on the screen */
  size_t height;   /* how many rows fit on the screen */
} kmk_lines;
#define KMK_LINES_INIT(list) {(list), NULL, 0, 0, 1}

/**
 * Releases the selected id. The struct can be used again, as if it were new.
 *
 * NULL: nothing happens. Threads: owner. Since: 0.4.
 */
static inline void kmk_lines_end(kmk_lines *lines) {
  if (lines == NULL) return;
  json_decref(lines->id);
  lines->id = NULL;
  lines->selected = lines->first = 0;
}

/**
 * Returns the number of rows on the screen, from `first` on.
 *
 * NULL: returns 0. Threads: owner, callback. Since: 0.4.
 */
static inline size_t kmk_lines_count(const kmk_lines *lines) {
  const size_t count = lines != NULL ? kmk_list_count(lines->list) : 0;
  if (count == 0 || count <= lines->first) return 0;
  return count - lines->first < lines->height ? count - lines->first : lines->height;
}

/* Selects the row at an index, or the last row, and scrolls until it is on the screen. */
static inline void kmk_lines_put(kmk_lines *lines, size_t index, size_t first) {
  const size_t count = kmk_list_count(lines->list), height = lines->height;
  lines->selected = index < count ? index : count > 0 ? count - 1 : 0;
  lines->first = first > lines->selected ? lines->selected : first;
  if (lines->selected - lines->first >= height) lines->first = lines->selected - height + 1;
  if (count <= height) lines->first = 0;
  else if (lines->first > count - height) lines->first = count - height;
  json_decref(lines->id);
  lines->id = count > 0 ? kmk_list_id(lines->list, lines->selected, NULL) : NULL;
  if (json_is_null(lines->id)) lines->id = NULL; /* the row has no id; null is not counted */
}

/**
 * Follows the list to its current rows. Call this before the screen is drawn, and before a key acts on the selected
 * row.
 *
 * @param height  how many rows fit on the screen; 0 counts as 1.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.4.
 */
static inline void kmk_lines_fit(kmk_lines *lines, size_t height) {
  size_t index, line;
  if (lines == NULL) return;
  line = lines->selected - lines->first;
  index = lines->id != NULL ? kmk_list_index(lines->list, lines->id) : SIZE_MAX;
  lines->height = height > 0 ? height : 1;
  if (index == SIZE_MAX) kmk_lines_put(lines, lines->selected, lines->first);
  else kmk_lines_put(lines, index, index > line ? index - line : 0);
}

/**
 * Moves the selection down by a number of rows, or up by a negative number, at most to the ends of the list.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.4.
 */
static inline void kmk_lines_move(kmk_lines *lines, long by) {
  size_t far;
  if (lines == NULL) return;
  kmk_lines_fit(lines, lines->height);
  far = by < 0 ? (size_t)0 - (size_t)by : (size_t)by;
  if (by < 0) kmk_lines_put(lines, far < lines->selected ? lines->selected - far : 0, lines->first);
  else if (far < SIZE_MAX - lines->selected)
    kmk_lines_put(lines, lines->selected + far, lines->first);
  else kmk_lines_put(lines, SIZE_MAX, lines->first);
}

/**
 * Selects the row with an id, for example a new row.
 *
 * @return false if the list does not show the row; the selection then stays.
 *
 * Owns: id borrowed. NULL: returns false. Threads: owner, callback. Since: 0.4.
 */
static inline bool kmk_lines_select(kmk_lines *lines, const json_t *id) {
  size_t index;
  if (lines == NULL) return false;
  kmk_lines_fit(lines, lines->height);
  index = kmk_list_index(lines->list, id);
  if (index != SIZE_MAX) kmk_lines_put(lines, index, lines->first);
  return index != SIZE_MAX;
}

#ifdef __cplusplus
}
#endif
#endif
