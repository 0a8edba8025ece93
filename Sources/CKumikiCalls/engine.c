/* Finds a second engine among the loaded libraries. It looks for the function that every engine exports. */
#define _GNU_SOURCE
#include "kumiki_engine.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct search {
  const void *own_base;
  char *name;
  size_t size;
  int found;
};

/* The number of libraries loaded at the last check that found no other engine. */
static _Atomic unsigned long long seen_loads;

static int read_loads(struct dl_phdr_info *info, size_t size, void *loads) {
  if (size >= offsetof(struct dl_phdr_info, dlpi_adds) + sizeof info->dlpi_adds)
    *(unsigned long long *)loads = info->dlpi_adds;
  return 1;
}

/* Looks up the function in the library's own handle: a global look-up always finds the first one. */
static int search_library(struct dl_phdr_info *info, size_t size, void *context) {
  struct search *search = context;
  void *library, *function;
  Dl_info where;
  (void)size;
  if (info->dlpi_name == NULL || info->dlpi_name[0] == '\0')
    return 0;
  library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL)
    return 0;
  function = dlsym(library, "kmk_version");
  /* A library that merely links an engine finds that engine's function, not one of its own. */
  if (function != NULL && dladdr(function, &where) != 0 && where.dli_fbase != search->own_base) {
    snprintf(search->name, search->size, "%s", where.dli_fname);
    search->found = 1;
  }
  dlclose(library);
  return search->found;
}

int kumiki_runtime_find_other_engine(char *name, size_t size) {
  struct search search = {NULL, name, size, 0};
  unsigned long long loads = 0;
  Dl_info own;
  dl_iterate_phdr(read_loads, &loads);
  if (loads != 0 && loads == atomic_load(&seen_loads))
    return 0;
  if (dladdr((void *)(size_t)&kumiki_runtime_find_other_engine, &own) == 0)
    return 0;
  search.own_base = own.dli_fbase;
  dl_iterate_phdr(search_library, &search);
  if (!search.found)
    atomic_store(&seen_loads, loads);
  return search.found;
}
