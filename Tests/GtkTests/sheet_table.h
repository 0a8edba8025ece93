/* A store with one slot, for widgets that show the slot. */
#ifndef SHEET_TABLE_H
#define SHEET_TABLE_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* {"open": VALUE} presents the value at /sheet; {"sheet": {"presented": …}} counts at /answers, and its "close"
 * closes the sheet too. If the sheet is an alert, "yes" is the only declared case; "call" calls call_now in a
 * reducer. */
typedef struct sheet_table {
  kmk_loop *loop;
  kmk_store *store;
  GtkWidget *window, *owner; /* a window with a button in it */
} sheet_table;

extern void (*call_now)(void);

sheet_table open_sheet(bool is_alert);
void close_sheet(sheet_table *t);

/* Sends an action as JSON text. */
void tell(const sheet_table *t, const char *action);

/* Whether something is presented. */
bool is_up(const sheet_table *t);

void assert_answers(const sheet_table *t, int count);

#endif
