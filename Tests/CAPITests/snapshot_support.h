/* The App of the snapshot tests: a slot, rows with a slot in each, a path and a history, in one state.
 *
 * Actions of its base: {"set": {"at": POINTER, "value": V}} writes, "uuid" writes a new id to "/uuid",
 * "startTimer" starts a timer that is not state-driven. "tick" adds 1 to "/ticks".
 */
#ifndef KUMIKI_TESTS_SNAPSHOT_SUPPORT_H
#define KUMIKI_TESTS_SNAPSHOT_SUPPORT_H

#include "presentation_support.h"

#define APP                                                                                        \
  "{'ticks': 0, 'uuid': null, 'sheet': null, 'path': [], 'shown': {},"                             \
  " 'rows': [{'id': 'a', 'count': 0, 'note': null}, {'id': 'b', 'count': 0, 'note': null}]}"
#define SET(at, value) "{'set': {'at': '" at "', 'value': " value "}}"
#define PRESENT(count) "{'sheet': {'present': {'state': {'count': " count "}}}}"
#define NOTE(row, action) "{'rows': {'element': {'id': '" row "', 'action': {'note': " action "}}}}"

kmk_reducer *app(void);

/* Takes a snapshot; the test frees it. */
kmk_snapshot *snapshot_of(kmk_store *store);

/* The saved form as a string; free() it. */
char *saved_text(kmk_store *store);

/* Reads a saved form; the test frees it. */
kmk_snapshot *snapshot_read(const char *text);

/* The result of reading a saved form, with its place: "KMK_ERR_DECODE /next/uuid". */
#define assert_unreadable(text, path_of_error)                                                     \
  do {                                                                                             \
    kmk_error error = {0};                                                                         \
    json_t *json = json_of(text);                                                                  \
    assert_null(kmk_snapshot_new(json, NULL, &error));                                             \
    assert_int_equal(error.status, KMK_ERR_DECODE);                                                \
    assert_string_equal(error.path, path_of_error);                                                \
    json_decref(json);                                                                             \
  } while (0)

#define restore_ok(store, snapshot)                                                                \
  assert_int_equal(kmk_store_restore((store), (snapshot), NULL), KMK_OK)

/* The state in a snapshot. */
#define assert_snapshot_state(snapshot, expected)                                                  \
  do {                                                                                             \
    json_t *of_snapshot = kmk_snapshot_state(snapshot);                                            \
    assert_value_is(of_snapshot, expected);                                                        \
    json_decref(of_snapshot);                                                                      \
  } while (0)

/* The value at a pointer, compared regardless of the order of members. */
#define assert_part(store, pointer, expected)                                                      \
  do {                                                                                             \
    json_t *part = kmk_store_get((store), (pointer), NULL);                                        \
    assert_value_is(part, expected);                                                               \
    json_decref(part);                                                                             \
  } while (0)

#endif
