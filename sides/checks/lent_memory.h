/* The memory of values that are lent to a checked program. */
#ifndef KUMIKI_LENT_MEMORY_H
#define KUMIKI_LENT_MEMORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A thread-local variable that is accessed without a call. */
#define OF_THREAD __thread __attribute__((tls_model("initial-exec")))

/* Reserves the memory, and makes jansson return its blocks here. False: no memory. */
bool kumiki_memory_begin(void);

/* Sets whether jansson allocates from this memory on this thread. */
void kumiki_memory_use(bool is_used);

/* Jansson's next allocation is a string. */
void kumiki_memory_text_follows(void);

/* The thread ends and fills no more pages. */
void kumiki_memory_leave(void);

/* Releases a value. A later use is reported with this type of function. */
void kumiki_memory_release(json_t *value, const char *type);

/* 1: the value is in this memory; -1: it was in this memory and has ended; 0: neither. */
int kumiki_memory_has(const void *value);

/* Returns the type of function that an ended value was lent to, if the address comes from such a value; otherwise
 * NULL. */
const char *kumiki_memory_lent_to(const void *address);

#endif
