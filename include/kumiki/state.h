/* What a reducer has in hand. */
#ifndef KUMIKI_STATE_H
#define KUMIKI_STATE_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kmk_state kmk_state;        /* the state in hand, valid only inside the reduce call */
typedef struct kmk_env kmk_env;            /* dependencies in hand, likewise */
bool kmk_action_is(const json_t *action, const char *case_path);                     /* is it that case, with or without payload; a path goes through rows and elements by name: "path.element.increment" */
const json_t *kmk_action_payload(const json_t *action, const char *case_path);      /* borrowed; json_null() for a case without payload, NULL where it is another case */
const json_t *kmk_state_json(const kmk_state *state);                                /* borrowed, until the next write */
const json_t *kmk_state_get(const kmk_state *state, const char *pointer);           /* borrowed; NULL where there is nothing */
kmk_status kmk_state_set(kmk_state *state, const char *pointer, const json_t *value);   /* the parent must be there: KMK_ERR_NOT_FOUND */
kmk_status kmk_state_set_new(kmk_state *state, const char *pointer, json_t *value);
kmk_status kmk_state_insert_new(kmk_state *state, const char *pointer, json_t *value);  /* RFC 6902 "add": "/rows/-" appends, "/rows/0" shifts */
kmk_status kmk_state_move(kmk_state *state, const char *from, const char *to);         /* RFC 6902 "move"; within an array it reorders */
kmk_status kmk_state_remove(kmk_state *state, const char *pointer);
const json_t *kmk_env_dependency(const kmk_env *env, const char *key);              /* borrowed */
uint64_t kmk_env_now(const kmk_env *env);                                           /* the loop's clock, nanoseconds */
void *kmk_env_pointer(const kmk_env *env, const char *key);
int64_t kmk_env_date(const kmk_env *env);                                           /* wall clock, nanoseconds since 1970; virtual loops: the clock */
void kmk_env_uuid(const kmk_env *env, char out[37]);
bool kmk_env_is_presented(const kmk_env *env);

#ifdef __cplusplus
}
#endif
#endif
