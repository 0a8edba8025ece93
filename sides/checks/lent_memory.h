/* The memory of values that are lent while a program is checked. */
#ifndef KUMIKI_LENT_MEMORY_H
#define KUMIKI_LENT_MEMORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A variable of each thread, which is reached without a call. */
#define OF_THREAD __thread __attribute__((tls_model("initial-exec")))

/* Reserves the memory, and sees to it that jansson gives back what comes from there. False: no memory. */
bool kumiki_memory_begin(void);

/* Whether jansson allocates from this memory on this thread. */
void kumiki_memory_use(bool is_used);

/* Jansson's next allocation is a text. */
void kumiki_memory_text_follows(void);

/* The thread ends, and fills no page any more. */
void kumiki_memory_leave(void);

/* Releases a value. A later use is reported with this type of function. */
void kumiki_memory_release(json_t *value, const char *type);

/* Whether a value is in this memory: +1; -1: it was, and has ended; 0: no. */
int kumiki_memory_has(const void *value);

/* Returns the type of function that an ended value was lent to, if the address leads there from such a value. NULL: it
 * does not. */
const char *kumiki_memory_lent_to(const void *address);

#endif
