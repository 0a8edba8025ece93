/* The Sheet of the presentation tests, in both dialects.
 *
 * A parent with a slot: {"log": [], "destination": null}, where the destination is
 * {"counter": Counter}, {"animations": {"color": "white"}} or the ephemeral
 * {"alert": {"title": text}}. The parent's actions: "swap" replaces the counter with the animations or
 * the reverse, "clear" writes null, {"assign": V} writes V, {"document": V} writes V over the
 * whole state, "noop" does nothing. The parent appends every action that it receives to "/log"; the
 * kit's log holds every action that reached the store.
 *
 *     SHEET_TEST(a_promise) {
 *       sheet_open(s, NULL, "{'counter': {'count': 0}}");
 *       send_presented(s, "{'counter': 'inc'}");
 *       assert_slot(s, "{'counter': {'count': 1}}");
 *     }
 *
 * A test must end with no running effect: otherwise the teardown fails the test.
 */
#ifndef KUMIKI_TESTS_PRESENTATION_SUPPORT_H
#define KUMIKI_TESTS_PRESENTATION_SUPPORT_H

#include "support.h"

/* ------------------------------------------------------------------------ dialects */

typedef struct dialect {
  bool is_seed;
  kmk_reducer *(*attach)(kmk_reducer *parent, const char *state_path, const char *action_case,
                         const kmk_slot_options *options, kmk_reducer *destination);
} dialect;

extern dialect modern; /* kmk_presentation */
extern dialect seed;   /* kmk_presentation_destination */

int sheet_setup(void **state);
int sheet_teardown(void **state);

/* Define a test that runs in both dialects, and a test that runs in the first dialect only. */
#define SHEET_TEST(name)                                                                           \
  static void name##_in_modern_runs(void **state);                                                 \
  ADDED_TEST(#name " (modern)", name##_in_modern, sheet_setup, sheet_teardown, &modern)            \
  SEED_TEST(name);                                                                                 \
  static void name##_in_modern_runs(void **state) { name##_runs(state); }                          \
  static void name(__attribute__((unused)) sheet *s)
#define SEED_TEST(name)                                                                            \
  TEST_BODY(sheet, s, name)                                                                        \
  ADDED_TEST(#name " (seed)", name, sheet_setup, sheet_teardown, &seed)                            \
  static void name(__attribute__((unused)) sheet *s)

/* --------------------------------------------------------------------------- sheet */

typedef struct sheet {
  kit *kit;
  const dialect *dialect;
  kmk_loop *loop;        /* the kit's */
  kmk_store *store;      /* the kit's, once it is open */
  kmk_reduce_fn handler; /* extra work of the parent; its user_data is the sheet */
  kmk_reduce_fn watcher; /* the same for the destination, on the whole slot */
  json_t *seen;          /* the values that the test's reducers noted, in order */
} sheet;

/* Opens the store with an initial destination; the handler may be NULL. */
void sheet_open(sheet *s, kmk_reduce_fn handler, const char *destination);

/* Opens the store with the test's own reducer. */
void sheet_open_with(sheet *s, kmk_reducer *reducer, const char *state);

/* The Sheet as a reducer, to combine with other reducers. */
kmk_reducer *sheet_reducer(sheet *s);

/* The parts of the Sheet: attach(sheet_parent, ..., sheet_options, sheet_destination). */
kmk_reducer *sheet_parent(sheet *s);
kmk_slot_options sheet_options(void);
kmk_reducer *sheet_destination(sheet *s);

/* The same parent with a slot that has the test's own options and destination. */
kmk_reducer *sheet_with(sheet *s, const kmk_slot_options *options, kmk_reducer *destination);

/* Notes a value for the test to check; json_null() stands for NULL. */
void saw(sheet *s, const json_t *value);

/* ---------------------------------------------------------- query, send and assert */

/* An id as a value; "" if nothing is presented. */
typedef struct slot_id {
  char text[64];
} slot_id;

slot_id id_at(kmk_store *store, const char *pointer);
slot_id id_of(sheet *s); /* of "/destination" */

#define assert_same_id(a, b) assert_string_equal((a).text, (b).text)
#define assert_other_id(a, b) assert_string_not_equal((a).text, (b).text)

/* Sends {"destination": {"presented": ACTION}}. */
void send_presented(sheet *s, const char *action);

/* Asserts that no effect is running, and that no action reaches the store in a long time. */
#define assert_quiet(s) sheet_assert_quiet((s), __FILE__, __LINE__)

/* The value at a pointer, and the sheet's values: slot, parent's log, store's log, notes. */
#define assert_at(store, pointer, expected)                                                        \
  sheet_assert_at((store), (pointer), (expected), __FILE__, __LINE__)
#define assert_slot(s, expected) assert_at((s)->store, "/destination", expected)
#define assert_parent_log(s, expected) assert_at((s)->store, "/log", expected)
#define assert_store_log(s, expected) assert_json_text((s)->kit->log, expected)
#define assert_seen(s, expected) assert_json_text((s)->seen, expected)

void sheet_assert_at(kmk_store *store, const char *pointer, const char *expected, const char *file,
                     int line);
void sheet_assert_quiet(sheet *s, const char *file, int line);

#endif
