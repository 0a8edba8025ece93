/* Windows, popovers, and pages of a GtkStack: how each is opened and closed. */
#include "shown.h"

/* ------------------------------------------------------------------------- windows */

/* The window's close button, or Escape: sends an action. The state after the action closes the window. */
static gboolean kmk_gtk_close_request(GtkWindow *window, gpointer data) {
  kmk_gtk_shown *shown = data;
  (void)window;
  shown->close(shown);
  return TRUE;
}

void kmk_gtk_forget_widget(kmk_gtk_shown *shown) {
  g_signal_handlers_disconnect_by_data(shown->widget, shown);
  g_object_set_data(G_OBJECT(shown->widget), "kmk-gtk-shown", NULL);
  shown->widget = NULL;
}

/* The program has destroyed the window, which counts as closed by the user. If the state cannot be asked at that
 * time, for example in a reducer, the window is not shown again while the state keeps its feature. */
static void kmk_gtk_destroyed(GtkWidget *window, gpointer data) {
  kmk_gtk_shown *shown = data;
  (void)window;
  kmk_gtk_forget_widget(shown);
  if (!kmk_gtk_has_left(shown))
    g_warning("kumiki: a window was destroyed, and the state keeps what it showed at %s",
              shown->place->pointer);
}

static void kmk_gtk_present_window(kmk_gtk_shown *shown, GtkWidget *owner) {
  GtkRoot *root = gtk_widget_get_root(owner);
  if (root == NULL || shown->widget == NULL)
    return; /* wait until the owner's own page is shown */
  gtk_window_set_transient_for(GTK_WINDOW(shown->widget), GTK_WINDOW(root));
  gtk_window_present(GTK_WINDOW(shown->widget));
}

static void kmk_gtk_rooted(GtkWidget *owner, GParamSpec *property, gpointer data) {
  (void)property;
  kmk_gtk_present_window((kmk_gtk_shown *)data, owner);
}

static void kmk_gtk_shut_window(kmk_gtk_shown *shown, GtkWidget *owner) {
  (void)owner;
  gtk_window_destroy(GTK_WINDOW(shown->widget));
}

void kmk_gtk_open_window(kmk_gtk_shown *shown, GtkWidget *owner) {
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
  shown->shut = kmk_gtk_shut_window;
  kmk_gtk_present_window(shown, owner);
}

/* ------------------------------------------------------------------------ popovers */

static void kmk_gtk_pop_up(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (gtk_widget_get_mapped(owner) && !gtk_widget_get_visible(shown->widget))
    gtk_popover_popup(GTK_POPOVER(shown->widget));
}

static void kmk_gtk_owner_mapped(GtkWidget *owner, gpointer data) {
  kmk_gtk_pop_up((kmk_gtk_shown *)data, owner);
}

/* A click outside, or Escape, has closed the popover already. It is shown again if it remains in the state. GTK still
 * uses the popover after this signal, so its memory stays until then. */
static void kmk_gtk_popover_closed(GtkPopover *popover, gpointer data) {
  kmk_gtk_shown *shown = data;
  kmk_gtk_keep(popover);
  if (!kmk_gtk_has_left(shown) && shown->place->owner != NULL)
    kmk_gtk_pop_up(shown, shown->place->owner);
}

static void kmk_gtk_shut_popover(kmk_gtk_shown *shown, GtkWidget *owner) {
  (void)owner;
  if (gtk_widget_get_parent(shown->widget) != NULL)
    gtk_widget_unparent(shown->widget);
  g_object_run_dispose(G_OBJECT(shown->widget)); /* ends the bindings in it */
  g_object_unref(shown->widget);
}

void kmk_gtk_open_popover(kmk_gtk_shown *shown, GtkWidget *owner) {
  g_object_ref_sink(shown->widget);
  if (gtk_widget_get_parent(shown->widget) == NULL)
    gtk_widget_set_parent(shown->widget, owner);
  g_signal_connect(shown->widget, "closed", G_CALLBACK(kmk_gtk_popover_closed), shown);
  g_signal_connect_after(owner, "map", G_CALLBACK(kmk_gtk_owner_mapped), shown);
  shown->shut = kmk_gtk_shut_popover;
  kmk_gtk_pop_up(shown, owner);
}

/* ------------------------------------------------------------- pages of a GtkStack */

static void kmk_gtk_shut_page(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (owner != NULL && gtk_widget_get_parent(shown->widget) == owner) {
    GtkWidget *below = gtk_widget_get_prev_sibling(shown->widget);
    /* Another place may show a page in this stack, above this one. */
    if (below != NULL && gtk_stack_get_visible_child(GTK_STACK(owner)) == shown->widget)
      gtk_stack_set_visible_child(GTK_STACK(owner), below);
    gtk_stack_remove(GTK_STACK(owner), shown->widget);
  }
  g_object_unref(shown->widget);
}

void kmk_gtk_open_page(kmk_gtk_shown *shown, GtkWidget *owner) {
  g_object_ref_sink(shown->widget);
  shown->shut = kmk_gtk_shut_page;
  if (GTK_IS_STACK(owner)) {
    gtk_stack_add_child(GTK_STACK(owner), shown->widget);
    gtk_stack_set_visible_child(GTK_STACK(owner), shown->widget);
  } else {
    g_critical("kumiki: a %s cannot be presented in a %s", G_OBJECT_TYPE_NAME(shown->widget),
               G_OBJECT_TYPE_NAME(owner));
  }
}
