/* How the whole model of rows changes: after another sort order, filter or cut. */
#include <string.h>

#include "rows.h"

/* The most steps. If more are needed, a list is notified once, and searches all rows. */
#define KMK_GTK_STEPS 1000

/* The same id is usually the same pointer, so most comparisons are cheap. */
static gboolean kmk_gtk_same_id(gconstpointer one, gconstpointer other) {
  return one == other || json_equal((const json_t *)one, (const json_t *)other);
}

static guint kmk_gtk_id_hash(gconstpointer id) {
  const json_t *json = (const json_t *)id;
  if (json_is_integer(json))
    return (guint)json_integer_value(json) * 2654435761u;
  return json_is_string(json) ? g_str_hash(json_string_value(json)) : (guint)json_typeof(json);
}

/* The rows that a selection or a widget holds, by id. The number is 1, and kmk_gtk_rows_advance adds to it. */
static GHashTable *kmk_gtk_rows_held(kmk_gtk_rows *rows) {
  GHashTable *held = g_hash_table_new(kmk_gtk_id_hash, kmk_gtk_same_id);
  GHashTableIter each;
  gpointer row;
  g_hash_table_iter_init(&each, rows->items);
  while (g_hash_table_iter_next(&each, NULL, &row))
    g_hash_table_insert(held, ((kmk_gtk_row *)row)->id, GINT_TO_POINTER(1));
  return held;
}

/* Whether an id is at a stage. Moves the id to the next stage, so the first of several rows with one id counts. */
static bool kmk_gtk_rows_advance(GHashTable *held, gpointer id, int stage) {
  if (g_hash_table_size(held) == 0 || GPOINTER_TO_INT(g_hash_table_lookup(held, id)) != stage)
    return false;
  g_hash_table_insert(held, id, GINT_TO_POINTER(stage + 1));
  return true;
}

/* The rows of a range that stay: held rows that are in the range before and after the change. */
typedef struct kmk_gtk_shift {
  GArray *before, *now; /* whether each row of the range stays: gboolean */
  GPtrArray *order;     /* the ids that stay, in their new order */
  guint steps;          /* the number of signals it takes */
} kmk_gtk_shift;

static kmk_gtk_shift kmk_gtk_rows_staying(kmk_gtk_rows *rows, const GPtrArray *before,
                                          guint removed, const GPtrArray *now, guint added,
                                          guint first) {
  kmk_gtk_shift shift = {g_array_sized_new(FALSE, FALSE, sizeof(gboolean), removed),
                         g_array_sized_new(FALSE, FALSE, sizeof(gboolean), added),
                         kmk_gtk_rows_no_ids(), 1};
  GHashTable *held = kmk_gtk_rows_held(rows);
  gboolean stays = TRUE, last = TRUE;
  guint i;
  for (i = first; i < first + removed; i++)
    kmk_gtk_rows_advance(held, g_ptr_array_index(before, i), 1);
  for (i = first; i < first + added; i++) {
    gpointer id = g_ptr_array_index(now, i);
    stays = kmk_gtk_rows_advance(held, id, 2);
    g_array_append_val(shift.now, stays);
    if (stays)
      g_ptr_array_add(shift.order, json_incref((json_t *)id));
    shift.steps += last && !stays;
    last = stays;
  }
  for (i = first, last = TRUE; i < first + removed; i++) {
    stays = kmk_gtk_rows_advance(held, g_ptr_array_index(before, i), 3);
    g_array_append_val(shift.before, stays);
    shift.steps += last && !stays;
    last = stays;
  }
  g_hash_table_unref(held);
  return shift;
}

/* Removes the rows that are not held, moves the held ones, and inserts the others between them. */
static void kmk_gtk_rows_shift(kmk_gtk_rows *rows, const kmk_gtk_shift *shift, const GPtrArray *now,
                               guint first) {
  GPtrArray *ids = rows->between;
  guint i, end;
  for (end = shift->before->len; end > 0; end = i) {
    i = end - 1;
    if (g_array_index(shift->before, gboolean, i))
      continue;
    while (i > 0 && !g_array_index(shift->before, gboolean, i - 1))
      i--;
    g_ptr_array_remove_range(ids, first + i, end - i);
    kmk_gtk_rows_notify(rows, first + i, end - i, 0);
  }
  for (i = 0; i < shift->order->len; i++) {
    gpointer id = json_incref((json_t *)g_ptr_array_index(shift->order, i));
    json_decref(g_ptr_array_index(ids, first + i));
    g_ptr_array_index(ids, first + i) = id;
  }
  kmk_gtk_rows_notify(rows, first, shift->order->len, shift->order->len);
  for (i = 0; i < shift->now->len; i = end) {
    end = i + 1;
    if (g_array_index(shift->now, gboolean, i))
      continue;
    while (end < shift->now->len && !g_array_index(shift->now, gboolean, end))
      end++;
    kmk_gtk_rows_put(ids, first + i, kmk_gtk_rows_part(now, first + i, end - i));
    kmk_gtk_rows_notify(rows, first + i, 0, end - i);
  }
}

void kmk_gtk_rows_become(kmk_gtk_rows *rows, GPtrArray *before) {
  GPtrArray *now = g_ptr_array_ref(kmk_gtk_rows_shown(rows));
  guint removed = before->len, added = now->len, first = 0, last = 0;
  guint shorter = removed < added ? removed : added;
  while (first < shorter &&
         kmk_gtk_same_id(g_ptr_array_index(before, first), g_ptr_array_index(now, first)))
    first++;
  while (last < shorter - first && kmk_gtk_same_id(g_ptr_array_index(before, removed - last - 1),
                                                   g_ptr_array_index(now, added - last - 1)))
    last++;
  removed -= first + last;
  added -= first + last;
  if (removed > 0 && added > KMK_GTK_SEARCHED) {
    kmk_gtk_shift shift = kmk_gtk_rows_staying(rows, before, removed, now, added, first);
    if (shift.steps <= KMK_GTK_STEPS) {
      rows->between = kmk_gtk_rows_part(before, 0, before->len);
      kmk_gtk_rows_shift(rows, &shift, now, first);
      g_ptr_array_unref(rows->between);
      rows->between = NULL;
      removed = added = 0;
    }
    g_array_unref(shift.before);
    g_array_unref(shift.now);
    g_ptr_array_unref(shift.order);
  }
  kmk_gtk_rows_notify(rows, first, removed, added);
  g_ptr_array_unref(now);
  g_ptr_array_unref(before);
}
