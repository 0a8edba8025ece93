/* Support for the tests of kumiki_curl.h: a server, a folder, a loop, and a store that asks. */
#ifndef CURL_SUPPORT_H
#define CURL_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <kumiki_curl.h>

#include "curl_server.h"

extern char folder[64];
extern kmk_loop *loop;

#define CURL_TEST(function) cmocka_unit_test_setup_teardown(function, curl_begin, curl_end)
int curl_begin(void **state);
int curl_end(void **state);

/* A store whose state is {"answers": [], "failures": [], "parts": []}. Its actions:
 *
 *     {"ask": QUESTION}    asks "net.fetch"
 *     {"notice": QUESTION} asks for no answer
 *     "cancel"             cancels all requests
 *     {"cancelAtPart": Q}  asks, and cancels the request at its first part */
kmk_store *store_new(kmk_reducer *reducer);
kmk_reducer *asking(void);

/* Serves "net.fetch". */
void serve(const kmk_curl_options *options);

/* A question as text: '%' stands for the address of the server, '#' for its port, '@' for the folder. */
json_t *question(const char *text);
void ask(kmk_store *store, const char *text);

/* Runs the loop until a list of the state has a number of elements. Returns the last one, borrowed. */
const json_t *wait_for(kmk_store *store, const char *list, size_t count);

/* Asks with a new store, and returns the reply, borrowed. */
const json_t *answer_to(const char *text);
const json_t *failure_of(const char *text);

const char *text_at(const json_t *value, const char *name);
json_int_t number_at(const json_t *value, const char *name);

/* The path of a file in the folder, and its contents; NULL without a file. Valid until the next call. */
const char *path_of(const char *name);
const char *contents(const char *name);
void write_file(const char *name, const char *text);

#endif
