/*
 * Stand-ins for what the library leaves out of Swift's runtime. scripts/build-library has the linker
 * take them (--wrap) in place of the runtime's own, which then stay out; in any other build nobody
 * asks for them. docs/size.md says what they save.
 */
#include <stddef.h>
#include <stdint.h>

/* The names of Unicode characters, which Unicode.Scalar.Properties has as `name` and `nameAlias`: nil
 * in a feature in Swift that asks for them. */
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
