/* A property that follows a place in the state and writes it. */
#include "field.h"

#include <string.h>

/* An observer: shows the state's value in the widget. */
void kmk_gtk_follow(const json_t *value, void *data) {
  kmk_gtk_field *field = data;
  json_t *truth = NULL;
  if (field->object == NULL)
    return; /* the object is gone, and the subscription is about to end */
  if (field->text.into != NULL) {
    char *text = kmk_gtk_text_of(value);
    /* Code that inserts into a GtkTextBuffer holds an iterator, which a change would invalidate. */
    if (!(field->is_writing && GTK_IS_TEXT_BUFFER(field->object))) {
      field->is_following = true;
      kmk_gtk_text_put(&field->text, text);
      field->is_following = false;
    }
    g_free(text);
    return;
  }
  if (field->kind == KMK_GTK_TRUTH)
    value = truth = json_boolean(kmk_gtk_holds(field->condition, field->equal, value));
  field->is_following = true;
  kmk_gtk_put(field->object, field->property, field->kind, value);
  field->is_following = false;
  json_decref(truth);
}

gboolean kmk_gtk_settle(gpointer data) {
  kmk_gtk_field *field = data;
  json_t *kept = kmk_store_get(field->store, field->pointer, NULL);
  field->later = 0;
  kmk_gtk_follow(kept, field);
  json_decref(kept);
  if (GTK_IS_TEXT_BUFFER(field->object)) {
    if (kmk_gtk_text_is_refused(&field->text))
      kmk_gtk_text_move(&field->text, field->text.cursor);
    else if (field->text.is_inserting && field->text.was_put)
      kmk_gtk_text_move(&field->text, field->text.end);
    field->text.was_put = field->text.is_inserting = false;
  }
  return G_SOURCE_REMOVE;
}

/* Returns the value that the user has given the property: new. NULL: nothing must be written. A choice is not given
 * up: another is chosen, and its field writes that one. A calendar reports its day, month and year separately, and
 * the first of these reports contains all three. A GtkEntry reports a correction after it is done. */
static json_t *kmk_gtk_chosen(const kmk_gtk_field *field) {
  json_t *value = kmk_gtk_value(field->object, field->property, field->kind);
  if (field->equal != NULL) {
    bool is_chosen = json_is_true(value);
    json_decref(value);
    return is_chosen ? json_string(field->equal) : NULL;
  }
  if (field->kind == KMK_GTK_DATE || field->text.into != NULL) {
    json_t *kept = kmk_store_get(field->store, field->pointer, NULL);
    char *text = kmk_gtk_text_of(kept);
    bool is_known = kept != NULL && strcmp(text, json_string_value(value)) == 0;
    g_free(text);
    json_decref(kept);
    if (is_known)
      json_decref(value);
    if (is_known)
      return NULL;
  }
  return value;
}

/* A widget may be unable to show the state's value, such as a GtkDropDown that always has an item. If the widget
 * reports its own change late, its value must not be written again and again. */
static void kmk_gtk_note_stuck(kmk_gtk_field *field, const json_t *written) {
  json_t *now = kmk_gtk_value(field->object, field->property, field->kind);
  json_t *kept = kmk_store_get(field->store, field->pointer, NULL);
  json_decref(field->stuck);
  field->stuck = NULL;
  if (field->equal == NULL && json_equal(now, written) && !json_equal(kept, written))
    field->stuck = json_deep_copy(written);
  json_decref(kept);
  json_decref(now);
}

/* The user has changed the property. If the reducer refused or altered the value, the widget then shows the state's
 * value. */
static void kmk_gtk_write_now(kmk_gtk_field *field) {
  GObject *object = field->object;
  kmk_error error;
  kmk_status status;
  json_t *value;
  bool has_ended = false, *around = field->has_ended;
  value = kmk_gtk_chosen(field);
  if (value == NULL) {
    if (field->equal != NULL)
      kmk_gtk_settle(field);
    return;
  }
  if (field->stuck != NULL && json_equal(field->stuck, value)) {
    json_decref(value);
    return;
  }
  field->is_writing = true;
  field->has_ended = &has_ended; /* the action may close the window around the widget */
  g_object_ref(object);
  if (field->is_binding)
    status =
        kmk_store_write_binding(field->store, field->action_case, field->pointer, value, &error);
  else
    status = kmk_store_send_at(field->store, field->action_case, value, &error);
  if (status != KMK_OK && !has_ended)
    g_critical("kumiki: %s: the property \"%s\" of a %s cannot write %s by %s: %s", field->call,
               field->property, G_OBJECT_TYPE_NAME(object), field->pointer, field->action_case,
               error.message);
  if (has_ended) {
    if (around != NULL)
      *around = true;
    kmk_gtk_keep(object);
  } else {
    field->has_ended = around;
    field->is_writing = false;
    if (!GTK_IS_TEXT_BUFFER(object)) {
      kmk_gtk_settle(field);
      if (field->text.into == NULL)
        kmk_gtk_note_stuck(field, value);
    } else if (field->later == 0) { /* before other events, and before drawing */
      field->later = g_idle_add_full(G_PRIORITY_HIGH, kmk_gtk_settle, field, NULL);
    }
  }
  json_decref(value);
  g_object_unref(object);
}

