/* The widgets of a slot or a path: how they are built, opened by their kind, and closed. */
#include "shown.h"

#include "alert.h"
#include "dialogs.h"

bool kmk_gtk_has_left(kmk_gtk_shown *shown) {
  bool has_gone = false;
  shown->has_gone = &has_gone;
  shown->close(shown);
  if (!has_gone)
    shown->has_gone = NULL;
  return has_gone;
}

void kmk_gtk_close(GtkWidget *inside) {
  for (; inside != NULL; inside = gtk_widget_get_parent(inside)) {
    kmk_gtk_shown *shown = g_object_get_data(G_OBJECT(inside), "kmk-gtk-shown");
    if (shown != NULL) {
      shown->close(shown);
      return;
    }
  }
}

static void kmk_gtk_close_around(GtkWidget *button, gpointer unused) {
  (void)unused;
  kmk_gtk_close(button);
}

void kmk_gtk_closes(GtkWidget *button) {
  g_signal_connect(button, "clicked", G_CALLBACK(kmk_gtk_close_around), NULL);
}

/* --------------------------------------------------------------- opened, and shut */

/* Opens a widget by its kind. */
static void kmk_gtk_open_as_its_kind(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (kmk_gtk_alert_of(shown->widget) != NULL) {
    kmk_gtk_open_alert(shown, owner);
    return;
  }
  if (GTK_IS_WINDOW(shown->widget)) {
    kmk_gtk_open_window(shown, owner);
    return;
  }
  if (GTK_IS_POPOVER(shown->widget)) {
    kmk_gtk_open_popover(shown, owner);
    return;
  }
  if (kmk_gtk_is_dialog(shown->widget)) {
    kmk_gtk_open_dialog(shown, owner);
    return;
  }
  if (kmk_gtk_is_navigation_view(owner) && kmk_gtk_is_navigation_page(shown->widget)) {
    kmk_gtk_open_navigation(shown, owner);
    return;
  }
  kmk_gtk_open_page(shown, owner);
}

void kmk_gtk_open(kmk_gtk_place *place, kmk_gtk_shown *shown, const char *name) {
  GtkWidget *built = place->build(shown->view, name, place->user_data);
  g_ptr_array_add(place->all, shown);
  shown->place = place;
  if (built == NULL || place->owner == NULL)
    return;
  shown->widget = built;
  g_object_set_data(G_OBJECT(built), "kmk-gtk-shown", shown);
  kmk_gtk_open_as_its_kind(shown, place->owner);
}

void kmk_gtk_shut(kmk_gtk_place *place) {
  kmk_gtk_shown *shown = g_ptr_array_steal_index(place->all, place->all->len - 1);
  if (place->owner != NULL)
    g_signal_handlers_disconnect_by_data(place->owner, shown);
  if (shown->widget != NULL) {
    g_signal_handlers_disconnect_by_data(shown->widget, shown);
    g_object_set_data(G_OBJECT(shown->widget), "kmk-gtk-shown", NULL);
    kmk_gtk_end_inside(shown->widget);
    shown->shut(shown, place->owner);
  }
  if (shown->has_gone != NULL)
    *shown->has_gone = true;
  kmk_subscription_free(shown->subscription);
  kmk_store_free(shown->view);
  json_decref(shown->key);
  g_free(shown->name);
  g_free(shown->id);
  g_free(shown);
}

void kmk_gtk_place_end(void *data) {
  kmk_gtk_place *place = data;
  place->tie = NULL;
  while (place->all->len > 0)
    kmk_gtk_shut(place);
  if (place->owner == NULL)
    return;
  g_object_remove_weak_pointer(G_OBJECT(place->owner), (gpointer *)&place->owner);
  place->owner = NULL;
}

void kmk_gtk_place_free(void *data) {
  kmk_gtk_place *place = data;
  if (place->tie != NULL)
    place->tie->data = NULL;
  kmk_gtk_place_end(place);
  g_ptr_array_unref(place->all);
  g_free(place->pointer);
  g_free(place->action_case);
  g_free(place);
}

kmk_gtk_place *kmk_gtk_place_new(kmk_store *store, const char *pointer, const char *action_case,
                                 GtkWidget *owner, kmk_gtk_build_fn build, void *user_data) {
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
