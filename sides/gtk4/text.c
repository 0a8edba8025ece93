/* Texts that a user edits while they follow the state. A text is changed only where it differs, so the cursor stays
 * at its place. If a reducer refuses an insertion or a deletion, the cursor returns to where it was before. */
#include "text.h"

#include <string.h>

static char *kmk_gtk_text_now(const kmk_gtk_text *text) {
  GtkTextIter begin, end;
  if (GTK_IS_EDITABLE(text->into))
    return g_strdup(gtk_editable_get_text((GtkEditable *)(void *)text->into));
  gtk_text_buffer_get_bounds((GtkTextBuffer *)(void *)text->into, &begin, &end);
  return gtk_text_buffer_get_text((GtkTextBuffer *)(void *)text->into, &begin, &end, TRUE);
}

void kmk_gtk_text_move(const kmk_gtk_text *text, gint cursor) {
  GtkTextBuffer *buffer;
  GtkTextIter place;
  if (GTK_IS_EDITABLE(text->into)) {
    gtk_editable_set_position((GtkEditable *)(void *)text->into, cursor);
    return;
  }
  buffer = (GtkTextBuffer *)(void *)text->into;
  gtk_text_buffer_get_iter_at_offset(buffer, &place, cursor);
  gtk_text_buffer_place_cursor(buffer, &place);
}

/* Replaces some characters. This is not an edit of the user, and cannot be undone. */
static void kmk_gtk_text_replace(const kmk_gtk_text *text, gint from, gint removed,
                                 const char *bytes, gint length) {
  if (GTK_IS_EDITABLE(text->into)) {
    GtkEditable *editable = (GtkEditable *)(void *)text->into;
    gboolean remembers = gtk_editable_get_enable_undo(editable);
    gint at = from;
    gtk_editable_set_enable_undo(editable, FALSE);
    gtk_editable_delete_text(editable, from, from + removed);
    gtk_editable_insert_text(editable, bytes, length, &at);
    gtk_editable_set_enable_undo(editable, remembers);
  } else {
    GtkTextBuffer *buffer = (GtkTextBuffer *)(void *)text->into;
    GtkTextIter begin, end;
    gtk_text_buffer_begin_irreversible_action(buffer);
    gtk_text_buffer_get_iter_at_offset(buffer, &begin, from);
    gtk_text_buffer_get_iter_at_offset(buffer, &end, from + removed);
    gtk_text_buffer_delete(buffer, &begin, &end);
    gtk_text_buffer_insert(buffer, &begin, bytes, length);
    gtk_text_buffer_end_irreversible_action(buffer);
  }
}

/* Returns the number of bytes that two texts share at their start, in whole characters. */
static size_t kmk_gtk_text_same(const char *one, const char *other) {
  size_t same = 0;
  while (one[same] != '\0' && one[same] == other[same])
    same++;
  while (same > 0 && ((unsigned char)one[same] & 0xc0) == 0x80)
    same--;
  while (same > 0 && ((unsigned char)other[same] & 0xc0) == 0x80)
    same--;
  return same;
}

void kmk_gtk_text_put(kmk_gtk_text *text, const char *wanted) {
  char *now = kmk_gtk_text_now(text);
  size_t first = kmk_gtk_text_same(now, wanted), last = 0;
  size_t shown = strlen(now), length = strlen(wanted);
  gint from, removed, added;
  if (shown == first && length == first) {
    g_free(now);
    return;
  }
  while (last < shown - first && last < length - first &&
         now[shown - last - 1] == wanted[length - last - 1])
    last++;
  while (last > 0 && ((unsigned char)now[shown - last] & 0xc0) == 0x80)
    last--;
  from = (gint)g_utf8_strlen(now, (gssize)first);
  removed = (gint)g_utf8_strlen(now + first, (gssize)(shown - first - last));
  added = (gint)g_utf8_strlen(wanted + first, (gssize)(length - first - last));
  if (!text->was_put)
    text->end = text->begin + (gint)g_utf8_strlen(now, -1) - text->length;
  if (text->end >= from + removed)
    text->end += added - removed;
  else if (text->end > from && added != removed)
    text->end = from + added;
  text->was_put = text->is_putting = true;
  kmk_gtk_text_replace(text, from, removed, wanted + first, (gint)(length - first - last));
  text->is_putting = false;
  g_free(now);
}

/* ------------------------------------------------------------------ the user's edits */

static void kmk_gtk_text_begins(kmk_gtk_text *text, gint cursor) {
  g_free(text->before);
  text->before = kmk_gtk_text_now(text);
  text->length = (gint)g_utf8_strlen(text->before, -1);
  text->cursor = text->begin = cursor;
  text->was_put = false;
}

