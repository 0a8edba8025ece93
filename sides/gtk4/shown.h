/* Presentations and paths, and the windows, popovers, alerts, dialogs and pages that show them. */
#ifndef SHOWN_H
#define SHOWN_H

#include "kumiki_gtk_shown.h"
#include "owner.h"

/* The widget for a slot or for one element of a path, and how it asks to be closed. */
typedef struct kmk_gtk_shown {
  GtkWidget *widget; /* what was built, or NULL; a reference, but to a window, which GTK holds */
  kmk_store *view;
  void (*close)(struct kmk_gtk_shown *shown);                  /* as its user does: an action */
  void (*shut)(struct kmk_gtk_shown *shown, GtkWidget *owner); /* of its kind, as the state does */
  struct kmk_gtk_place *place;                                 /* in which it is shown */
  bool *has_gone;                                              /* set when this is freed, or NULL */
  char *id;                                                    /* of a presentation */
  json_t *key;                                                 /* of an element of a path */
  char *name;                                                  /* the element's case, or NULL */
  kmk_subscription *subscription;                              /* of the element */
} kmk_gtk_shown;

/* A slot or a path, and its widgets. */
typedef struct kmk_gtk_place {
  kmk_store *store;
  char *pointer, *action_case;
  GtkWidget *owner; /* NULL once it has gone */
  kmk_gtk_build_fn build;
  void *user_data;
  GPtrArray *all; /* kmk_gtk_shown, the topmost last */
  kmk_gtk_tie *tie;
} kmk_gtk_place;

kmk_gtk_place *kmk_gtk_place_new(kmk_store *store, const char *pointer, const char *action_case,
                                 GtkWidget *owner, kmk_gtk_build_fn build, void *user_data);

/* Shuts all, while the owner is still there: a popover is a child of its owner. */
void kmk_gtk_place_end(void *place);
void kmk_gtk_place_free(void *place);

/* Builds what is shown, on top of the rest. */
void kmk_gtk_open(kmk_gtk_place *place, kmk_gtk_shown *shown, const char *name);

/* Takes away what is shown topmost. */
void kmk_gtk_shut(kmk_gtk_place *place);

/* Tells the state that what is shown was taken away, by its user or by the program. Returns whether
 * the state has agreed, and shown has gone. */
bool kmk_gtk_has_left(kmk_gtk_shown *shown);

/* The widget was destroyed by others. */
void kmk_gtk_forget_widget(kmk_gtk_shown *shown);

/* Each opens a widget of one kind, and sets how it is shut. */
void kmk_gtk_open_window(kmk_gtk_shown *shown, GtkWidget *owner);
void kmk_gtk_open_popover(kmk_gtk_shown *shown, GtkWidget *owner);
void kmk_gtk_open_page(kmk_gtk_shown *shown, GtkWidget *owner);

#endif
