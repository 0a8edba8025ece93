/* Downloads: the interface between its program logic and its user interfaces.
 * downloads.shape declares the state, the actions and the requests. The build generates downloads_shape.h from it; to generate
 * it by hand:
 *
 *   kumiki generate --language c --output downloads_shape.h downloads.shape */
#ifndef DOWNLOADS_H
#define DOWNLOADS_H

#include "downloads_shape.h"

/* The feature. Send "begin" once the store exists, so that the setting for the limit takes effect. It asks for files by
 * the requests of downloads.shape. */
kmk_reducer *downloads_reducer(void);

/* The shown rows: filtered by the query, in the chosen order, with the sums of /size and /done. */
kmk_list *downloads_list(kmk_store *store, kmk_error *error);

#endif