/* The selection was deleted, and no text has replaced it. */
static gboolean kmk_gtk_write_deletion(gpointer data) {
  kmk_gtk_field *field = data;
  bool has_ended = false;
  field->later = 0;
  field->text.is_due = field->text.is_replacing = false;
  field->has_ended = &has_ended;
  kmk_gtk_write_now(field);
  if (has_ended)
    return G_SOURCE_REMOVE;
  field->has_ended = NULL;
  if (kmk_gtk_text_is_refused(&field->text))
    kmk_gtk_text_move(&field->text, field->text.cursor);
  return G_SOURCE_REMOVE;
}

/* The property has changed. A text is written once for each edit of the user: typing over a selection first deletes
 * the selection and then inserts. */
static void kmk_gtk_write(GObject *object, GParamSpec *property, gpointer data) {
  kmk_gtk_field *field = data;
  (void)object, (void)property;
  if (field->is_following)
    return;
  if (kmk_gtk_has_other_choices(field)) { /* the widget has chosen, not the user */
    kmk_gtk_settle(field);
    return;
  }
  if (field->text.is_acting) { /* until kmk_gtk_acted */
    field->text.is_due = true;
    return;
  }
  if (field->text.is_replacing) {
    field->text.is_due = true;
    if (field->later == 0)
      field->later = g_idle_add_full(G_PRIORITY_HIGH, kmk_gtk_write_deletion, field, NULL);
    return;
  }
  if (field->text.is_due && field->later != 0) {
    g_source_remove(field->later);
    field->later = 0;
  }
  field->text.is_due = false;
  kmk_gtk_write_now(field);
}

/* The user's edit of a GtkTextBuffer is over. */
static void kmk_gtk_acted(GtkTextBuffer *buffer, gpointer data) {
  kmk_gtk_field *field = data;
  (void)buffer;
  if (!field->text.is_due)
    return;
  field->text.is_due = false;
  kmk_gtk_write_now(field);
}

void kmk_gtk_listen(kmk_gtk_field *field) {
  char *names = kmk_gtk_signals(field->kind, field->property);
  char **all = g_strsplit(names, " ", -1), **each;
  for (each = all; *each != NULL; each++)
    g_signal_connect(field->object, *each, G_CALLBACK(kmk_gtk_write), field);
  if (GTK_IS_TEXT_BUFFER(field->object) && field->text.into != NULL)
    g_signal_connect(field->object, "end-user-action", G_CALLBACK(kmk_gtk_acted), field);
  g_strfreev(all);
  g_free(names);
}

/* Disconnects the field from its object and its store. Neither is used any more. */
void kmk_gtk_field_end(void *data) {
  kmk_gtk_field *field = data;
  field->tie = NULL;
  if (field->has_ended != NULL)
    *field->has_ended = true;
  field->has_ended = NULL;
  if (field->later != 0)
    g_source_remove(field->later);
  field->later = 0;
  kmk_gtk_text_unfollow(&field->text);
  if (field->range != NULL) {
    g_signal_handlers_disconnect_by_data(field->range, field);
    g_object_remove_weak_pointer(field->range, (gpointer *)&field->range);
    field->range = NULL;
  }
  if (field->choices != NULL) {
    g_signal_handlers_disconnect_by_data(field->choices, field);
    g_clear_object(&field->choices);
  }
  if (field->object == NULL)
    return;
  g_signal_handlers_disconnect_by_data(field->object, field);
  g_object_remove_weak_pointer(field->object, (gpointer *)&field->object);
  field->object = NULL;
}

void kmk_gtk_field_free(void *data) {
  kmk_gtk_field *field = data;
  if (field->tie != NULL)
    field->tie->data = NULL;
  kmk_gtk_field_end(field);
  g_free(field->pointer);
  g_free(field->action_case);
  g_free(field->property);
  g_free(field->equal);
  json_decref(field->stuck);
  g_free(field);
}
