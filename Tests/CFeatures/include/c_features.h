/* Features written in C that the Swift tests run, and a query of the C library. */
#ifndef C_FEATURES_H
#define C_FEATURES_H

#include <kumiki.h>

/* {"count": n} with "increment", "save", which sends "saved" a second later, and "saved";
 * {"answer": action} sends the action. */
kmk_reducer *c_counter(void);

/* The bytes that malloc has allocated. */
size_t c_bytes_in_use(void);

/* {"count": n, "note": null or {"text": TEXT}} with "increment", "openNote" and {"note": ...}, which
 * knows "startTimer", "tick", which appends a dot, and "close". */
kmk_reducer *c_screen(void);

/* {"count": n} with "start", which sends "tick" every second under the id "b", "tick", and "stop", which
 * cancels "b"; with the registered feature of a name at "/child", unless that is NULL. */
kmk_reducer *c_ticker(const char *child);

/* {"last": value}; {"open": file} asks "page.load" with {"file": file}. The replies are {"opened": {"text", "size"}},
 * {"progress": number} and {"failed": text}, and become the value. */
kmk_reducer *c_reader(void);

/* Serves a name by holding its requests. The last one is c_held_request. */
kmk_status c_hold_requests(kmk_loop *loop, const char *name);
kmk_request *c_held_request(void);
/* How many of them have ended in a way. */
int c_request_ends(kmk_request_end end);

#endif
