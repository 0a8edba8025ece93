/**
 * State in GTK 4's widgets: properties that follow it, and write it; buttons that send.
 *
 *     kmk_gtk_show(store, "/title", label, "label");                the label follows the state
 *     kmk_gtk_bind(store, "/name", "binding", entry, "text");       and what is typed is written
 *     kmk_gtk_bind(store, "/volume", "binding", scale, "value");    by its GtkAdjustment
 *     kmk_gtk_clicked(button, store, "addTapped");                  a click is an action
 *
 * What is bound to a widget ends when the widget is destroyed, or the store. Windows and screens
 * that come and go are in kumiki_gtk_present.h, lists in kumiki_gtk_rows.h; kumiki_glib.h serves
 * the loop.
 *
 * Everything here is inline: the library does not need GTK. A program needs its package gtk4.
 */
#ifndef KUMIKI_GTK_H
#define KUMIKI_GTK_H

#include <gtk/gtk.h>

#include "kumiki.h"
#include "kumiki_gtk_text.h"
#include "kumiki_gtk_value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------- owners */

/** A subscription that ends with its owner, a widget or another object. */
typedef struct kmk_gtk_tie {
  kmk_subscription *subscription;
  /* Ends what the subscription is for, at once: inside an observer the library frees data later. */
  void (*end)(void *data);
  void *data; /* NULL: nothing to end, or freed with its store */
} kmk_gtk_tie;

static inline void kmk_gtk_tie_end(gpointer data) {
  kmk_gtk_tie *tie = (kmk_gtk_tie *)data;
  if (tie->data != NULL) tie->end(tie->data);
  kmk_subscription_free(tie->subscription);
  g_free(tie);
}

/* Ends what a widget owns. */
static inline void kmk_gtk_end(GtkWidget *widget) {
  gpointer ties = g_object_steal_data(G_OBJECT(widget), "kmk-gtk-ties");
  if (ties != NULL) g_ptr_array_unref((GPtrArray *)ties);
}

static inline void kmk_gtk_end_weakly(gpointer tie, GObject *object) {
  (void)object;
  kmk_gtk_tie_end(tie);
}

/* Ends what a widget and all widgets inside it own. Somebody may hold one of these, which then stays
 * longer than the store that it is bound to. */
static inline void kmk_gtk_end_inside(GtkWidget *widget) {
  GtkWidget *each, *next;
  kmk_gtk_end(widget);
  for (each = gtk_widget_get_first_child(widget); each != NULL; each = next) {
    g_object_ref(each);
    kmk_gtk_end_inside(each);
    next = gtk_widget_get_next_sibling(each);
    g_object_unref(each);
  }
}

static inline gboolean kmk_gtk_is_over(gpointer unused) {
  (void)unused;
  return G_SOURCE_REMOVE;
}

/* Keeps an object until the main loop's next turn: GTK still uses it after a signal has led to its end. */
static inline void kmk_gtk_keep(gpointer object) {
  g_idle_add_full(G_PRIORITY_HIGH, kmk_gtk_is_over, g_object_ref(object), g_object_unref);
}

static inline kmk_gtk_tie *kmk_gtk_own_with(gpointer owner, kmk_subscription *subscription,
                                            void (*end)(void *data), void *data) {
  kmk_gtk_tie *tie = g_new0(kmk_gtk_tie, 1);
  GPtrArray *ties;
  tie->subscription = subscription;
  tie->end = end;
  tie->data = data;
  if (!GTK_IS_WIDGET(owner)) {
    g_object_weak_ref((GObject *)owner, kmk_gtk_end_weakly, tie);
    return tie;
  }
  ties = (GPtrArray *)g_object_get_data((GObject *)owner, "kmk-gtk-ties");
  if (ties == NULL) {
    ties = g_ptr_array_new_with_free_func(kmk_gtk_tie_end);
    g_object_set_data((GObject *)owner, "kmk-gtk-ties", ties);
    g_signal_connect(owner, "destroy", G_CALLBACK(kmk_gtk_end), NULL);
  }
  g_ptr_array_add(ties, tie);
  return tie;
}

