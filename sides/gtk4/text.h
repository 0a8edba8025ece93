/* Texts that a user edits while they follow the state. */
#ifndef TEXT_H
#define TEXT_H

#include <gtk/gtk.h>
#include <stdbool.h>

/* A text that the user may edit. Positions in it are counted in characters. */
typedef struct kmk_gtk_text {
  GObject *into; /* a GtkEditable or a GtkTextBuffer; NULL: no text, or the object is gone */
  char *before;  /* the text before the user's last edit */
  gint cursor;   /* where the cursor was, or the start of the insertion */
  gint begin;    /* the start of the insertion, */
  gint length;   /* and the length of the text before it */
  gint end;      /* the end of the insertion, in the new text */
  bool is_putting, is_inserting, was_put;
  bool is_acting;    /* a GtkTextBuffer: the user's edit continues */
  bool is_replacing; /* the selection was deleted: a text may replace it */
  bool is_due;       /* the edit must be written when it is over */
} kmk_gtk_text;

void kmk_gtk_text_move(const kmk_gtk_text *text, gint cursor);

/* Sets the text. */
void kmk_gtk_text_put(kmk_gtk_text *text, const char *wanted);

/* Whether the state has refused the last edit. */
bool kmk_gtk_text_is_refused(const kmk_gtk_text *text);

void kmk_gtk_text_follow(kmk_gtk_text *text, GObject *object);
void kmk_gtk_text_unfollow(kmk_gtk_text *text);

#endif
