/* How much memory the process uses. */
#include "c_features.h"
#include <malloc.h>

size_t c_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
