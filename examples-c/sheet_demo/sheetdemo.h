/* What the program and the feature agree on: a name, and a function that makes it known. */
#ifndef SHEETDEMO_H
#define SHEETDEMO_H

#include <kumiki.h>

/**
 * Registers the feature "SheetDemo", so that kmk_store_open finds it.
 *
 * feature.c has it in C; a libsheetdemo.so built from architecture/Examples/SheetDemo has it in Swift.
 *
 * Returns KMK_OK, or what kmk_feature_register answers: registering twice is a mistake.
 */
kmk_status sheetdemo_register(void);

#endif
