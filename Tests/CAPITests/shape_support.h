/* States that fit a shape, and states that do not: for the tests of kmk_shape. */
#ifndef KUMIKI_TESTS_SHAPE_SUPPORT_H
#define KUMIKI_TESTS_SHAPE_SUPPORT_H

#include "support.h"

/* The state of a program of contacts. */
#define CONTACTS                                                                                   \
  "Contact = {id: unsigned, name: text, phone: text?, favourite: boolean = false};"                \
  "{contacts: [Contact], query: text = '', isLoading: boolean = false,"                            \
  " destination: (detail: unsigned | edit: Contact | alert: {title: text} | help)?}"

/* {"set": [pointer, value]}, {"insert": [pointer, value]}, {"remove": pointer},
 * {"move": [from, to]}, {"push": [pointer, value]}. What it answered is in shape_written. */
kmk_effect *shape_write(kmk_state *state, const json_t *action, kmk_env *env, void *data);
extern kmk_status shape_written;
kmk_reducer *shape_writer(void);

/* A writer whose state is a shape. */
kmk_reducer *shaped(const char *shape);

/* Sends an action to a store of such a reducer, and expects that the write was refused with an
 * issue at a place, and changed nothing. */
void assert_refused_write(kit *k, const char *action, const char *path, const char *message);

/* That no store is made of a state, because of what is at a place. */
void assert_refused_state(const kit *k, kmk_reducer *reducer, const char *state, const char *path,
                          const char *message);

#endif
