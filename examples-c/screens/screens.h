/* What the program and the features agree on. */
#ifndef SCREENS_H
#define SCREENS_H

#include <kumiki.h>

/**
 * Registers the features "Stack" and "Navigation".
 *
 * feature.c has them in C; a libfeatures.so built from architecture/Examples/Features has them in Swift.
 */
kmk_status screens_register(void);

#endif
