/* Subscriptions that end with a widget or another object. */
#include "owner.h"

#include "kumiki_gtk.h"

static void kmk_gtk_tie_end(gpointer data) {
  kmk_gtk_tie *tie = data;
  if (tie->data != NULL)
    tie->end(tie->data);
  kmk_subscription_free(tie->subscription);
  g_free(tie);
}

/* Ends the subscriptions of a widget. */
static void kmk_gtk_end(GtkWidget *widget) {
  gpointer ties = g_object_steal_data(G_OBJECT(widget), "kmk-gtk-ties");
  if (ties != NULL)
    g_ptr_array_unref((GPtrArray *)ties);
}

static void kmk_gtk_end_weakly(gpointer tie, GObject *object) {
  (void)object;
  kmk_gtk_tie_end(tie);
}

void kmk_gtk_end_inside(GtkWidget *widget) {
  GtkWidget *each, *next;
  kmk_gtk_end(widget);
  for (each = gtk_widget_get_first_child(widget); each != NULL; each = next) {
    g_object_ref(each);
    kmk_gtk_end_inside(each);
    next = gtk_widget_get_next_sibling(each);
    g_object_unref(each);
  }
}

static gboolean kmk_gtk_is_over(gpointer unused) {
  (void)unused;
  return G_SOURCE_REMOVE;
}

void kmk_gtk_keep(gpointer object) {
  g_idle_add_full(G_PRIORITY_HIGH, kmk_gtk_is_over, g_object_ref(object), g_object_unref);
}

kmk_gtk_tie *kmk_gtk_own_with(gpointer owner, kmk_subscription *subscription,
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
  ties = g_object_get_data((GObject *)owner, "kmk-gtk-ties");
  if (ties == NULL) {
    ties = g_ptr_array_new_with_free_func(kmk_gtk_tie_end);
    g_object_set_data((GObject *)owner, "kmk-gtk-ties", ties);
    g_signal_connect(owner, "destroy", G_CALLBACK(kmk_gtk_end), NULL);
  }
  g_ptr_array_add(ties, tie);
  return tie;
}

void kmk_gtk_own(gpointer owner, kmk_subscription *subscription) {
  kmk_gtk_own_with(owner, subscription, NULL, NULL);
}
