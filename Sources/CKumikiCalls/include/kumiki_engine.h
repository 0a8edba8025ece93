/**
 * Looks for another copy of the engine in the process.
 *
 * Internal to the library. Never installed.
 */
#ifndef KUMIKI_ENGINE_H
#define KUMIKI_ENGINE_H

#include <stddef.h>

/**
 * If another loaded library has the engine's functions, writes its file name into `name` and returns 1.
 * Returns 0 if this library is the only one. Searches again only if libraries were loaded since.
 * Any thread.
 */
int kumiki_runtime_find_other_engine(char *name, size_t size);

#endif
