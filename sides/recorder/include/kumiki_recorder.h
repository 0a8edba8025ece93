/** The functions outside the public contract that the recorder and the engine call in each other. Internal, never
 * installed. */
#ifndef KUMIKI_RECORDER_H
#define KUMIKI_RECORDER_H

#include "kumiki.h"

/* ---- Functions that the engine calls. */

/* Starts to record a new store if the environment variable KUMIKI_RECORD is set. */
void kumiki_record_as_asked(kmk_store *store);

/* Secrets are a list of strings: pointers and case paths (kmk_recorder_options.secret_paths). Logs and savers leave
 * out the same places, and a replay leaves them out before it compares. */

/* Returns the first string in a list that is neither a secret place nor a case path; NULL if there is no such string.
 */
const char *kumiki_malformed_secret(const char *const *secrets);

/* Copies a list that ends with NULL; an empty list for NULL. Owns: result new. NULL: no memory. */
json_t *kumiki_secrets_new(const char *const *secrets);

/* Whether the names in a log's header are such a list. */
bool kumiki_are_secrets(const json_t *names);

/* Returns a copy of a log line with `instead` in place of each secret. If `instead` is NULL, each secret is removed, as
 * are the operations of patches at its place. `places`: the result of kumiki_binding_places, the parts that a binding
 * may write. If the array is empty, a binding may write anywhere; if `places` is NULL, the values of writes are not
 * changed. Owns: all borrowed, result new. NULL: no memory, or no line. */
json_t *kumiki_without_secrets(const json_t *secrets, const json_t *line, const json_t *places,
                               json_t *instead);

/* Returns the part of a value that a saver keeps; `path` is the path of the value from the state. Owns: value
 * borrowed, result new. NULL: nothing is kept, or no memory. */
json_t *kumiki_kept_of_value(const json_t *secrets, const json_t *value, const char *path);

/* Returns the part of a step that a saver keeps: its patch, or its whole record. Owns: step borrowed, result new.
 * NULL: no memory. */
json_t *kumiki_kept_of_step(const json_t *secrets, const json_t *step, bool keeps_record);

/* ---- Functions that the recorder calls: Sources/KumikiC/API/RecorderAPI.swift. */

/* Returns the time on the clock of a store's loop. */
uint64_t kumiki_trace_clock(kmk_store *store);

/* Raises the issue "record-failed", or "record-resumed". */
void kumiki_record_failed(kmk_store *store, const char *message);
void kumiki_record_resumed(kmk_store *store, const char *message);

/* Calls a function once the clock of a store's loop has reached a time, and free_fn after the call, or once the loop has
 * ended without the call. */
void kumiki_record_later(kmk_store *store, uint64_t time, kmk_loop_fn function, kmk_free_fn free_fn,
                         void *user_data);

/* Checks the first line of a log. Fails if it cannot be read, or if the log has a format that this library does not
 * write. */
kmk_status kumiki_check_log_header(const char *line, size_t size, kmk_error *error);

/* Returns the hash of a log after a value is added to it: a string of 16 hexadecimal digits. Owns: result new. NULL: no
 * memory. */
json_t *kumiki_log_hash(const json_t *hash, const json_t *value);

/* Returns pointers to the parts of a store's state that a binding's action may write, with "-" for rows; an empty array
 * if the parts are not known. Owns: result new. NULL: no memory. */
json_t *kumiki_binding_places(kmk_store *store, const json_t *action);

/* Checks that the state can have a value at a secret pointer, or that an action can have the cases of a secret case
 * path. Returns KMK_ERR_INVALID_ARGUMENT if not. */
kmk_status kumiki_check_secret(kmk_store *store, const char *secret, kmk_error *error);

/* Checks that Swift features can read a state of the store with null at the secret places. Returns KMK_ERR_DECODE if
 * not. */
kmk_status kumiki_check_open_state(kmk_store *store, const json_t *state, kmk_error *error);

#endif
