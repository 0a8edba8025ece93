/* libadwaita's dialogs and navigation pages. Types are looked up by name, and functions when the library is loaded: a
 * program that makes a dialog has linked libadwaita, and other programs do not need it. */
#include "dialogs.h"

void adw_dialog_present(GtkWidget *dialog, GtkWidget *parent);
void adw_dialog_force_close(GtkWidget *dialog);
void adw_navigation_view_push(GtkWidget *view, GtkWidget *page);
gboolean adw_navigation_view_pop_to_page(GtkWidget *view, GtkWidget *page);
GtkWidget *adw_navigation_view_get_previous_page(GtkWidget *view, GtkWidget *page);
#pragma weak adw_dialog_present
#pragma weak adw_dialog_force_close
#pragma weak adw_navigation_view_push
#pragma weak adw_navigation_view_pop_to_page
#pragma weak adw_navigation_view_get_previous_page

static bool kmk_gtk_is_of(gpointer object, const char *name) {
  GType type = g_type_from_name(name);
  return type != 0 && object != NULL && g_type_is_a(G_OBJECT_TYPE(object), type);
}

bool kmk_gtk_is_dialog(GtkWidget *widget) {
  return adw_dialog_present != NULL && kmk_gtk_is_of(widget, "AdwDialog");
}

bool kmk_gtk_is_navigation_view(GtkWidget *widget) {
  return adw_navigation_view_push != NULL && kmk_gtk_is_of(widget, "AdwNavigationView");
}

bool kmk_gtk_is_navigation_page(GtkWidget *widget) {
  return kmk_gtk_is_of(widget, "AdwNavigationPage");
}

static void kmk_gtk_free_view(gpointer view) { kmk_store_free((kmk_store *)view); }

/* While libadwaita animates a page or a dialog away, the user can still click in it. Its scoped store stays until
 * then. */
static void kmk_gtk_keep_view(kmk_gtk_shown *shown) {
  g_object_set_data_full(G_OBJECT(shown->widget), "kmk-gtk-view", shown->view, kmk_gtk_free_view);
  shown->view = NULL;
}

/* The user has gone back already. The page is shown again if it remains in the state. */
static void kmk_gtk_popped(GtkWidget *view, GtkWidget *page, gpointer data) {
  kmk_gtk_shown *shown = data;
  if (page != shown->widget || gtk_widget_get_root(view) == NULL)
    return; /* another place's page, or the view itself is being destroyed */
  g_object_ref(view);
  if (!kmk_gtk_has_left(shown))
    adw_navigation_view_push(view, page);
  g_object_unref(view);
}

static void kmk_gtk_shut_navigation(kmk_gtk_shown *shown, GtkWidget *owner) {
  GtkWidget *below = NULL;
  if (owner != NULL && !gtk_widget_in_destruction(owner))
    below = adw_navigation_view_get_previous_page(owner, shown->widget);
  if (below != NULL)
    adw_navigation_view_pop_to_page(owner, below);
  g_object_unref(shown->widget);
}

void kmk_gtk_open_navigation(kmk_gtk_shown *shown, GtkWidget *owner) {
  g_object_ref_sink(shown->widget);
  kmk_gtk_keep_view(shown);
  shown->shut = kmk_gtk_shut_navigation;
  g_signal_connect(owner, "popped", G_CALLBACK(kmk_gtk_popped), shown);
  adw_navigation_view_push(owner, shown->widget);
}

static void kmk_gtk_close_attempt(GtkWidget *dialog, gpointer data) {
  kmk_gtk_shown *shown = data;
  (void)dialog;
  shown->close(shown);
}

/* Destroyed with its window, which reports nothing, or by the program. Both count as closed by the user. */
static void kmk_gtk_dialog_destroyed(GtkWidget *dialog, gpointer data) {
  kmk_gtk_shown *shown = data;
  GtkWidget *owner = shown->place->owner;
  GtkRoot *root = owner != NULL ? gtk_widget_get_root(owner) : NULL;
  kmk_gtk_forget_widget(shown);
  g_object_unref(dialog);
  if (root != NULL && !gtk_widget_in_destruction((GtkWidget *)(void *)root))
    kmk_gtk_has_left(shown);
}

static void kmk_gtk_present_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (gtk_widget_get_root(owner) != NULL && gtk_widget_get_root(shown->widget) == NULL)
    adw_dialog_present(shown->widget, owner);
}

static void kmk_gtk_dialog_rooted(GtkWidget *owner, GParamSpec *property, gpointer data) {
  (void)property;
  kmk_gtk_present_dialog((kmk_gtk_shown *)data, owner);
}

static void kmk_gtk_shut_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  (void)owner;
  adw_dialog_force_close(shown->widget);
  g_object_unref(shown->widget);
}

/* libadwaita (1.7) never frees the content of a dialog that was shown inside a window. Bindings in the content end
 * with the dialog nevertheless. */
static void kmk_gtk_end_content(gpointer content) {
  GtkWidget *parent = gtk_widget_get_parent((GtkWidget *)content);
  if (kmk_gtk_is_of(parent, "AdwBreakpointBin"))
    g_object_set(parent, "child", NULL, NULL);
  g_object_run_dispose((GObject *)content);
  g_object_unref(content);
}

void kmk_gtk_open_dialog(kmk_gtk_shown *shown, GtkWidget *owner) {
  GtkWidget *content = NULL;
  g_object_ref_sink(shown->widget);
  kmk_gtk_keep_view(shown);
  g_object_get(shown->widget, "child", &content, NULL);
  if (content != NULL)
    g_object_set_data_full(G_OBJECT(shown->widget), "kmk-gtk-content", content,
                           kmk_gtk_end_content);
  g_object_set(shown->widget, "can-close", FALSE, NULL);
  g_signal_connect(shown->widget, "close-attempt", G_CALLBACK(kmk_gtk_close_attempt), shown);
  g_signal_connect(shown->widget, "destroy", G_CALLBACK(kmk_gtk_dialog_destroyed), shown);
  g_signal_connect(owner, "notify::root", G_CALLBACK(kmk_gtk_dialog_rooted), shown);
  shown->shut = kmk_gtk_shut_dialog;
  kmk_gtk_present_dialog(shown, owner);
}