static inline void kmk_gtk_own(gpointer owner, kmk_subscription *subscription) {
  kmk_gtk_own_with(owner, subscription, NULL, NULL);
}

/* -------------------------------------------------------------------- properties */

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

/* The object that has the property: of widgets that show another object's, that one. */
static inline GObject *kmk_gtk_bearer(GObject *object, const char *property) {
  if (kmk_gtk_property(object, property) != NULL) return object;
  if (GTK_IS_TEXT_VIEW(object))
    return G_OBJECT(gtk_text_view_get_buffer((GtkTextView *)(void *)object));
  if (GTK_IS_RANGE(object)) return G_OBJECT(gtk_range_get_adjustment((GtkRange *)(void *)object));
  if (GTK_IS_SCROLLBAR(object))
    return G_OBJECT(gtk_scrollbar_get_adjustment((GtkScrollbar *)(void *)object));
  return object;
}

/** What is asked of a kmk_gtk_connect; without an action_case the property only follows. */
typedef struct kmk_gtk_wish {
  const char *action_case;
  bool is_binding, is_truth;
  kmk_gtk_condition condition;
  const char *equal;
} kmk_gtk_wish;

static inline kmk_gtk_kind kmk_gtk_checked(const char *pointer, gpointer target, GObject *object,
                                           const char *property, const kmk_gtk_wish *wish) {
  kmk_gtk_kind kind = kmk_gtk_kind_of(object, property);
  const char *problem = NULL;
  if (kind == KMK_GTK_NO_KIND)
    problem = kmk_gtk_property(object, property) == NULL
                  ? "there is none of that name"
                  : "it is no text, number or truth that may be read and set";
  else if (wish->is_truth && kind != KMK_GTK_TRUTH)
    problem = "it is no truth";
  else if (wish->condition >= KMK_GTK_EQUAL && wish->equal == NULL)
    problem = "there is no text to compare with";
  if (problem == NULL) return kind;
  g_critical("kumiki: the property \"%s\" of a %s cannot follow %s: %s", property,
             G_OBJECT_TYPE_NAME(target), pointer != NULL ? pointer : "NULL", problem);
  return KMK_GTK_NO_KIND;
}

static inline void kmk_gtk_listen(kmk_gtk_field *field) {
  char *names = kmk_gtk_signals(field->kind, field->property);
  char **all = g_strsplit(names, " ", -1), **each;
  for (each = all; *each != NULL; each++)
    g_signal_connect(field->object, *each, G_CALLBACK(kmk_gtk_write), field);
  if (GTK_IS_TEXT_BUFFER(field->object) && field->text.into != NULL)
    g_signal_connect(field->object, "end-user-action", G_CALLBACK(kmk_gtk_acted), field);
  g_strfreev(all);
  g_free(names);
}

static inline void kmk_gtk_ranged(GtkAdjustment *range, GParamSpec *property, gpointer data) {
  (void)range, (void)property;
  kmk_gtk_settle(data);
}

/* The state may hold a value that is beyond the range yet: it is shown once the range has it. */
static inline void kmk_gtk_follow_range(kmk_gtk_field *field) {
  gpointer object = field->object;
  if (strcmp(field->property, "value") != 0) return;
  if (GTK_IS_ADJUSTMENT(object)) field->range = (GObject *)object;
  if (GTK_IS_SPIN_BUTTON(object))
    field->range = G_OBJECT(gtk_spin_button_get_adjustment((GtkSpinButton *)object));
  if (GTK_IS_SCALE_BUTTON(object))
    field->range = G_OBJECT(gtk_scale_button_get_adjustment((GtkScaleButton *)object));
  if (field->range == NULL) return;
  g_object_add_weak_pointer(field->range, (gpointer *)&field->range);
  g_signal_connect(field->range, "notify::lower", G_CALLBACK(kmk_gtk_ranged), field);
  g_signal_connect(field->range, "notify::upper", G_CALLBACK(kmk_gtk_ranged), field);
}

