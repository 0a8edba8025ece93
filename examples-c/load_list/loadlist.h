/* The names that the program and the features share. */
#ifndef LOADLIST_H
#define LOADLIST_H

#include <kumiki.h>

/**
 * Registers the features "NavigateAndLoadList" and "NavigateAndLoadLatest".
 *
 * feature.c contains them in C; libfeatures.so, built from architecture/Examples/Features, in Swift.
 */
kmk_status loadlist_register(void);

#endif
