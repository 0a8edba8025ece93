/* The names that the program and the features share. */
#ifndef LOADLIST_H
#define LOADLIST_H

#include <kumiki.h>

/**
 * Registers the features "NavigateAndLoadList" and "NavigateAndLoadLatest".
 *
 * feature.c has them in C; a libfeatures.so built from architecture/Examples/Features has them in Swift.
 */
kmk_status loadlist_register(void);

#endif
