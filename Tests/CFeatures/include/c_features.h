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

#endif
