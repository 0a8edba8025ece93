/* The player's output: one array of events for each step of the current case.
 *
 *     say("answer");
 *     say_string("get");
 *     say_string("KMK_OK");
 *     say_json(value);
 *     said();
 *
 * No function that could cause another event is called between say and said.
 */
#ifndef KUMIKI_MODEL_TRACE_H
#define KUMIKI_MODEL_TRACE_H

#include "text.h"

#include <stdio.h>

void say(const char *event);
void say_json(const json_t *value); /* NULL is null, here and below */
void say_string(const char *string);
void say_number(long long number);
void say_bool(bool value);
void said(void);

/* An event with one argument, which is already JSON. */
void say_whole(const char *event, const text *argument);

/* Starts a case, with the array of its first step. */
void trace_begin(void);

/* Later events belong to the next step. */
void trace_step(void);

/* Writes the answer to the case as a line. It contains the data for another process, unless that is NULL. */
void trace_end(const char *made, const json_t *left, FILE *out);

/* After the last case. */
void trace_free(void);

#endif
