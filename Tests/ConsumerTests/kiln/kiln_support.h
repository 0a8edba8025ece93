/* Shared by the tests of the kiln: a store of the feature, in a folder without saved firings. */
#ifndef KILN_SUPPORT_H
#define KILN_SUPPORT_H

#include "kiln.h"
#include "../mixed_support.h"

#define HOUR (3600 * SECOND)

/* The pyrometer's reading; a negative number makes it fail. */
extern int kiln_heat;

/* cmocka's setup: a loop with a virtual clock, and a store of the feature "Kiln". */
int kiln_setup(void **state);
int kiln_teardown(void **state);

/* Adds a firing through the form, as a user interface does. */
void kiln_add(const mixed *m, const char *name, int hours);

/* A scoped store of a screen in the path whose case is "detail" or "burn". */
kmk_store *kiln_screen(const mixed *m, size_t level, const char *screen_case);

/* Sends the action of a button of the alert or dialog at a pointer. case_path names its slot. */
void kiln_press(kmk_store *store, const char *pointer, const char *case_path, int button);

/* Compares a part of a state, or of a scoped store's state. */
void kiln_assert(kmk_store *store, const char *pointer, const char *expected);

/* Starts a firing of two hours, and returns a scoped store of the screen that shows it. */
kmk_store *kiln_light(const mixed *m);

/* Opens a shared value with a function of kumiki/shared.h. */
kmk_shared *kiln_share(kmk_shared *(*make)(const char *, const json_t *, kmk_error *),
                       const char *name, const char *initial);

void kiln_assert_shared(kmk_shared *shared, const char *pointer, const char *expected);

/* cmocka's setup for a group: registers the feature. */
int kiln_group_setup(void **state);

#define KILN_TEST(name) cmocka_unit_test_setup_teardown(name, kiln_setup, kiln_teardown)

#endif
