/* What the fuzzers share. A target is a file of a few lines: it has one function, which does with an input what a
 * program may do with what it was handed.
 *
 *     FUZZ(text, length) {
 *       json_t *value = kmk_json_parse(text, length, NULL);
 *       must(value == NULL || json_equal(value, value));
 *       kmk_json_release(value);
 *     }
 *
 * The address sanitizer finds what is read or written wrongly, the harness what is left alive, and `must` what is
 * promised besides. An input is a text that ends in NUL; most targets read it line by line.
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

/* What a target does once, before the first input; 0. */
int fuzz_setup(void);

/* A promise of the library. */
#define must(promise) ((promise) ? (void)0 : broken(#promise, __FILE__, __LINE__))
_Noreturn void broken(const char *promise, const char *file, int line);

/* ----------------------------------------------------- the parts of an input */

/* Cuts the first line off and ends it with NUL; "" where none is left. */
char *next_line(char **text);

/* Cuts a byte off; 0 where none is left. */
unsigned next_byte(char **text);

/* The value of the next line; NULL where it is no JSON. New. */
json_t *next_value(char **text);

/* --------------------------------------------------------------- a program */

typedef struct app {
  kmk_loop *loop;
  kmk_store *store;
} app;

/* A reference to the app's reducer. */
kmk_reducer *fuzz_reducer(bool has_shape);

/* A store of the app in its first state, with three rows. */
app app_open(bool has_shape);

/* Sends a text. What is refused must have changed nothing. */
void app_send(app *a, const char *text, size_t length);

/* Moves the clock by so much, at most a minute. */
void app_advance(app *a, uint64_t nanoseconds);

/* What must hold between two bursts: a store is made of the state, the state is written as text and read again. */
void app_check(app *a);

void app_close(app *a);

/* An error that a failed call has filled: its status is that one, and its texts end. */
void check_error(const kmk_error *error, kmk_status status);

/* Writes an input to a file, whose path it returns; the same one each time. */
const char *input_file(const char *bytes, size_t length);

#endif
