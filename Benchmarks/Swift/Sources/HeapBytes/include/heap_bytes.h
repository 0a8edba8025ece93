/** The allocated bytes of the process, for Swift, which cannot call mallinfo2. */
#ifndef HEAP_BYTES_H
#define HEAP_BYTES_H

#include <stddef.h>

/** The bytes that malloc has allocated and that were not freed, including its overhead. */
size_t heap_bytes(void);

#endif
