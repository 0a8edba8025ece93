/* A store with one slot, for what is shown of it. */
#ifndef SHEET_TABLE_H
#define SHEET_TABLE_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* {"open": VALUE} presents the value at /sheet; {"sheet": {"presented": …}} counts at /answers, and
 * its "close" closes the sheet too. "yes" alone is known where the sheet is an alert; "call" calls call_now
 * in a reducer. */
typedef struct sheet_table {
  kmk_loop *loop;
  kmk_store *store;
  GtkWidget *window, *owner; /* a window with a button in it */
} sheet_table;

extern void (*call_now)(void);

sheet_table open_sheet(bool is_alert);
void close_sheet(sheet_table *t);

/* Sends, as a text of JSON. */
void tell(const sheet_table *t, const char *action);

/* Whether something is up. */
bool is_up(const sheet_table *t);

void assert_answers(const sheet_table *t, int count);

#endif
