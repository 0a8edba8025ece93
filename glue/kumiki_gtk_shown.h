/**
 * What is shown of a presentation or a path in GTK 4, a window or a page of a GtkStack: how it is
 * built, and how its user closes it. kumiki_gtk_present.h shows it.
 */
#ifndef KUMIKI_GTK_SHOWN_H
#define KUMIKI_GTK_SHOWN_H

#include "kumiki_gtk.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Builds what shows a part of the state: a GtkWindow, or a widget that becomes a page of a
 * GtkStack.
 *
 * @param view        its store, as of kmk_store_scope; lives as long as what is built. NULL for a
 *                    case without a payload.
 * @param state_case  which case of an enum it is, NULL where the slot has none; of a path as well.
 * @return NULL: nothing is shown.
 */
typedef GtkWidget *(*kmk_gtk_build_fn)(kmk_store *view, const char *state_case, void *user_data);

/** What is shown of a slot or of one element of a path, and how it asks to be closed. */
typedef struct kmk_gtk_shown {
  GtkWidget *widget; /* a window, which GTK holds, a reference to a page, or NULL */
  kmk_store *view;
  void (*close)(struct kmk_gtk_shown *shown);
  void *place; /* the kmk_gtk_place that it is shown in */
  bool *has_gone; /* set when this is freed, or NULL */
  char *id;    /* of a presentation */
  json_t *key; /* of an element of a path */
} kmk_gtk_shown;

/** A slot or a path, and what is shown for it: what is behind kmk_gtk_present. */
typedef struct kmk_gtk_place {
  kmk_store *store;
  char *pointer, *action_case;
  GtkWidget *owner; /* NULL once it has gone */
  kmk_gtk_build_fn build;
  void *user_data;
  GPtrArray *all; /* kmk_gtk_shown, the topmost last */
} kmk_gtk_place;

/* ------------------------------------------------------------- showing, and closing */

/* The window's close button, or Escape: an action. What it leads to closes the window. */
static inline gboolean kmk_gtk_close_request(GtkWindow *window, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  (void)window;
  shown->close(shown);
  return TRUE;
}

/* The program has destroyed the window. That counts as its user's closing. Where it cannot be told,
 * in a reducer for one, the window does not come back while the state keeps what it showed. */
static inline void kmk_gtk_destroyed(GtkWidget *window, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  bool has_gone = false;
  g_signal_handlers_disconnect_by_data(window, shown);
  g_object_set_data(G_OBJECT(window), "kmk-gtk-shown", NULL);
  shown->widget = NULL;
  shown->has_gone = &has_gone;
  shown->close(shown);
  if (!has_gone) {
    shown->has_gone = NULL;
    g_warning("kumiki: a window was destroyed, and the state keeps what it showed at %s",
              ((kmk_gtk_place *)shown->place)->pointer);
  }
}

static inline void kmk_gtk_present_window(kmk_gtk_shown *shown, GtkWidget *owner) {
  GtkRoot *root = gtk_widget_get_root(owner);
  if (root == NULL || shown->widget == NULL) return; /* until the owner's own page is shown */
  gtk_window_set_transient_for(GTK_WINDOW(shown->widget), GTK_WINDOW(root));
  gtk_window_present(GTK_WINDOW(shown->widget));
}

static inline void kmk_gtk_rooted(GtkWidget *owner, GParamSpec *property, gpointer data) {
  (void)property;
  kmk_gtk_present_window((kmk_gtk_shown *)data, owner);
}

static inline void kmk_gtk_add_window(kmk_gtk_shown *shown, GtkWidget *owner) {
  GtkShortcutTrigger *escape = gtk_keyval_trigger_new(GDK_KEY_Escape, (GdkModifierType)0);
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(keys),
      gtk_shortcut_new(escape, gtk_named_action_new("window.close")));
  gtk_widget_add_controller(shown->widget, keys);
  gtk_window_set_modal(GTK_WINDOW(shown->widget), TRUE);
  g_signal_connect(shown->widget, "close-request", G_CALLBACK(kmk_gtk_close_request), shown);
  g_signal_connect(shown->widget, "destroy", G_CALLBACK(kmk_gtk_destroyed), shown);
  g_signal_connect(owner, "notify::root", G_CALLBACK(kmk_gtk_rooted), shown);
  kmk_gtk_present_window(shown, owner);
}

