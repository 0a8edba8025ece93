/* Names the functions of a stack. The dynamic linker knows only exported functions, but a program exports none, and
 * static functions are never exported. The symbol table of the file names them all. */
#define _GNU_SOURCE
#include "stack_names.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file on disk. It may have been replaced since it was loaded, so its content is not trusted. */
typedef struct {
  const char *bytes;
  size_t size;
} elf_file;

/* Returns `count` elements at an offset; NULL if the file is shorter or the elements are not aligned. */
static const void *part(elf_file file, size_t offset, size_t count, size_t size, size_t alignment) {
  if (count > file.size / size || offset > file.size - count * size || offset % alignment != 0)
    return NULL;
  return file.bytes + offset;
}

static elf_file opened(const Dl_info *module) {
  elf_file file = {NULL, 0};
  Dl_info program;
  /* A program's own name may be relative to a directory that it has left. */
  bool is_program =
      dladdr((void *)getauxval(AT_PHDR), &program) != 0 && program.dli_fbase == module->dli_fbase;
  int descriptor = open(is_program ? "/proc/self/exe" : module->dli_fname, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_size > 0) {
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes != MAP_FAILED)
      file = (elf_file){bytes, (size_t)status.st_size};
  }
  if (descriptor >= 0)
    close(descriptor);
  return file;
}

static const ElfW(Shdr) * sections(elf_file file, size_t *count) {
  const ElfW(Ehdr) *head = part(file, 0, 1, sizeof *head, 1);
  if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
      head->e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
      head->e_shentsize != sizeof(ElfW(Shdr)))
    return NULL;
  *count = head->e_shnum;
  return part(file, head->e_shoff, *count, sizeof(ElfW(Shdr)), sizeof(ElfW(Addr)));
}

/* Finds the function at an address of the file. Writes the function's name, cut to `size`, and its first address. */
static bool named(elf_file file, ElfW(Addr) at, char *name, size_t size, ElfW(Addr) * start) {
  size_t count = 0;
  const ElfW(Shdr) *all = sections(file, &count);
  for (size_t i = 0; all && i < count; i++) {
    if (all[i].sh_type != SHT_SYMTAB || all[i].sh_link >= count)
      continue;
    const ElfW(Shdr) *texts = &all[all[i].sh_link];
    size_t symbols = all[i].sh_size / sizeof(ElfW(Sym));
    const ElfW(Sym) *symbol =
        part(file, all[i].sh_offset, symbols, sizeof *symbol, sizeof(ElfW(Addr)));
    const char *text = part(file, texts->sh_offset, texts->sh_size, 1, 1);
    for (size_t j = 0; symbol && text && j < symbols; j++) {
      if ((symbol[j].st_info & 0xF) != STT_FUNC || at < symbol[j].st_value ||
          at - symbol[j].st_value >= symbol[j].st_size || symbol[j].st_name >= texts->sh_size)
        continue;
      size_t left = texts->sh_size - symbol[j].st_name;
      snprintf(name, size, "%.*s", (int)(left < size ? left : size), text + symbol[j].st_name);
      *start = symbol[j].st_value;
      return true;
    }
  }
  return false;
}

static void print_frame(const char *frame) {
  Dl_info at;
  struct link_map *map;
  /* One byte before, because a call that does not return may be the last instruction of its function. */
  if (!dladdr1(frame - 1, &at, (void **)&map, RTLD_DL_LINKMAP)) {
    fprintf(stderr, "[%p]\n", (const void *)frame);
    return;
  }
  ElfW(Addr) offset = (ElfW(Addr))(uintptr_t)frame - map->l_addr, start = 0;
  char name[256] = "";
  if (at.dli_sname) {
    snprintf(name, sizeof name, "%s", at.dli_sname);
    start = (ElfW(Addr))(uintptr_t)at.dli_saddr - map->l_addr;
  } else {
    elf_file file = opened(&at);
    named(file, offset - 1, name, sizeof name, &start);
    if (file.bytes)
      munmap((void *)(uintptr_t)file.bytes, file.size);
  }
  fprintf(stderr, "%s(%s+0x%zx) [%p]\n", at.dli_fname, name, (size_t)(offset - start),
          (const void *)frame);
}

void kumiki_print_frames(void *const *frames, int count) {
  for (int i = 0; i < count; i++)
    print_frame(frames[i]);
  fflush(stderr);
}
