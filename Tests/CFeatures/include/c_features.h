/* Features written in C that the Swift tests run, and what they ask the C library. */
#ifndef C_FEATURES_H
#define C_FEATURES_H

#include <kumiki.h>

/* {"count": n} with "increment", "save", which sends "saved" a second later, and "saved". */
kmk_reducer *c_counter(void);

/* What malloc has given out, in bytes. */
size_t c_bytes_in_use(void);

#endif
