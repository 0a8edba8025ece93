/**
 * The kinds of what is shown in GTK 4: windows, popovers, pages of a GtkStack, and libadwaita's pages
 * and dialogs. Each is opened by a function, and taken away by another.
 */
#ifndef KUMIKI_GTK_KINDS_H
#define KUMIKI_GTK_KINDS_H

#include "kumiki_gtk_shown.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the program has libadwaita, and which of it: it has included adwaita.h. */
#ifdef ADW_CHECK_VERSION
#if ADW_CHECK_VERSION(1, 4, 0)
#define KMK_GTK_HAS_NAVIGATION 1
#endif
#if ADW_CHECK_VERSION(1, 5, 0)
#define KMK_GTK_HAS_DIALOGS 1
#endif
#endif

/* ------------------------------------------------------------------------- windows */

/* The window's close button, or Escape: an action. What it leads to closes the window. */
static inline gboolean kmk_gtk_close_request(GtkWindow *window, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  (void)window;
  shown->close(shown);
  return TRUE;
}

static inline void kmk_gtk_forget_widget(kmk_gtk_shown *shown) {
  g_signal_handlers_disconnect_by_data(shown->widget, shown);
  g_object_set_data(G_OBJECT(shown->widget), "kmk-gtk-shown", NULL);
  shown->widget = NULL;
}

/* The program has destroyed the window. That counts as its user's closing. Where it cannot be told,
 * in a reducer for one, the window does not come back while the state keeps what it showed. */
