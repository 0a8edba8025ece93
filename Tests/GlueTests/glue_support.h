/* What the tests of glue/ share: a feature whose effects are a timer and a thread, and promises that
 * hold for every main loop. Each test_x.c says how its main loop is run (host_...), and adds what is
 * its own. */
#ifndef KUMIKI_GLUE_SUPPORT_H
#define KUMIKI_GLUE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kumiki.h>

typedef struct fixture {
  kmk_loop *loop;
  kmk_store *store;
  size_t live; /* kmk_live_objects() before the test */
} fixture;

/* ------------------------------------------------------------------- of each main loop */

/* Begins to serve a loop, and ends it. */
void host_open(kmk_loop *loop);
void host_close(void);

/* Runs the main loop until something is over, also inside of itself. */
void host_serve(bool (*is_over)(void *), void *data);

/* Runs the main loop for a while, and counts how often it has woken. */
int host_turns(int milliseconds);

/* ------------------------------------------------------------------------ of all of them */

int fixture_setup(void **state);
int fixture_teardown(void **state);

/* How many actions of effects have come. */
size_t logged(const fixture *f);
bool logged_two(void *data);

/* Runs a function on a thread of its own. */
void on_thread(void (*function)(fixture *), fixture *f);

void timers_and_threads_are_served(void **state);
void nested_loops_serve_to_any_depth(void **state);
void a_loop_inside_an_observer_sleeps(void **state);

#define FIXTURE_TEST(test) cmocka_unit_test_setup_teardown(test, fixture_setup, fixture_teardown)

#endif
