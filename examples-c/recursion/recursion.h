/* The interface between the program and the feature. */
#ifndef RECURSION_H
#define RECURSION_H

#include <kumiki.h>

/**
 * Registers the feature "Aaa".
 *
 * feature.c contains it in C; libfeatures.so, built from architecture/Examples/Features, in Swift.
 */
kmk_status recursion_register(void);

#endif
