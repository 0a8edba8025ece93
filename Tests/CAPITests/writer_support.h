/* A feature that does to its state what it is told, for tests of who hears of it.
 *
 * {"set": [POINTER, VALUE]}, {"insert": [POINTER, VALUE]}, {"remove": POINTER}, {"move": [FROM, TO]}, {"push": [POINTER, VALUE]},
 * {"pop": [POINTER, ID]} from an id on, {"popTo": [POINTER, ID]} of what is above, {"all": [ACTION, ...]} in one
 * step, {"send": [ACTION, ...]} one after another in the same burst, {"after": ACTION} in a second.
 */
#ifndef KUMIKI_TESTS_WRITER_SUPPORT_H
#define KUMIKI_TESTS_WRITER_SUPPORT_H

#include "support.h"

kmk_effect *write_down(kmk_state *state, const json_t *action, kmk_env *env, void *unused);

kmk_reducer *writer(void);

/* What the last write has answered. */
extern kmk_status wrote;

/* Sends, and expects what the write has answered. */
void write_is(kit *k, const char *action, kmk_status expected);

#endif
