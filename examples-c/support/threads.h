/* Serves requests by threads, for work that blocks: each request has a thread of its own, which has ended when the
 * request ends for its server. */
#ifndef EXAMPLES_THREADS_H
#define EXAMPLES_THREADS_H

#include <kumiki.h>

/* Called on the request's own thread, to reply to it. Long work must check kmk_request_is_over regularly, because the end of
 * a cancelled request waits for its thread. */
typedef void (*threads_work_fn)(kmk_request *request, void *data);

/* Serves the requests of a name for a loop, at most `most` at a time; 0: any number. */
kmk_status threads_serve(kmk_loop *loop, const char *name, threads_work_fn work, void *data,
                         uint32_t most, kmk_error *error);

#endif
