/**
 * Looks for another copy of the engine in the process.
 *
 * Internal to the library. Never installed.
 */
#ifndef KUMIKI_ENGINE_H
#define KUMIKI_ENGINE_H

#include <stddef.h>

/**
 * Writes the file name of another loaded library that has the engine's functions into `name`, and
 * answers 1; 0 where this library is the only one. Asks again only when libraries were loaded since.
 * Any thread.
 */
int kumiki_runtime_find_other_engine(char *name, size_t size);

#endif