/* A text replaces the deleted selection: the deletion and the insertion are one edit. */
static void kmk_gtk_text_continues(kmk_gtk_text *text, gint cursor) {
  char *now = kmk_gtk_text_now(text);
  text->length = (gint)g_utf8_strlen(now, -1);
  text->begin = cursor;
  text->is_replacing = false;
  g_free(now);
}

bool kmk_gtk_text_is_refused(const kmk_gtk_text *text) {
  char *now = kmk_gtk_text_now(text);
  bool is_refused = text->was_put && text->before != NULL && strcmp(now, text->before) == 0;
  g_free(now);
  return is_refused;
}

static void kmk_gtk_text_inserts(GtkEditable *editable, const char *bytes, gint length,
                                 gint *position, gpointer data) {
  kmk_gtk_text *text = data;
  (void)editable, (void)bytes, (void)length;
  if (text->is_putting)
    return;
  if (text->is_replacing || text->is_due)
    kmk_gtk_text_continues(text, *position);
  else
    kmk_gtk_text_begins(text, *position);
  text->is_inserting = true;
}

/* GTK puts the cursor at position afterwards. */
static void kmk_gtk_text_inserted(GtkEditable *editable, const char *bytes, gint length,
                                  gint *position, gpointer data) {
  kmk_gtk_text *text = data;
  (void)editable, (void)bytes, (void)length;
  if (text->is_putting || !text->is_inserting)
    return;
  text->is_inserting = false;
  if (text->was_put)
    *position = kmk_gtk_text_is_refused(text) ? text->cursor : text->end;
}

static void kmk_gtk_text_deletes(GtkEditable *editable, gint from, gint to, gpointer data) {
  kmk_gtk_text *text = data;
  gint first = 0, last = 0;
  if (text->is_putting)
    return;
  if (!text->is_due)
    kmk_gtk_text_begins(text, gtk_editable_get_position(editable));
  text->is_replacing =
      gtk_editable_get_selection_bounds(editable, &first, &last) && first == from && last == to;
}

static void kmk_gtk_text_deleted(GtkEditable *editable, gint from, gint to, gpointer data) {
  kmk_gtk_text *text = data;
  (void)editable, (void)from, (void)to;
  if (!text->is_putting && kmk_gtk_text_is_refused(text))
    kmk_gtk_text_move(text, text->cursor);
}

static void kmk_gtk_text_acts(GtkTextBuffer *buffer, gpointer data) {
  gint cursor = 0;
  g_object_get(buffer, "cursor-position", &cursor, NULL);
  kmk_gtk_text_begins((kmk_gtk_text *)data, cursor);
  ((kmk_gtk_text *)data)->is_acting = true;
}

static void kmk_gtk_text_acted(GtkTextBuffer *buffer, gpointer data) {
  kmk_gtk_text *text = data;
  text->is_acting = false;
  text->is_inserting = true; /* until the field has settled */
  text->length = gtk_text_buffer_get_char_count(buffer);
  g_object_get(buffer, "cursor-position", &text->begin, NULL);
}

void kmk_gtk_text_follow(kmk_gtk_text *text, GObject *object) {
  if (GTK_IS_TEXT_BUFFER(object)) {
    text->into = object;
    g_signal_connect(object, "begin-user-action", G_CALLBACK(kmk_gtk_text_acts), text);
    g_signal_connect(object, "end-user-action", G_CALLBACK(kmk_gtk_text_acted), text);
  } else {
    GtkEditable *delegate = gtk_editable_get_delegate((GtkEditable *)(void *)object);
    text->into = delegate != NULL ? (GObject *)(void *)delegate : object;
    g_signal_connect(text->into, "insert-text", G_CALLBACK(kmk_gtk_text_inserts), text);
    g_signal_connect_after(text->into, "insert-text", G_CALLBACK(kmk_gtk_text_inserted), text);
    g_signal_connect(text->into, "delete-text", G_CALLBACK(kmk_gtk_text_deletes), text);
    g_signal_connect_after(text->into, "delete-text", G_CALLBACK(kmk_gtk_text_deleted), text);
  }
  g_object_add_weak_pointer(text->into, (gpointer *)&text->into);
}

void kmk_gtk_text_unfollow(kmk_gtk_text *text) {
  if (text->into != NULL) {
    g_signal_handlers_disconnect_by_data(text->into, text);
    g_object_remove_weak_pointer(text->into, (gpointer *)&text->into);
  }
  text->into = NULL;
  g_free(text->before);
  text->before = NULL;
}
