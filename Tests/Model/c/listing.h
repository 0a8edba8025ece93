/* Lists of rows. Their observers keep a mirror, to which the edits are applied. */
#ifndef KUMIKI_MODEL_LISTING_H
#define KUMIKI_MODEL_LISTING_H

#include <kumiki.h>

typedef struct listed {
  kmk_list *handle; /* NULL if it was refused or freed */
  json_t *options;
  bool has_parameter; /* of its filter */
} listed;

kmk_status listed_new(kmk_store *store, const char *pointer, const json_t *options);

/* New: the content of the list. NULL if it cannot be read. */
json_t *listed_value(const listed *l, kmk_error *error);

/* Applies edits to a mirror: an array of [id, row]. An edited row is read again from the list. */
void listed_carry_out(const listed *l, json_t *mirror, const kmk_list_edit *edits, size_t count);

/* New: the rows of a mirror; a string replaces a row whose id is not the list's. */
json_t *listed_rows(const listed *l, const json_t *mirror);

/* Frees the handle. The rest stays: the list may be in the middle of a notification. */
void listed_let_go(listed *l);
void listed_free(listed *l);

#endif
