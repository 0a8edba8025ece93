/**
 * What the recorder and the Swift side of the library tell each other. Internal, never installed.
 */
#ifndef KUMIKI_RECORDER_H
#define KUMIKI_RECORDER_H

#include "kumiki.h"

/* Begins to record a new store if the variable KUMIKI_RECORD is set. */
void kumiki_record_as_asked(kmk_store *store);

/* In Swift: the clock of a store's loop. */
uint64_t kumiki_trace_clock(kmk_store *store);

/* In Swift: fails for the first line of a log that cannot be read, or is of a form that this library does not write. */
kmk_status kumiki_check_log_header(const char *line, size_t size, kmk_error *error);

/* In Swift: a log's hash with a value added to it. */
uint64_t kumiki_log_hash(uint64_t hash, const json_t *value);

/* In Swift: pointers to the parts of a store's state whose bindings take an action, with "-" for rows; empty if that
 * is not known. Owns: result new. NULL: no memory. */
json_t *kumiki_binding_places(kmk_store *store, const json_t *action);

/* In Swift: whether the state can have a value at a secret pointer, and an action the cases of a secret case path:
 * KMK_ERR_INVALID_ARGUMENT. */
kmk_status kumiki_check_secret(kmk_store *store, const char *secret, kmk_error *error);

/* Whether features in Swift can read a state of the store that has null at its secret places: KMK_ERR_DECODE. */
kmk_status kumiki_check_open_state(kmk_store *store, const json_t *state, kmk_error *error);

/* Copies the secrets that a log's header names, into a list that ends with NULL. NULL: no list of places, or no
 * memory. */
char **kumiki_secrets_named(const json_t *names);
void kumiki_secrets_free(char **secrets);

/* Returns a copy of a log line with `instead` for each secret: null, or what stands for it. NULL: it goes, and with it
 * the operations of a patch at its place. Owns: line and instead borrowed, result new. NULL: no memory, or no line. */
json_t *kumiki_without_secrets(char *const *secrets, const json_t *line, json_t *instead);

/* Whether an action has the form of a binding's write, {"path", "value"}, inside any cases. */
bool kumiki_is_write(const json_t *action);

/* The same with the value that such an action of a line writes. `places`: what kumiki_binding_places says; if nothing,
 * the path may begin anywhere. Owns: steals line, result new. NULL: no memory. */
json_t *kumiki_without_written_secrets(char *const *secrets, json_t *line, const json_t *places,
                                       json_t *instead);

/* Both of a line. Owns: line borrowed, result new. NULL: no memory. */
json_t *kumiki_line_without_secrets(char *const *secrets, const json_t *line, const json_t *places,
                                    json_t *instead);

/* Returns the first text of a list that is not a secret place or a case path; NULL if all are. */
const char *kumiki_malformed_secret(const char *const *secrets);

/* Copies a list that ends with NULL; an empty one for NULL. NULL: no memory. */
char **kumiki_secrets_copy(const char *const *secrets);

/* Returns what a saver keeps of a value at a path from the state. NULL: nothing of it, or no memory. Owns: value borrowed,
 * result new. */
json_t *kumiki_kept_of_value(char *const *secrets, const json_t *value, const char *path);

/* Returns what a saver keeps of a step: its patch, or its whole record. Owns: step borrowed, result new. NULL: no
 * memory. */
json_t *kumiki_kept_of_step(char *const *secrets, const json_t *step, bool keeps_record);

/* In Swift: raises the issue "record-failed". */
void kumiki_record_failed(kmk_store *store, const char *message);

#endif
