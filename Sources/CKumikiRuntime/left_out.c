/*
 * Stand-ins for what the library leaves out of Swift's runtime. scripts/build-library has the linker
 * take them (--wrap) in place of the runtime's own, which then stay out; in any other build nobody
 * asks for them. docs/size.md says what they save.
 */
#include <stdbool.h>
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

/* The crash backtracer, which would catch signals of the process, and starts a program of the Swift
 * toolchain. The runtime's start-up object asks for the first function by name; a feature that imports
 * the module Runtime asks both about the frames that it shows: none is a thunk, and names stay mangled. */
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

/* Its settings: a fatal error asks whether it is on. All zero, it is off. The runtime has 88 bytes. */
extern int32_t __wrap__swift_backtraceSettings[22];
int32_t __wrap__swift_backtraceSettings[22];
