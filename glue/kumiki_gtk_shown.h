/**
 * What is shown of a presentation or a path in GTK 4: how it is built, and how its user closes it.
 * kumiki_gtk_kinds.h has windows, popovers, pages and dialogs; kumiki_gtk_present.h shows them.
 */
#ifndef KUMIKI_GTK_SHOWN_H
#define KUMIKI_GTK_SHOWN_H

#include "kumiki_gtk.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Builds what shows a part of the state. What it is decides how it is shown:
 *
 * | built                     | shown                                                              |
 * |---------------------------|--------------------------------------------------------------------|
 * | a GtkWindow               | as a modal window of the owner's                                   |
 * | a GtkPopover              | at the owner, as a button's or an entry's                          |
 * | a kmk_gtk_alert_new       | as an alert                                                        |
 * | an AdwDialog              | in the owner's window                                              |
 * | an AdwNavigationPage      | as a page of the owner, an AdwNavigationView                       |
 * | any other widget          | as a page of the owner, a GtkStack                                 |
 *
 * Those of libadwaita (1.4 for pages, 1.5 for dialogs) are known to a program that includes adwaita.h
 * before these headers.
 *
 * @param view        its store, as of kmk_store_scope; lives as long as what is built. NULL for a
 *                    case without a payload.
 * @param state_case  which case of an enum it is, NULL where the slot has none; of a path as well.
 * @return NULL: nothing is shown.
 */
typedef GtkWidget *(*kmk_gtk_build_fn)(kmk_store *view, const char *state_case, void *user_data);

/** What is shown of a slot or of one element of a path, and how it asks to be closed. */
typedef struct kmk_gtk_shown {
  GtkWidget *widget; /* what was built, or NULL; a reference, but to a window, which GTK holds */
  kmk_store *view;
  void (*close)(struct kmk_gtk_shown *shown);                  /* as its user does: an action */
  void (*shut)(struct kmk_gtk_shown *shown, GtkWidget *owner); /* of its kind, as the state does */
  void *place;    /* the kmk_gtk_place that it is shown in */
  bool *has_gone; /* set when this is freed, or NULL */
  char *id;       /* of a presentation */
  json_t *key;    /* of an element of a path */
  char *name;     /* the element's case, or NULL */
  kmk_subscription *told; /* of the element */
} kmk_gtk_shown;

/** A slot or a path, and what is shown for it: what is behind kmk_gtk_present. */
typedef struct kmk_gtk_place {
  kmk_store *store;
  char *pointer, *action_case;
  GtkWidget *owner; /* NULL once it has gone */
  kmk_gtk_build_fn build;
  void *user_data;
  GPtrArray *all; /* kmk_gtk_shown, the topmost last */
  kmk_gtk_tie *tie;
} kmk_gtk_place;

static inline GtkWidget *kmk_gtk_owner(const kmk_gtk_shown *shown) {
  return ((const kmk_gtk_place *)shown->place)->owner;
}

/* What is shown was taken away, by its user or by the program: the state is told.
 * @return whether the state has agreed, and shown has gone. */
static inline bool kmk_gtk_has_left(kmk_gtk_shown *shown) {
  bool has_gone = false;
  shown->has_gone = &has_gone;
  shown->close(shown);
  if (!has_gone) shown->has_gone = NULL;
  return has_gone;
}

/**
 * Asks that the window, the popover, the dialog or the screen in which a widget stands be closed, as
 * its user does.
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

static inline void kmk_gtk_close_around(GtkWidget *button, gpointer unused) {
  (void)unused;
  kmk_gtk_close(button);
}

/**
 * Has a button close what it stands in when it is clicked: kmk_gtk_close.
 *
 * NULL: a mistake. Threads: owner, callback. Since: 0.3.
 */
static inline void kmk_gtk_closes(GtkWidget *button) {
  g_signal_connect(button, "clicked", G_CALLBACK(kmk_gtk_close_around), NULL);
}

#ifdef __cplusplus
}
#endif
#endif
