/* What every other header needs. */
#ifndef KUMIKI_BASE_H
#define KUMIKI_BASE_H

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KMK_VERSION_MAJOR 0
#define KMK_VERSION_MINOR 1
#define KMK_VERSION_PATCH 0
#define KMK_VERSION_HEX ((KMK_VERSION_MAJOR << 16) | (KMK_VERSION_MINOR << 8) | KMK_VERSION_PATCH)
#define KMK_MAX_DEPTH 2048

const char *kmk_version(void);                 /* "0.1.0" [any thread] */
typedef void (*kmk_free_fn)(void *user_data);
json_t *kmk_json_retain(json_t *value);
void kmk_json_release(json_t *value);
void kmk_text_free(char *text);                                                     /* [any thread] */
size_t kmk_live_objects(void);                                                      /* every handle and engine object alive in the process [any thread]; for leak checks */

#ifdef __cplusplus
}
#endif
#endif
