/*
 * Stubs for parts of Swift's runtime that the library leaves out. scripts/build-library makes the linker
 * use them (--wrap) in place of the runtime's own functions, which are then not linked. Other builds do
 * not use them. docs/size.md says what they save.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The names of Unicode characters, `name` and `nameAlias` of Unicode.Scalar.Properties: nil in a Swift
 * feature that reads them. */
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

/* The crash backtracer, which would catch signals of the process and start a program of the Swift
 * toolchain. The runtime's start-up object refers to the first function. A feature that imports the module
 * Runtime calls both for the frames it shows: none is a thunk, and names stay mangled. */
bool __wrap__swift_backtrace_isThunkFunction(const char *mangled);
char *__wrap__swift_backtrace_demangle(const char *mangled, size_t length, char *buffer,
                                       size_t *capacity);

bool __wrap__swift_backtrace_isThunkFunction(const char *mangled) {
  (void)mangled;
  return false;
}

char *__wrap__swift_backtrace_demangle(const char *mangled, size_t length, char *buffer,
                                       size_t *capacity) {
  (void)mangled, (void)length, (void)buffer, (void)capacity;
  return NULL;
}

/* Its settings, which a fatal error checks. All zero means off. The runtime's own take 88 bytes. */
extern int32_t __wrap__swift_backtraceSettings[22];
int32_t __wrap__swift_backtraceSettings[22];
