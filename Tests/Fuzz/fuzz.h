/* Shared by the fuzzers. A target is a short file with one function, which uses an input as a program may use any
 * data that it receives.
 *
 *     FUZZ(text, length) {
 *       json_t *value = kmk_json_parse(text, length, NULL);
 *       must(value == NULL || json_equal(value, value));
 *       kmk_json_release(value);
 *     }
 *
 * The address sanitizer detects wrong reads and writes, the harness detects leaked objects, and `must` checks further
 * promises. An input is a string that ends in NUL; most targets read it line by line.
 */
#ifndef KUMIKI_TESTS_FUZZ_H
#define KUMIKI_TESTS_FUZZ_H

#include "app_support.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ(text, length) void fuzz(char *text, size_t length)
FUZZ(text, length);

/* A target's initialisation, before the first input. Returns 0. */
int fuzz_setup(void);

/* A promise of the library. */
#define must(promise) ((promise) ? (void)0 : broken(#promise, __FILE__, __LINE__))
_Noreturn void broken(const char *promise, const char *file, int line);

/* ----------------------------------------------------- the parts of an input */

/* Cuts off the first line and ends it with NUL; "" if no line is left. */
char *next_line(char **text);

/* Cuts off a byte; 0 if no byte is left. */
unsigned next_byte(char **text);

/* Returns a new value, parsed from the next line; NULL if the line is not JSON. */
json_t *next_value(char **text);

/* --------------------------------------------------------------- a program */

typedef struct app {
  kmk_loop *loop;
  kmk_store *store;
} app;

/* A reference to the app's reducer. */
kmk_reducer *fuzz_reducer(bool has_shape);

/* A store of the app in its initial state, with three rows. */
app app_open(bool has_shape);

/* Sends an action as text. A refused action must not have changed anything. */
void app_send(app *a, const char *text, size_t length);

/* Advances the clock by this time, but at most by a minute. */
void app_advance(app *a, uint64_t nanoseconds);

/* Checks what must hold between two bursts: another store can be created from the state, and the state can be
   written as text and read back. */
void app_check(app *a);

void app_close(app *a);

/* Checks the error of a failed call: it has the call's status, and its strings end. */
void check_error(const kmk_error *error, kmk_status status);

/* Writes an input to a file, and returns the path, which is always the same. */
const char *input_file(const char *bytes, size_t length);

#endif