static inline bool kmk_gtk_connect(kmk_store *store, const char *pointer, const kmk_gtk_wish *wish,
                                   gpointer target, const char *property) {
  GObject *object;
  kmk_gtk_kind kind;
  kmk_gtk_field *field;
  kmk_subscription *subscription;
  g_return_val_if_fail(G_IS_OBJECT(target) && property != NULL, false);
  object = kmk_gtk_bearer((GObject *)target, property);
  kind = kmk_gtk_checked(pointer, target, object, property, wish);
  if (kind == KMK_GTK_NO_KIND) return false;
  field = g_new0(kmk_gtk_field, 1);
  field->store = store;
  field->pointer = g_strdup(pointer);
  field->action_case = g_strdup(wish->action_case);
  field->is_binding = wish->is_binding;
  field->object = object;
  field->property = g_strdup(property);
  field->kind = kind;
  field->condition = wish->condition;
  field->equal = g_strdup(wish->equal);
  if (strcmp(property, "text") == 0 && (GTK_IS_EDITABLE(object) || GTK_IS_TEXT_BUFFER(object)))
    kmk_gtk_text_follow(&field->text, object);
  g_object_add_weak_pointer(field->object, (gpointer *)&field->object);
  if (wish->action_case != NULL) kmk_gtk_listen(field);
  kmk_gtk_follow_range(field);
  kmk_gtk_has_other_choices(field);
  if (GTK_IS_DROP_DOWN(object) || GTK_IS_SINGLE_SELECTION(object))
    g_signal_connect(object, "notify::model", G_CALLBACK(kmk_gtk_choices_replaced), field);
  /* Where it cannot be observed, field is freed. */
  subscription = kmk_store_observe(store, pointer, kmk_gtk_follow, field, kmk_gtk_field_free, NULL);
  if (subscription == NULL) return false;
  field->tie = kmk_gtk_own_with(target, subscription, kmk_gtk_field_end, field);
  return true;
}

/**
 * Has a property of a widget follow a place in the state: a text, a number, a truth, or one of the
 * others of kumiki_gtk_value.h.
 *
 * A truth is whether something is there. Nothing, null, false, 0, "" and [] are false; an object is
 * true, also an empty one. So "visible" may follow a sheet's error, "sensitive" a count.
 *
 * @param widget  or any other GObject, a GtkTextBuffer or a GtkAdjustment for one. Of a GtkTextView,
 *                a GtkScale or a GtkScrollbar, "text" and "value" are those of the buffer or the
 *                adjustment that it has now.
 * @return whether it does.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: false for a store or pointer.
 * Fails: as kmk_store_observe; a property that is not there, or is none of these: a critical
 * message of GLib names it. Threads: owner, callback. Since: 0.2.
 */
