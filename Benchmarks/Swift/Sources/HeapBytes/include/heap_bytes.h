/** How much the process has allocated: Swift cannot see mallinfo2. */
#ifndef HEAP_BYTES_H
#define HEAP_BYTES_H

#include <stddef.h>

/** Bytes that malloc has given out and that were not freed, with its own overhead. */
size_t heap_bytes(void);

#endif
