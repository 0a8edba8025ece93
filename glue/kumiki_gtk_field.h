/**
 * A property of a widget and the place of the state that it follows, and writes: what is behind
 * kmk_gtk_show and kmk_gtk_bind.
 */
#ifndef KUMIKI_GTK_FIELD_H
#define KUMIKI_GTK_FIELD_H

#include <gtk/gtk.h>

#include "kumiki.h"
#include "kumiki_gtk_owner.h"
#include "kumiki_gtk_text.h"
#include "kumiki_gtk_value.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A property of an object and the place that it follows: what is behind kmk_gtk_show. */
typedef struct kmk_gtk_field {
  kmk_store *store;
  char *pointer, *action_case; /* no action_case: it only follows */
  bool is_binding, is_following, is_writing;
  GObject *object;
  GObject *range;   /* the adjustment that bounds a value, or NULL */
  GObject *choices; /* the list of which one is chosen, or NULL; held */
  guint count;      /* of the choices */
  char *property;
  kmk_gtk_kind kind;
  kmk_gtk_condition condition; /* of a truth */
  char *equal; /* the text of the condition, or what a kmk_gtk_bind_choice writes */
  json_t *stuck; /* what the widget goes on to say although the state has refused it, or NULL */
  kmk_gtk_text text; /* of a property that is edited as a text */
  guint later;       /* a source that has it follow when the edit is over; 0: none */
  bool *has_ended;   /* of the write that goes on; set when this ends */
  kmk_gtk_tie *tie;
} kmk_gtk_field;

