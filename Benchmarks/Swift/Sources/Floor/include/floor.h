/** What the work costs without any engine: a counter in plain C, the ground under every row. */
#ifndef FLOOR_H
#define FLOOR_H

#include <stddef.h>

/** Sends `times` actions to a counter, through a pointer that the compiler cannot see behind. */
void floor_counter(size_t times);

#endif
