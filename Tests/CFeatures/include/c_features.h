/* Features written in C that the Swift tests run. */
#ifndef C_FEATURES_H
#define C_FEATURES_H

#include <kumiki.h>

/* {"count": n} with "increment", "save", which sends "saved" a second later, and "saved". */
kmk_reducer *c_counter(void);

#endif
