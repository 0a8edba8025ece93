/* Shared by the tests of glue/: a feature whose effects are a timer and a thread, and tests that every main loop
 * must pass. Each test_x.c implements the host_... functions for its main loop, and adds its own tests. */
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

/* ------------------------------------------------------------------ for each main loop */

/* Starts and stops serving a loop. */
void host_open(kmk_loop *loop);
void host_close(void);

/* Runs the main loop until is_over returns true, even inside itself. */
void host_serve(bool (*is_over)(void *), void *data);

/* Runs the main loop for this time, and counts its wakeups. */
int host_turns(int milliseconds);

/* -------------------------------------------------------------------- for all main loops */

int fixture_setup(void **state);
int fixture_teardown(void **state);

/* The number of actions that effects have sent. */
size_t logged(const fixture *f);
bool logged_two(void *data);

/* Runs a function on its own thread. */
void on_thread(void (*function)(fixture *), fixture *f);

void timers_and_threads_are_served(void **state);
void nested_loops_serve_to_any_depth(void **state);
void a_loop_inside_an_observer_sleeps(void **state);

#define FIXTURE_TEST(test) cmocka_unit_test_setup_teardown(test, fixture_setup, fixture_teardown)

#endif
