/* Features written in C that the Swift tests run, and what they ask the C library. */
#ifndef C_FEATURES_H
#define C_FEATURES_H

#include <kumiki.h>

/* {"count": n} with "increment", "save", which sends "saved" a second later, and "saved";
 * {"answer": action} sends the action. */
kmk_reducer *c_counter(void);

/* What malloc has given out, in bytes. */
size_t c_bytes_in_use(void);

/* {"count": n, "note": null or {"text": TEXT}} with "increment", "openNote" and {"note": ...}, which
 * knows "startTimer", "tick", which appends a dot, and "close". */
kmk_reducer *c_screen(void);

#endif
