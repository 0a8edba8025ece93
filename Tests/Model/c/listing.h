/* Lists of rows. Their observers keep a mirror, which the edits change. */
#ifndef KUMIKI_MODEL_LISTING_H
#define KUMIKI_MODEL_LISTING_H

#include <kumiki.h>

typedef struct listed {
  kmk_list *handle; /* NULL where it was refused, and once it was freed */
  json_t *options;
  bool has_parameter; /* of its filter */
} listed;

kmk_status listed_new(kmk_store *store, const char *pointer, const json_t *options);

/* New: what the list is. NULL where it cannot be read. */
json_t *listed_value(const listed *l, kmk_error *error);

/* Carries out edits in a mirror: an array of [id, row], in which a row that was edited is taken from the list anew. */
void listed_carry_out(const listed *l, json_t *mirror, const kmk_list_edit *edits, size_t count);

/* New: the rows of a mirror; a text in place of one whose id is not that of the list. */
json_t *listed_rows(const listed *l, const json_t *mirror);

/* Frees the handle. The rest stays, for the list may be one that is being told. */
void listed_let_go(listed *l);
void listed_free(listed *l);

#endif