/* Tells the widget what stands in the state. */
static inline void kmk_gtk_follow(const json_t *value, void *data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  json_t *truth = NULL;
  if (field->object == NULL) return; /* has gone, and is about to be told no more */
  if (field->text.into != NULL) {
    char *text = kmk_gtk_text_of(value);
    /* Who inserts into a GtkTextBuffer goes on with a place in it, which a change would spoil. */
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

/* Has the widget say what the state says after a write. */
static inline gboolean kmk_gtk_settle(gpointer data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
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

/* What the user has made of the property: new. NULL: nothing is to be written. A choice is not given
 * up, but another is chosen, whose field writes that. A calendar tells of its day, its month and its
 * year, of which the first has told all. A GtkEntry tells of a correction after that is done. */
static inline json_t *kmk_gtk_chosen(const kmk_gtk_field *field) {
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
    if (is_known) json_decref(value);
    if (is_known) return NULL;
  }
  return value;
}

/* A widget may be unable to say what the state says, as a GtkDropDown that always has an item. What it
 * says instead is not written again and again, if it tells of its change only afterwards. */
static inline void kmk_gtk_note_stuck(kmk_gtk_field *field, const json_t *written) {
  json_t *now = kmk_gtk_value(field->object, field->property, field->kind);
  json_t *kept = kmk_store_get(field->store, field->pointer, NULL);
  json_decref(field->stuck);
  field->stuck = NULL;
  if (field->equal == NULL && json_equal(now, written) && !json_equal(kept, written))
    field->stuck = json_deep_copy(written);
  json_decref(kept);
  json_decref(now);
}

/* The user has changed the property. Where the reducer has made something else of it, or has
 * refused it, that is what the widget says then. */
static inline void kmk_gtk_write_now(kmk_gtk_field *field) {
  GObject *object = field->object;
  json_t *value;
  bool has_ended = false, *around = field->has_ended;
  value = kmk_gtk_chosen(field);
  if (value == NULL) {
    if (field->equal != NULL) kmk_gtk_settle(field);
    return;
  }
  if (field->stuck != NULL && json_equal(field->stuck, value)) {
    json_decref(value);
    return;
  }
  field->is_writing = true;
  field->has_ended = &has_ended; /* the action may close what the widget stands in */
  g_object_ref(object);
  if (field->is_binding)
    kmk_store_write_binding(field->store, field->action_case, field->pointer, value, NULL);
  else
    kmk_store_send_at(field->store, field->action_case, value, NULL);
  if (has_ended) {
    if (around != NULL) *around = true;
    kmk_gtk_keep(object);
  } else {
    field->has_ended = around;
    field->is_writing = false;
    if (!GTK_IS_TEXT_BUFFER(object)) {
      kmk_gtk_settle(field);
      if (field->text.into == NULL) kmk_gtk_note_stuck(field, value);
    } else if (field->later == 0) { /* before anything else is done, or drawn */
      field->later = g_idle_add_full(G_PRIORITY_HIGH, kmk_gtk_settle, field, NULL);
    }
  }
  json_decref(value);
  g_object_unref(object);
}

/* What was selected has been deleted, and nothing was put in its place. */
static inline gboolean kmk_gtk_write_deletion(gpointer data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  bool has_ended = false;
  field->later = 0;
  field->text.is_due = field->text.is_replacing = false;
  field->has_ended = &has_ended;
  kmk_gtk_write_now(field);
  if (has_ended) return G_SOURCE_REMOVE;
  field->has_ended = NULL;
  if (kmk_gtk_text_is_refused(&field->text)) kmk_gtk_text_move(&field->text, field->text.cursor);
  return G_SOURCE_REMOVE;
}

/* What a property chooses from, and how many there are. NULL: it is no choice. New. */
static inline GObject *kmk_gtk_choices(const kmk_gtk_field *field, guint *count) {
  gpointer object = field->object;
  GListModel *all = NULL;
  *count = 0;
  if (GTK_IS_NOTEBOOK(object) && strcmp(field->property, "page") == 0)
    all = gtk_notebook_get_pages((GtkNotebook *)object);
  if (GTK_IS_STACK(object) && g_str_has_prefix(field->property, "visible-child"))
    all = G_LIST_MODEL(gtk_stack_get_pages((GtkStack *)object));
  if (GTK_IS_DROP_DOWN(object) && g_str_has_prefix(field->property, "selected"))
    all = gtk_drop_down_get_model((GtkDropDown *)object);
  if (GTK_IS_SINGLE_SELECTION(object) && g_str_has_prefix(field->property, "selected"))
    all = gtk_single_selection_get_model((GtkSingleSelection *)object);
  if (all == NULL) return NULL;
  *count = g_list_model_get_n_items(all);
  return GTK_IS_NOTEBOOK(object) || GTK_IS_STACK(object) ? G_OBJECT(all) : g_object_ref(G_OBJECT(all));
}

static inline void kmk_gtk_rechosen(kmk_gtk_field *field);

static inline void kmk_gtk_choices_changed(GListModel *choices, guint at, guint removed, guint added,
                                           gpointer data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  (void)choices, (void)at, (void)removed, (void)added;
  if (GTK_IS_STACK(field->object) && field->count == 0) return; /* it chooses its first page next */
  kmk_gtk_rechosen(field);
}

static inline void kmk_gtk_choices_replaced(GObject *object, GParamSpec *property, gpointer data) {
  (void)object, (void)property;
  kmk_gtk_rechosen((kmk_gtk_field *)data);
}

/* Whether there are other choices than before. From now on these count. */
static inline bool kmk_gtk_has_other_choices(kmk_gtk_field *field) {
  guint count;
  GObject *choices = kmk_gtk_choices(field, &count);
  bool is_other = choices != field->choices;
  bool has_changed = is_other || count != field->count;
  field->count = count;
  if (is_other) {
    if (field->choices != NULL) {
      g_signal_handlers_disconnect_by_data(field->choices, field);
      g_object_unref(field->choices);
    }
    field->choices = choices;
    if (choices != NULL)
      g_signal_connect(choices, "items-changed", G_CALLBACK(kmk_gtk_choices_changed), field);
  } else if (choices != NULL) {
    g_object_unref(choices);
  }
  return has_changed;
}

/* The widget has other choices, and shows that of the state if it is among them. */
static inline void kmk_gtk_rechosen(kmk_gtk_field *field) {
  kmk_gtk_has_other_choices(field);
  if (field->object != NULL) kmk_gtk_settle(field);
}

/* The property has changed. A text is written once for each edit of its user's: typing over a selection
 * deletes that first, and then inserts. */
static inline void kmk_gtk_write(GObject *object, GParamSpec *property, gpointer data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  (void)object, (void)property;
  if (field->is_following) return;
  if (kmk_gtk_has_other_choices(field)) { /* the widget has chosen, not its user */
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
static inline void kmk_gtk_acted(GtkTextBuffer *buffer, gpointer data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  (void)buffer;
  if (!field->text.is_due) return;
  field->text.is_due = false;
  kmk_gtk_write_now(field);
}

/* Takes the field off its object, and off its store: neither is used any more. */
static inline void kmk_gtk_field_end(void *data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  field->tie = NULL;
  if (field->has_ended != NULL) *field->has_ended = true;
  field->has_ended = NULL;
  if (field->later != 0) g_source_remove(field->later);
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
  if (field->object == NULL) return;
  g_signal_handlers_disconnect_by_data(field->object, field);
  g_object_remove_weak_pointer(field->object, (gpointer *)&field->object);
  field->object = NULL;
}

static inline void kmk_gtk_field_free(void *data) {
  kmk_gtk_field *field = (kmk_gtk_field *)data;
  if (field->tie != NULL) field->tie->data = NULL;
  kmk_gtk_field_end(field);
  g_free(field->pointer);
  g_free(field->action_case);
  g_free(field->property);
  g_free(field->equal);
  json_decref(field->stuck);
  g_free(field);
}

#ifdef __cplusplus
}
#endif
#endif
