/* Statuses, errors, diagnostics. */
#ifndef KUMIKI_ERROR_H
#define KUMIKI_ERROR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kmk_status {
  KMK_OK = 0,
  KMK_ERR_INVALID_ARGUMENT = -1,   /* NULL handle, malformed path, bad flag */
  KMK_ERR_JSON = -2,               /* the text is not JSON; error->position is the byte offset */
  KMK_ERR_DECODE = -3,             /* JSON does not fit the feature; error->path says where */
  KMK_ERR_UNKNOWN_FEATURE = -4,
  KMK_ERR_NOT_FOUND = -5,          /* nothing at that path, no such subscription, ... */
  KMK_ERR_WRONG_THREAD = -6,
  KMK_ERR_NO_MEMORY = -7,          /* jansson or a C allocation failed */
  KMK_ERR_TOO_DEEP = -8,           /* state or action nested past KMK_MAX_DEPTH */
  KMK_ERR_CLOSED = -9,             /* the store or loop was freed */
  KMK_ERR_BUSY = -10,              /* a state query from inside a reducer call of the same store */
  KMK_ERR_TIMEOUT = -11            /* timeout_ms passed first; everything goes on as it was */
} kmk_status;

typedef struct kmk_error {
  kmk_status status;
  size_t position;                 /* byte offset in the text, for KMK_ERR_JSON */
  char path[128];                  /* JSON Pointer into the offending value, "" if none */
  char message[256];               /* one line, names what was expected; always NUL-terminated */
} kmk_error;
const char *kmk_status_name(kmk_status status);   /* "KMK_ERR_DECODE" [any thread] */
typedef struct kmk_diagnostic {
  const char *code;                /* stable: "absent-destination", "missing-element", ...: SEMANTICS.md, 0.3 */
  const char *message;
  const char *label;               /* the operator that raised it and where it was attached: "presentation /destination"; "" where none */
  const char *path;                /* JSON Pointer of the state concerned */
  const char *action_case;         /* case path without payloads: "destination.presented.counter.increment"; NULL where none */
  const json_t *action;            /* borrowed; NULL where none */
} kmk_diagnostic;
typedef void (*kmk_diagnostic_fn)(const kmk_diagnostic *diagnostic, void *user_data);

#ifdef __cplusplus
}
#endif
#endif
