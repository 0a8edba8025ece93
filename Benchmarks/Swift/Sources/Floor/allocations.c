#define _GNU_SOURCE
#include "allocations.h"

#include <dlfcn.h>

typedef uint64_t (*counter)(void);

static counter found(void) {
  static counter known;
  if (!known)
    *(void **)&known = dlsym(RTLD_DEFAULT, "counted_allocations");
  return known;
}

bool allocations_are_counted(void) { return found() != 0; }

uint64_t allocations(void) { return found() ? found()() : 0; }
