/* A feature that makes the writes that its actions describe, for tests of notifications.
 *
 * {"set": [POINTER, VALUE]}, {"insert": [POINTER, VALUE]}, {"remove": POINTER}, {"move": [FROM, TO]},
 * {"push": [POINTER, VALUE]}, {"pop": [POINTER, ID]} removes an element and all above it, {"popTo": [POINTER, ID]} all
 * above it, {"all": [ACTION, ...]} writes in one step, {"send": [ACTION, ...]} sends one after another in the same
 * burst, {"after": ACTION} sends a second later.
 */
#ifndef KUMIKI_TESTS_WRITER_SUPPORT_H
#define KUMIKI_TESTS_WRITER_SUPPORT_H

#include "support.h"

kmk_effect *write_down(kmk_state *state, const json_t *action, kmk_env *env, void *unused);

kmk_reducer *writer(void);

/* The status of the last write. */
extern kmk_status wrote;

/* Sends an action, and asserts the status of its write. */
void write_is(kit *k, const char *action, kmk_status expected);

#endif
