/* Downloads: what its fronts and its core agree on.
 * downloads.shape says what its state may be and which actions it answers; downloads_shape.h is generated
 * from it by the build, or by hand:
 *
 *   kumiki generate --language c --output downloads_shape.h downloads.shape */
#ifndef DOWNLOADS_H
#define DOWNLOADS_H

#include "downloads_shape.h"

/* Where files come from: the dependency "net". Both functions run on worker threads and fail with a text for
 * people. It must live until the loop has ended. */
typedef struct downloads_net {
  kmk_work_fn check; /* its input is a url; sends {"checked": {"name", "size"}} */
  kmk_work_fn
      fetch;  /* its input is a Job; sends {"began": SIZE}, then {"progressed": DONE} as the latest
                      * under "progress", and "finished". A file that is there in part is gone on with. */
  void *data; /* theirs */
} downloads_net;

/* The feature. Send "begin" once the store is there: so the setting of how many are at work holds. */
kmk_reducer *downloads_reducer(void);

/* The rows as they are shown: of the query, in the chosen order, with the sums of /size and /done. */
kmk_list *downloads_list(kmk_store *store, kmk_error *error);

#endif
