#include "heap_bytes.h"

#include <malloc.h>

size_t heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
