/* A store of one value, and a window for widgets bound to the value. */
#ifndef FIELD_TABLE_H
#define FIELD_TABLE_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* A store of one string, number or boolean at /v. A binding writes it, and then a reducer may check it. */
typedef struct table {
  kmk_loop *loop;
  kmk_store *store;
  GtkWidget *window;
  size_t live; /* kmk_live_objects before the table */
} table;

/* Consumes value. fn may be NULL. */
table open_table(kmk_reduce_fn fn, json_t *value);
/* Also asserts that nothing of the table is left. */
void close_table(table *t);

/* Writes /v as a user interface does. */
void write_value(const table *t, const char *json);

void assert_value(const table *t, const char *expected);

#endif
