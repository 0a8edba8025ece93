/* Texts that a user edits while the state says what they are. */
#ifndef TEXT_H
#define TEXT_H

#include <gtk/gtk.h>
#include <stdbool.h>

/* A text that may be edited. Places in it are counted in characters. */
typedef struct kmk_gtk_text {
  GObject *into; /* a GtkEditable or a GtkTextBuffer; NULL: there is none, or it has gone */
  char *before;  /* the text before the user's last edit */
  gint cursor;   /* where its cursor was, or where the insertion began */
  gint begin;    /* where the insertion began, */
  gint length;   /* and the length of the text before it */
  gint end;      /* of the insertion, in the text that was put */
  bool is_putting, is_inserting, was_put;
  bool is_acting;    /* a GtkTextBuffer: the user's edit goes on */
  bool is_replacing; /* the selection is deleted: another text may come in its place */
  bool is_due;       /* the edit is to be written when it is over */
} kmk_gtk_text;

void kmk_gtk_text_move(const kmk_gtk_text *text, gint cursor);

/* Makes it another text. */
void kmk_gtk_text_put(kmk_gtk_text *text, const char *wanted);

/* Whether the state has taken the last edit back. */
bool kmk_gtk_text_is_refused(const kmk_gtk_text *text);

void kmk_gtk_text_follow(kmk_gtk_text *text, GObject *object);
void kmk_gtk_text_unfollow(kmk_gtk_text *text);

#endif
