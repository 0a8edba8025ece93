/* The interface between the program and the feature: a name, and a function that registers it. */
#ifndef SHEETDEMO_H
#define SHEETDEMO_H

#include <kumiki.h>

/**
 * Registers the feature "SheetDemo", so that kmk_store_open finds it.
 *
 * feature.c contains it in C; libsheetdemo.so, built from architecture/Examples/SheetDemo, in Swift.
 *
 * Returns KMK_OK, or the error of kmk_feature_register: registering twice is an error.
 */
kmk_status sheetdemo_register(void);

#endif
