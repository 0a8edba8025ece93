/* States that match a shape, and states that do not, for the tests of kmk_shape. */
#ifndef KUMIKI_TESTS_SHAPE_SUPPORT_H
#define KUMIKI_TESTS_SHAPE_SUPPORT_H

#include "support.h"

/* The state of a contacts program. */
#define CONTACTS                                                                                   \
  "Contact = {id: unsigned, name: text, phone: text?, favourite: boolean = false};"                \
  "{contacts: [Contact], query: text = '', isLoading: boolean = false,"                            \
  " destination: (detail: unsigned | edit: Contact | alert: {title: text} | help)?}"

/* {"set": [pointer, value]}, {"insert": [pointer, value]}, {"remove": pointer}, {"move": [from, to]}, {"push":
 * [pointer, value]}. shape_written holds the status of the last write. */
kmk_effect *shape_write(kmk_state *state, const json_t *action, kmk_env *env, void *data);
extern kmk_status shape_written;
kmk_reducer *shape_writer(void);

/* A writer whose state is declared by a shape. */
kmk_reducer *shaped(const char *shape);

/* Sends an action to a store of such a reducer. Expects that the write was refused with an issue at this place, and
 * that the state did not change. */
void assert_refused_write(kit *k, const char *action, const char *path, const char *message);

/* Asserts that a store cannot be created with a state, because of the value at a place. */
void assert_refused_state(const kit *k, kmk_reducer *reducer, const char *state, const char *path,
                          const char *message);

#endif
