/* Reducers. */
#ifndef KUMIKI_REDUCER_H
#define KUMIKI_REDUCER_H

#include "base.h"
#include "effect.h"
#include "error.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kmk_reducer kmk_reducer;
typedef kmk_effect *(*kmk_reduce_fn)(kmk_state *state, const json_t *action, kmk_env *env, void *user_data);
kmk_reducer *kmk_reducer_new(kmk_reduce_fn reduce, void *user_data, kmk_free_fn free_fn);
kmk_reducer *kmk_reducer_retain(kmk_reducer *reducer);    /* to use one reducer in two places */
void kmk_reducer_free(kmk_reducer *reducer);
kmk_reducer *kmk_combine(size_t count, kmk_reducer *const *reducers);                   /* in order, effects merged */
kmk_reducer *kmk_scope(const char *state_path, const char *action_case, kmk_reducer *child);
kmk_reducer *kmk_scope_case(const char *state_case, const char *action_case, kmk_reducer *child);   /* state is an enum */
typedef enum kmk_state_kind { KMK_STATE_AUTO = 0, KMK_STATE_STRUCT, KMK_STATE_ENUM } kmk_state_kind;
typedef struct kmk_slot_options {
  size_t size;                               /* sizeof(kmk_slot_options) */
  kmk_state_kind kind;                       /* AUTO: an enum where the child reaches into it by kmk_scope_case or kmk_if_case_let */
  const char *id_key;                        /* member of the value (of an enum: of its payload) whose change is a new identity; NULL: none */
  const char *const *ephemeral_cases;        /* NULL-terminated: cases that an action of theirs dismisses (alert, dialog); NULL: none */
  bool ephemeral;                            /* the whole slot is one alert or dialog */
} kmk_slot_options;
#define KMK_SLOT_OPTIONS_INIT { sizeof(kmk_slot_options), KMK_STATE_AUTO, NULL, NULL, false }
kmk_reducer *kmk_if_let(kmk_reducer *parent, const char *state_path, const char *action_case, const kmk_slot_options *options, kmk_reducer *child);   /* a plain optional: null (or absent) or a value */
kmk_reducer *kmk_presentation(kmk_reducer *parent, const char *state_path, const char *action_case, const kmk_slot_options *options, kmk_reducer *destination);              /* modern */
kmk_reducer *kmk_presentation_destination(kmk_reducer *parent, const char *state_path, const char *action_case, const kmk_slot_options *options, kmk_reducer *destination);  /* seed: takes "present" too */
kmk_reducer *kmk_dependency(kmk_reducer *base, const char *key, const json_t *value);    /* overrides for base and its effects; borrows value */
kmk_reducer *kmk_dependency_pointer(kmk_reducer *base, const char *key, void *service, kmk_free_fn free_fn);   /* a service: a database handle, a client */
kmk_status kmk_feature_register(const char *name, kmk_reducer *reducer, const json_t *initial_state, kmk_error *error);  /* consumes the reducer, borrows the state, which may be NULL; a name twice is KMK_ERR_INVALID_ARGUMENT; [any thread] */
kmk_reducer *kmk_feature(const char *name);               /* a registered feature as a reducer, for composing [any thread] */

#ifdef __cplusplus
}
#endif
#endif