static inline void kmk_gtk_destroyed(GtkWidget *window, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  (void)window;
  kmk_gtk_forget_widget(shown);
  if (!kmk_gtk_has_left(shown))
    g_warning("kumiki: a window was destroyed, and the state keeps what it showed at %s",
              ((kmk_gtk_place *)shown->place)->pointer);
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

static inline void kmk_gtk_shut_window(kmk_gtk_shown *shown, GtkWidget *owner) {
  (void)owner;
  gtk_window_destroy(GTK_WINDOW(shown->widget));
}

static inline void kmk_gtk_open_window(kmk_gtk_shown *shown, GtkWidget *owner) {
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

static inline void kmk_gtk_pop_up(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (gtk_widget_get_mapped(owner) && !gtk_widget_get_visible(shown->widget))
    gtk_popover_popup(GTK_POPOVER(shown->widget));
}

static inline void kmk_gtk_owner_mapped(GtkWidget *owner, gpointer data) {
  kmk_gtk_pop_up((kmk_gtk_shown *)data, owner);
}

/* A click beside it, or Escape, has closed it already: it comes back where the state keeps it. GTK
 * goes on with the popover after this, so its memory stays until then. */
static inline void kmk_gtk_popover_closed(GtkPopover *popover, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  kmk_gtk_keep(popover);
  if (!kmk_gtk_has_left(shown) && kmk_gtk_owner(shown) != NULL)
    kmk_gtk_pop_up(shown, kmk_gtk_owner(shown));
}

static inline void kmk_gtk_shut_popover(kmk_gtk_shown *shown, GtkWidget *owner) {
  (void)owner;
  if (gtk_widget_get_parent(shown->widget) != NULL) gtk_widget_unparent(shown->widget);
  g_object_run_dispose(G_OBJECT(shown->widget)); /* what is bound in it ends now */
  g_object_unref(shown->widget);
}

static inline void kmk_gtk_open_popover(kmk_gtk_shown *shown, GtkWidget *owner) {
  g_object_ref_sink(shown->widget);
  if (gtk_widget_get_parent(shown->widget) == NULL) gtk_widget_set_parent(shown->widget, owner);
  g_signal_connect(shown->widget, "closed", G_CALLBACK(kmk_gtk_popover_closed), shown);
  g_signal_connect_after(owner, "map", G_CALLBACK(kmk_gtk_owner_mapped), shown);
  shown->shut = kmk_gtk_shut_popover;
  kmk_gtk_pop_up(shown, owner);
}

/* ------------------------------------------------------------- pages of a GtkStack */

static inline void kmk_gtk_shut_page(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (owner != NULL && gtk_widget_get_parent(shown->widget) == owner) {
    GtkWidget *below = gtk_widget_get_prev_sibling(shown->widget);
    /* Another place may show its page in this stack, above. */
    if (below != NULL && gtk_stack_get_visible_child(GTK_STACK(owner)) == shown->widget)
      gtk_stack_set_visible_child(GTK_STACK(owner), below);
    gtk_stack_remove(GTK_STACK(owner), shown->widget);
  }
  g_object_unref(shown->widget);
}

static inline void kmk_gtk_open_page(kmk_gtk_shown *shown, GtkWidget *owner) {
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

/* ---------------------------------------------------------------------- libadwaita */

#ifdef KMK_GTK_HAS_NAVIGATION

static inline void kmk_gtk_free_view(gpointer view) { kmk_store_free((kmk_store *)view); }

/* While libadwaita moves it away, a page or a dialog can still be clicked: its view stays as long. */
static inline void kmk_gtk_keep_view(kmk_gtk_shown *shown) {
  g_object_set_data_full(G_OBJECT(shown->widget), "kmk-gtk-view", shown->view, kmk_gtk_free_view);
  shown->view = NULL;
}

/* Its user went back already: it comes back where the state keeps it. */
static inline void kmk_gtk_popped(AdwNavigationView *view, AdwNavigationPage *page, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  if ((GtkWidget *)(void *)page != shown->widget || gtk_widget_get_root(GTK_WIDGET(view)) == NULL)
    return; /* it is another's, or the view itself goes */
  g_object_ref(view);
  if (!kmk_gtk_has_left(shown)) adw_navigation_view_push(view, page);
  g_object_unref(view);
}

static inline void kmk_gtk_shut_navigation(kmk_gtk_shown *shown, GtkWidget *owner) {
  AdwNavigationPage *page = ADW_NAVIGATION_PAGE(shown->widget), *below = NULL;
  if (owner != NULL && !gtk_widget_in_destruction(owner))
    below = adw_navigation_view_get_previous_page(ADW_NAVIGATION_VIEW(owner), page);
  if (below != NULL) adw_navigation_view_pop_to_page(ADW_NAVIGATION_VIEW(owner), below);
  g_object_unref(shown->widget);
}

static inline void kmk_gtk_open_navigation(kmk_gtk_shown *shown, GtkWidget *owner) {
  g_object_ref_sink(shown->widget);
  kmk_gtk_keep_view(shown);
  shown->shut = kmk_gtk_shut_navigation;
  g_signal_connect(owner, "popped", G_CALLBACK(kmk_gtk_popped), shown);
  adw_navigation_view_push(ADW_NAVIGATION_VIEW(owner), ADW_NAVIGATION_PAGE(shown->widget));
}
#endif

#ifdef KMK_GTK_HAS_DIALOGS

static inline void kmk_gtk_close_attempt(AdwDialog *dialog, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  (void)dialog;
  shown->close(shown);
}

/* With the window in which it stands, which says nothing, or by the program, as its user's closing. */
static inline void kmk_gtk_dialog_destroyed(GtkWidget *dialog, gpointer data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  GtkWidget *owner = kmk_gtk_owner(shown);
  GtkRoot *root = owner != NULL ? gtk_widget_get_root(owner) : NULL;
  kmk_gtk_forget_widget(shown);
  g_object_unref(dialog);
  if (root != NULL && !gtk_widget_in_destruction((GtkWidget *)(void *)root)) kmk_gtk_has_left(shown);
}

static inline void kmk_gtk_present_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (gtk_widget_get_root(owner) != NULL && gtk_widget_get_root(shown->widget) == NULL)
    adw_dialog_present(ADW_DIALOG(shown->widget), owner);
}

static inline void kmk_gtk_dialog_rooted(GtkWidget *owner, GParamSpec *property, gpointer data) {
  (void)property;
  kmk_gtk_present_dialog((kmk_gtk_shown *)data, owner);
}

static inline void kmk_gtk_shut_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  (void)owner;
  adw_dialog_force_close(ADW_DIALOG(shown->widget));
  g_object_unref(shown->widget);
}

/* libadwaita (1.7) never frees the content of a dialog that was shown inside a window. What is bound in
 * it ends with the dialog nevertheless. */
static inline void kmk_gtk_end_content(gpointer content) {
  GtkWidget *parent = gtk_widget_get_parent((GtkWidget *)content);
  if (ADW_IS_BREAKPOINT_BIN(parent))
    adw_breakpoint_bin_set_child(ADW_BREAKPOINT_BIN(parent), NULL);
  g_object_run_dispose((GObject *)content);
  g_object_unref(content);
}

static inline void kmk_gtk_open_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  g_object_ref_sink(shown->widget);
  kmk_gtk_keep_view(shown);
  if (adw_dialog_get_child(ADW_DIALOG(shown->widget)) != NULL)
    g_object_set_data_full(G_OBJECT(shown->widget), "kmk-gtk-content",
                           g_object_ref(adw_dialog_get_child(ADW_DIALOG(shown->widget))),
                           kmk_gtk_end_content);
  adw_dialog_set_can_close(ADW_DIALOG(shown->widget), FALSE);
  g_signal_connect(shown->widget, "close-attempt", G_CALLBACK(kmk_gtk_close_attempt), shown);
  g_signal_connect(shown->widget, "destroy", G_CALLBACK(kmk_gtk_dialog_destroyed), shown);
  g_signal_connect(owner, "notify::root", G_CALLBACK(kmk_gtk_dialog_rooted), shown);
  shown->shut = kmk_gtk_shut_dialog;
  kmk_gtk_present_dialog(shown, owner);
}
#endif

#ifdef __cplusplus
}
#endif
#endif
