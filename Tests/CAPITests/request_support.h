/* Requests: a server that a test controls, and a feature that asks. */
#ifndef KUMIKI_TESTS_REQUEST_SUPPORT_H
#define KUMIKI_TESTS_REQUEST_SUPPORT_H

#include "support.h"

/* A server that keeps its requests and records its calls. */
typedef struct keeper {
  kmk_request *requests[8]; /* retained */
  size_t count;
  json_t *calls; /* ["serve", id, question], ["taken" | "cancelled" | "unserved", id] */
  int freed;
  bool was_reducing; /* whether a reducer was running in one of the calls */
} keeper;

void begin_keeper(keeper *k);
void end_keeper(keeper *k);
kmk_server server_of(keeper *k);
/* Serves "file" for the kit's loop. */
void serve_ok(kit *k, keeper *with);

/* Asks, with the cases loaded, progress and failed. */
kmk_effect *asks(const char *name, const json_t *question);

/* {"log": []}. {"load": q} and {"again": q} ask "file" with q, load under the id "load", which "stop" cancels; "bare"
 * sends a notice. {"loaded": text}, {"progress": unsigned} and {"failed": any} are appended to the log. */
kmk_reducer *reader(void);
/* Opens the kit's store with it. */
void open_reader(kit *k);

kmk_status answer(kmk_request *request, const char *value);

/* The requests of a store, as text. */
#define assert_requests(store, expected)                                                           \
  do {                                                                                             \
    json_t *requests_ = kmk_store_requests(store);                                                 \
    assert_json_text(requests_, (expected));                                                       \
    json_decref(requests_);                                                                        \
  } while (0)

#endif
