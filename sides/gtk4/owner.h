/* Subscriptions that end with a widget or another object. */
#ifndef OWNER_H
#define OWNER_H

#include <gtk/gtk.h>

#include "kumiki.h"

/* A subscription that ends with its owner, a widget or another object. */
typedef struct kmk_gtk_tie {
  kmk_subscription *subscription;
  /* Ends the purpose of the subscription immediately. Inside an observer, the library frees data later. */
  void (*end)(void *data);
  void *data; /* NULL: nothing to end, or freed with its store */
} kmk_gtk_tie;

kmk_gtk_tie *kmk_gtk_own_with(gpointer owner, kmk_subscription *subscription,
                              void (*end)(void *data), void *data);

/* Ends the subscriptions of a widget and of all widgets inside it. A program may hold one of the widgets longer than
 * the store that it is bound to. */
void kmk_gtk_end_inside(GtkWidget *widget);

/* Keeps an object until the main loop's next iteration: GTK still uses an object after a signal that has ended it. */
void kmk_gtk_keep(gpointer object);

#endif
