/* A property of a widget and the place of the state that it follows, and writes: what is behind
 * kmk_gtk_show and kmk_gtk_bind. */
#ifndef FIELD_H
#define FIELD_H

#include "owner.h"
#include "property.h"
#include "text.h"

typedef struct kmk_gtk_field {
  const char *call; /* the function that made it, for messages */
  kmk_store *store;
  char *pointer, *action_case; /* no action_case: it only follows */
  bool is_binding, is_following, is_writing;
  GObject *object;
  GObject *range;   /* the adjustment that bounds a value, or NULL */
  GObject *choices; /* the list of which one is chosen, or NULL; held */
  guint count;      /* of the choices */
  char *property;
  kmk_gtk_kind kind;
  kmk_gtk_condition condition; /* of a truth */
  char *equal;   /* the text of the condition, or the choice that a kmk_gtk_bind_choice writes */
  json_t *stuck; /* the value that the widget keeps although the state has refused it, or NULL */
  kmk_gtk_text text; /* of a property that is edited as a text */
  guint later;       /* a source that has it follow when the edit is over; 0: none */
  bool *has_ended;   /* of the write that goes on; set when this ends */
  kmk_gtk_tie *tie;
} kmk_gtk_field;

/* Tells the widget the state's value: an observer. */
void kmk_gtk_follow(const json_t *value, void *data);

/* Has the widget say what the state says after a write: a source's function. */
gboolean kmk_gtk_settle(gpointer data);

/* Writes from now on what the user makes of the property. */
void kmk_gtk_listen(kmk_gtk_field *field);

/* Takes the field off its object, and off its store: neither is used any more. */
void kmk_gtk_field_end(void *data);
void kmk_gtk_field_free(void *data);

/* Whether there are other choices than before. From now on these count. */
bool kmk_gtk_has_other_choices(kmk_gtk_field *field);

/* The object has another list of choices: a signal's function. */
void kmk_gtk_choices_replaced(GObject *object, GParamSpec *property, gpointer data);

#endif
