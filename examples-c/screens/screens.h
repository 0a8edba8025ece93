/* The interface between the program and the features. */
#ifndef SCREENS_H
#define SCREENS_H

#include <kumiki.h>

/**
 * Registers the features "Stack" and "Navigation".
 *
 * feature.c contains them in C; libfeatures.so, built from architecture/Examples/Features, in Swift.
 */
kmk_status screens_register(void);

#endif
