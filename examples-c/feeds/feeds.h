/* Feeds: the interfaces between the parts of the program. The build generates feeds_shape.h; to generate it by hand:
 *
 *   kumiki generate --language c --output feeds_shape.h feeds.shape */
#ifndef FEEDS_H
#define FEEDS_H
#include "feeds_shape.h"

/* The feature. It asks for files and for their contents by the requests of feeds.shape. */
kmk_reducer *feeds_reducer(void);

/* The shown items: of the chosen feed, filtered by the query and the settings, in the chosen order. */
kmk_list *feeds_list(kmk_store *store, kmk_error *error);

/* Serves "feed.parse" with libxml2, on threads: RSS and Atom. */
kmk_status feeds_serve_parser(kmk_loop *loop, kmk_error *error);

bool screen_open(kmk_store *store, kmk_error *error);
void screen_close(void);
void screen_draw(void);
bool screen_read_keys(void); /* false once the user quits */

#endif
