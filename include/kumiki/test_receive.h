/**
 * What effects of the feature under test have sent, and what that changed.
 */
#ifndef KUMIKI_TEST_RECEIVE_H
#define KUMIKI_TEST_RECEIVE_H

#include "test_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Says whether an action is the one expected. The action is borrowed. Must return normally. */
typedef bool (*kmk_test_match_fn)(const json_t *action, void *user_data);

/**
 * Takes the next action that an effect has sent, which must be this one, and checks what it
 * changed.
 *
 * If it is another one, that is a failure, it is taken all the same, and the state moves on.
 *
 * Owns: steals action and changes. NULL: as kmk_test_send_at. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                         int line);

#define kmk_test_receive(test, action, changes)                                                    \
  kmk_test_receive_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Does what kmk_test_receive_at does, with texts as those of kmk_test_send_text_at.
 *
 * Owns: texts borrowed. NULL: as kmk_test_send_text_at. Threads: owner. Since: 0.2.
 */
bool kmk_test_receive_text_at(kmk_test_store *test, const char *action, const char *changes,
                              const char *file, int line);

#define kmk_test_receive_text(test, action, changes)                                               \
  kmk_test_receive_text_at((test), (action), (changes), __FILE__, __LINE__)

/**
 * Does what kmk_test_receive_at does, with values as those of kmk_test_sendf_at.
 *
 * Owns: as json_pack. NULL: as kmk_test_sendf_at. Threads: owner. Since: 0.2.
 */
bool kmk_test_receivef_at(kmk_test_store *test, const char *file, int line, const char *format,
                          ...);

#define kmk_test_receivef(test, ...) kmk_test_receivef_at((test), __FILE__, __LINE__, __VA_ARGS__)

/**
 * Does what kmk_test_receive_at does for any action of a case, "destination.presented.counter".
 *
 * Owns: case_path borrowed, steals changes. NULL: changes may be; NULL test: false; a NULL
 * case_path is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_case_at(kmk_test_store *test, const char *case_path, json_t *changes,
                              const char *file, int line);

#define kmk_test_receive_case(test, path, changes)                                                 \
  kmk_test_receive_case_at((test), (path), (changes), __FILE__, __LINE__)

/**
 * Does what kmk_test_receive_at does for an action of a case with this payload.
 *
 * Owns: case_path borrowed, steals payload and changes. NULL: changes may be; NULL test: false; a
 * NULL case_path or payload is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_payload_at(kmk_test_store *test, const char *case_path, json_t *payload,
                                 json_t *changes, const char *file, int line);

#define kmk_test_receive_payload(test, path, payload, changes)                                     \
  kmk_test_receive_payload_at((test), (path), (payload), (changes), __FILE__, __LINE__)

/**
 * Takes the next so many actions, each of which must be of that case, and checks what all of them changed
 * together: the ticks of a timer, the progress of a download.
 *
 * @param count  from 1 on.
 *
 * Owns: case_path borrowed, steals changes. NULL: changes may be; NULL test: false; a NULL case_path is a
 * failure. Threads: owner. Since: 0.3.
 */
bool kmk_test_receive_count_at(kmk_test_store *test, size_t count, const char *case_path,
                               json_t *changes, const char *file, int line);

#define kmk_test_receive_count(test, count, path, changes)                                         \
  kmk_test_receive_count_at((test), (count), (path), (changes), __FILE__, __LINE__)

/**
 * Does what kmk_test_receive_at does for an action that a function accepts. It may be asked again.
 *
 * Owns: user_data borrowed for the call, steals changes. NULL: changes and user_data may be; NULL
 * test: false; a NULL matches is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_if_at(kmk_test_store *test, kmk_test_match_fn matches, void *user_data,
                            json_t *changes, const char *file, int line);

#define kmk_test_receive_if(test, matches, user_data, changes)                                     \
  kmk_test_receive_if_at((test), (matches), (user_data), (changes), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif
