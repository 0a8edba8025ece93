/* Presentations and paths, and the windows, popovers, alerts, dialogs and pages that show them. */
#ifndef SHOWN_H
#define SHOWN_H

#include "kumiki_gtk_shown.h"
#include "owner.h"

/* The widget for a slot or for one element of a path, and how it asks to be closed. */
typedef struct kmk_gtk_shown {
  GtkWidget *widget; /* or NULL; holds a reference, except to a window, which GTK holds */
  kmk_store *view;
  void (*close)(struct kmk_gtk_shown *shown); /* as the user does: sends an action */
  void (*shut)(struct kmk_gtk_shown *shown, GtkWidget *owner); /* as the state does */
  struct kmk_gtk_place *place;                                 /* where it is shown */
  bool *has_gone;                                              /* set when this is freed, or NULL */
  char *id;                                                    /* the presentation id */
  json_t *key;                                                 /* the id of an element of a path */
  char *name;                                                  /* the element's case, or NULL */
  kmk_subscription *subscription;                              /* observes the element */
} kmk_gtk_shown;

/* A slot or a path, and its widgets. */
typedef struct kmk_gtk_place {
  kmk_store *store;
  char *pointer, *action_case;
  GtkWidget *owner; /* NULL once the owner is gone */
  kmk_gtk_build_fn build;
  void *user_data;
  GPtrArray *all; /* kmk_gtk_shown, the topmost last */
  kmk_gtk_tie *tie;
} kmk_gtk_place;

kmk_gtk_place *kmk_gtk_place_new(kmk_store *store, const char *pointer, const char *action_case,
                                 GtkWidget *owner, kmk_gtk_build_fn build, void *user_data);

/* Closes all widgets while the owner still exists: a popover is a child of its owner. */
void kmk_gtk_place_end(void *place);
void kmk_gtk_place_free(void *place);

/* Builds a widget on top of the others. */
void kmk_gtk_open(kmk_gtk_place *place, kmk_gtk_shown *shown, const char *name);

/* Removes the topmost widget. */
void kmk_gtk_shut(kmk_gtk_place *place);

/* Sends the action for a widget that the user or the program has closed. Returns whether the state has agreed, so
 * that shown is freed. */
bool kmk_gtk_has_left(kmk_gtk_shown *shown);

/* Other code has destroyed the widget. */
void kmk_gtk_forget_widget(kmk_gtk_shown *shown);

/* Each function opens a widget of one kind, and sets how the widget is closed. */
void kmk_gtk_open_window(kmk_gtk_shown *shown, GtkWidget *owner);
void kmk_gtk_open_popover(kmk_gtk_shown *shown, GtkWidget *owner);
void kmk_gtk_open_page(kmk_gtk_shown *shown, GtkWidget *owner);

#endif
