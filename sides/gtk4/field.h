/* A property of a widget and the place in the state that it follows and writes, for kmk_gtk_show and kmk_gtk_bind. */
#ifndef FIELD_H
#define FIELD_H

#include "owner.h"
#include "property.h"
#include "text.h"

typedef struct kmk_gtk_field {
  const char *call; /* the function that made it, for messages */
  kmk_store *store;
  char *pointer, *action_case; /* no action_case: it does not write */
  bool is_binding, is_following, is_writing;
  GObject *object;
  GObject *range;   /* the adjustment that bounds a value, or NULL */
  GObject *choices; /* the list to choose from, or NULL; holds a reference */
  guint count;      /* the number of choices */
  char *property;
  kmk_gtk_kind kind;
  kmk_gtk_condition condition; /* for a boolean property */
  char *equal;   /* the string of the condition, or the choice of a kmk_gtk_bind_choice */
  json_t *stuck; /* the value that the widget keeps although the state has refused it, or NULL */
  kmk_gtk_text text; /* for a property that is edited as a text */
  guint later;       /* a source that shows the state when the edit is over; 0: none */
  bool *has_ended;   /* a flag of the current write; set if the field ends during the write */
  kmk_gtk_tie *tie;
} kmk_gtk_field;

/* An observer: shows the state's value in the widget. */
void kmk_gtk_follow(const json_t *value, void *data);

/* A source's function: after a write, makes the widget show the state's value. */
gboolean kmk_gtk_settle(gpointer data);

/* Starts to write the user's changes of the property. */
void kmk_gtk_listen(kmk_gtk_field *field);

/* Disconnects the field from its object and its store. Neither is used any more. */
void kmk_gtk_field_end(void *data);
void kmk_gtk_field_free(void *data);

/* Whether the choices have changed since the last call. */
bool kmk_gtk_has_other_choices(kmk_gtk_field *field);

/* A signal's function: the object has another list of choices. */
void kmk_gtk_choices_replaced(GObject *object, GParamSpec *property, gpointer data);

#endif
