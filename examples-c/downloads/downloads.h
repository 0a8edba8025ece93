/* Downloads: the interface between its program logic and its user interfaces.
 * downloads.shape declares the state and the actions. The build generates downloads_shape.h from it; to generate
 * it by hand:
 *
 *   kumiki generate --language c --output downloads_shape.h downloads.shape */
#ifndef DOWNLOADS_H
#define DOWNLOADS_H

#include "downloads_shape.h"

/* The source of files: the dependency "net". Both functions run on worker threads, and fail with a readable
 * message. It must live until the loop has ended. */
typedef struct downloads_net {
  kmk_work_fn check; /* its input is a url; sends {"checked": {"name", "size"}} */
  kmk_work_fn
      fetch;  /* its input is a Job; sends {"began": SIZE}, then {"progressed": DONE} as the latest
                      * under "progress", and "finished". It continues a file that exists in part. */
  void *data; /* for these functions */
} downloads_net;

/* The feature. Send "begin" once the store exists, so that the setting for the limit takes effect. */
kmk_reducer *downloads_reducer(void);

/* The shown rows: filtered by the query, in the chosen order, with the sums of /size and /done. */
kmk_list *downloads_list(kmk_store *store, kmk_error *error);

#endif
