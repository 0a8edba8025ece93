/* Subscriptions that end with a widget, or with another object. */
#ifndef OWNER_H
#define OWNER_H

#include <gtk/gtk.h>

#include "kumiki.h"

/* A subscription that ends with its owner, a widget or another object. */
typedef struct kmk_gtk_tie {
  kmk_subscription *subscription;
  /* Ends what the subscription is for, at once: inside an observer the library frees data later. */
  void (*end)(void *data);
  void *data; /* NULL: nothing to end, or freed with its store */
} kmk_gtk_tie;

kmk_gtk_tie *kmk_gtk_own_with(gpointer owner, kmk_subscription *subscription,
                              void (*end)(void *data), void *data);

/* Ends what a widget and all widgets inside it own. A program may
 * hold one of the widgets longer than the store that it is bound to. */
void kmk_gtk_end_inside(GtkWidget *widget);

/* Keeps an object until the main loop's next turn: GTK still uses it after a signal has led to its
 * end. */
void kmk_gtk_keep(gpointer object);

#endif
