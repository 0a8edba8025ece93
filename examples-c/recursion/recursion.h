/* What the program and the feature agree on. */
#ifndef RECURSION_H
#define RECURSION_H

#include <kumiki.h>

/**
 * Registers the feature "Aaa".
 *
 * feature.c has it in C; a libfeatures.so built from architecture/Examples/Features has it in Swift.
 */
kmk_status recursion_register(void);

#endif
