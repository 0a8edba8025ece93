/*
 * Stubs for functions of Swift's runtime that the library leaves out. scripts/build-library makes the linker use the
 * stubs (--wrap) in place of the runtime's functions, which are then not linked. The script fails if the runtime has
 * no function of that name. Other builds do not use the stubs. docs/engine/size.md says how much they save.
 */
#include <stddef.h>
#include <stdint.h>

/* The names of Unicode characters, `name` and `nameAlias` of Unicode.Scalar.Properties. A Swift feature that reads
 * them gets nil. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);
const char *__wrap__swift_stdlib_getNameAlias(uint32_t scalar);

intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}

const char *__wrap__swift_stdlib_getNameAlias(uint32_t scalar) {
  (void)scalar;
  return NULL;
}