/* Builds what is shown, on top of the rest. */
static inline void kmk_gtk_open(kmk_gtk_place *place, kmk_gtk_shown *shown, const char *name) {
  GtkWidget *built = place->build(shown->view, name, place->user_data);
  g_ptr_array_add(place->all, shown);
  shown->place = place;
  if (built == NULL || place->owner == NULL) return;
  shown->widget = built;
  g_object_set_data(G_OBJECT(built), "kmk-gtk-shown", shown);
  if (GTK_IS_WINDOW(built)) {
    kmk_gtk_add_window(shown, place->owner);
    return;
  }
  g_object_ref_sink(built);
  if (GTK_IS_STACK(place->owner)) {
    gtk_stack_add_child(GTK_STACK(place->owner), built);
    gtk_stack_set_visible_child(GTK_STACK(place->owner), built);
  } else {
    g_critical("a widget that is no window can be presented in a GtkStack only");
  }
}

/* Takes away what is shown topmost. */
static inline void kmk_gtk_shut(kmk_gtk_place *place) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)g_ptr_array_steal_index(place->all, place->all->len - 1);
  GtkWidget *widget = shown->widget;
  if (place->owner != NULL) g_signal_handlers_disconnect_by_data(place->owner, shown);
  if (widget != NULL) {
    g_signal_handlers_disconnect_by_data(widget, shown);
    g_object_set_data(G_OBJECT(widget), "kmk-gtk-shown", NULL);
    if (GTK_IS_WINDOW(widget)) {
      gtk_window_destroy(GTK_WINDOW(widget));
    } else {
      if (place->owner != NULL && gtk_widget_get_parent(widget) == place->owner) {
        GtkWidget *below = gtk_widget_get_prev_sibling(widget);
        if (below != NULL) gtk_stack_set_visible_child(GTK_STACK(place->owner), below);
        gtk_stack_remove(GTK_STACK(place->owner), widget);
      }
      g_object_unref(widget);
    }
  }
  if (shown->has_gone != NULL) *shown->has_gone = true;
  kmk_store_free(shown->view);
  json_decref(shown->key);
  g_free(shown->id);
  g_free(shown);
}

static inline void kmk_gtk_place_free(void *data) {
  kmk_gtk_place *place = (kmk_gtk_place *)data;
  while (place->all->len > 0) kmk_gtk_shut(place);
  if (place->owner != NULL)
    g_object_remove_weak_pointer(G_OBJECT(place->owner), (gpointer *)&place->owner);
  g_ptr_array_unref(place->all);
  g_free(place->pointer);
  g_free(place->action_case);
  g_free(place);
}

static inline kmk_gtk_place *kmk_gtk_place_new(kmk_store *store, const char *pointer,
                                               const char *action_case, GtkWidget *owner,
                                               kmk_gtk_build_fn build, void *user_data) {
  kmk_gtk_place *place = g_new0(kmk_gtk_place, 1);
  place->store = store;
  place->pointer = g_strdup(pointer);
  place->action_case = g_strdup(action_case);
  place->owner = owner;
  place->build = build;
  place->user_data = user_data;
  place->all = g_ptr_array_new();
  g_object_add_weak_pointer(G_OBJECT(owner), (gpointer *)&place->owner);
  return place;
}

/**
 * Asks that the window or the screen in which a widget stands be closed, as its user does.
 *
 * What stands in none closes nothing.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.2.
 */
static inline void kmk_gtk_close(GtkWidget *inside) {
  for (; inside != NULL; inside = gtk_widget_get_parent(inside)) {
    kmk_gtk_shown *shown = (kmk_gtk_shown *)g_object_get_data(G_OBJECT(inside), "kmk-gtk-shown");
    if (shown != NULL) {
      shown->close(shown);
      return;
    }
  }
}

#ifdef __cplusplus
}
#endif
#endif