static inline bool kmk_gtk_show(kmk_store *store, const char *pointer, gpointer widget,
                                const char *property) {
  const kmk_gtk_wish wish = {NULL, false, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/**
 * Has a truth of a widget, its "visible", "sensitive" or "active", follow a condition.
 *
 *     kmk_gtk_show_if(store, "/hits", KMK_GTK_NULL, NULL, label, "visible");
 *     kmk_gtk_show_if(store, "/state", KMK_GTK_EQUAL, "loading", spinner, "spinning");
 *     kmk_gtk_show_if(store, "/destination", KMK_GTK_CASE, "edit", toggle, "active");
 *
 * @param text  what is compared with, or the case's name; the other conditions do not look at it.
 * @return whether it does.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: false for a store or pointer.
 * Fails: as kmk_gtk_show; a property that is no truth, a NULL text that is needed: a critical
 * message of GLib names it. Threads: owner, callback. Since: 0.3.
 */
static inline bool kmk_gtk_show_if(kmk_store *store, const char *pointer,
                                   kmk_gtk_condition condition, const char *text, gpointer widget,
                                   const char *property) {
  const kmk_gtk_wish wish = {NULL, false, true, condition, text};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/**
 * Does what kmk_gtk_show does, and writes what the user makes of the property, as a binding.
 *
 * What the state is after the write is what the widget says: a refused text is taken back, and the
 * cursor is where it was. A GtkTextBuffer's is taken back before the next input is looked at.
 *
 * @param binding_case  as in kmk_store_write_binding.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_show; a NULL
 * binding_case writes nothing. Fails: as kmk_gtk_show. Threads: owner, callback. Since: 0.2.
 */
static inline bool kmk_gtk_bind(kmk_store *store, const char *pointer, const char *binding_case,
                                gpointer widget, const char *property) {
  const kmk_gtk_wish wish = {binding_case, true, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/**
 * Makes a button one of several choices: it is active while the state has its text, and a click
 * writes that, as a binding.
 *
 *     kmk_gtk_bind_choice(store, "/size", "binding", small, "small");
 *     kmk_gtk_bind_choice(store, "/size", "binding", large, "large");
 *
 * The state alone decides which is active, so no group is needed; one of GtkCheckButtons gives them
 * the look of radio buttons.
 *
 * @param button  a GtkCheckButton or GtkToggleButton, or another with a truth called "active".
 * @param choice  a text. Other values of the state choose none of the buttons.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_bind; a NULL choice
 * is a mistake that a critical message of GLib names. Fails: as kmk_gtk_show. Threads: owner,
 * callback. Since: 0.3.
 */
static inline bool kmk_gtk_bind_choice(kmk_store *store, const char *pointer,
                                       const char *binding_case, gpointer button,
                                       const char *choice) {
  const kmk_gtk_wish wish = {binding_case, true, true, KMK_GTK_EQUAL, choice};
  return kmk_gtk_connect(store, pointer, &wish, button, "active");
}

/**
 * Does what kmk_gtk_bind does, for a feature with an action for the field: {CASE: VALUE}.
 *
 * Owns: store borrowed until the widget has gone, texts copied. NULL: as kmk_gtk_bind. Fails: as
 * kmk_gtk_show. Threads: owner, callback. Since: 0.2.
 */
static inline bool kmk_gtk_bind_action(kmk_store *store, const char *pointer,
                                       const char *action_case, gpointer widget,
                                       const char *property) {
  const kmk_gtk_wish wish = {action_case, false, false, KMK_GTK_IS, NULL};
  return kmk_gtk_connect(store, pointer, &wish, widget, property);
}

/* ------------------------------------------------------------------------ clicks */

static inline void kmk_gtk_send(GtkWidget *button, gpointer action_case) {
  kmk_store *store = (kmk_store *)g_object_get_data(G_OBJECT(button), "kmk-gtk-store");
  kmk_store_send_at(store, (const char *)action_case, NULL, NULL);
}

static inline void kmk_gtk_free_text(gpointer text, GClosure *closure) {
  (void)closure;
  g_free(text);
}

/**
 * Has a button send an action without payload when it is clicked. A button has one store.
 *
 * Owns: store borrowed until the button has gone, text copied. NULL: a NULL store or case sends
 * nothing. Threads: owner, callback. Since: 0.2.
 */
static inline void kmk_gtk_clicked(GtkWidget *button, kmk_store *store, const char *action_case) {
  g_object_set_data(G_OBJECT(button), "kmk-gtk-store", store);
  g_signal_connect_data(button, "clicked", G_CALLBACK(kmk_gtk_send), g_strdup(action_case),
                        kmk_gtk_free_text, (GConnectFlags)0);
}

/**
 * Styles a button by its role.
 *
 * @param role  "destructive": it is red (the style class destructive-action); "suggested": it is the
 *              one that is meant (suggested-action); "cancel", NULL and others: as buttons are. These
 *              are the roles of an alert's buttons in the state.
 *
 * NULL: a role may be. Threads: owner, callback. Since: 0.3.
 */
static inline void kmk_gtk_role(GtkWidget *button, const char *role) {
  gtk_widget_remove_css_class(button, "destructive-action");
  gtk_widget_remove_css_class(button, "suggested-action");
  if (role != NULL && strcmp(role, "destructive") == 0)
    gtk_widget_add_css_class(button, "destructive-action");
  if (role != NULL && strcmp(role, "suggested") == 0)
    gtk_widget_add_css_class(button, "suggested-action");
}

#ifdef __cplusplus
}
#endif
#endif
