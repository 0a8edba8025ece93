/* A store of one value, and a window for the widgets that follow it. */
#ifndef FIELD_TABLE_H
#define FIELD_TABLE_H

#include <gtk/gtk.h>
#include <kumiki.h>

/* A store of one text, number or truth at /v, which a binding writes and a reducer then looks at. */
typedef struct table {
  kmk_loop *loop;
  kmk_store *store;
  GtkWidget *window;
} table;

/* Consumes value. fn may be NULL. */
table open_table(kmk_reduce_fn fn, json_t *value);
void close_table(table *t);

/* As a view writes /v. */
void write_value(const table *t, const char *json);

void assert_value(const table *t, const char *expected);

#endif
