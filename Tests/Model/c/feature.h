/* Features: reducers made from their descriptions. */
#ifndef KUMIKI_MODEL_FEATURE_H
#define KUMIKI_MODEL_FEATURE_H

#include <kumiki.h>

/* New, made with the public constructors. An invalid description makes the reducer that does nothing. */
kmk_reducer *feature_reducer(const json_t *description);

/* Releases the data of reducers, after the last of them. */
void features_free(void);

/* The functions of base reducers, of on_change, of on_write, of running and of on_end; user_data is the description. */
kmk_effect *base_reduce(kmk_state *state, const json_t *action, kmk_env *env, void *user_data);
kmk_effect *changed(kmk_state *state, const json_t *old_value, const json_t *new_value,
                    const json_t *action, kmk_env *env, void *user_data);
kmk_effect *written(kmk_state *state, const json_t *places, const json_t *action, kmk_env *env,
                    void *user_data);
kmk_effect *asked(const json_t *value, kmk_env *env, void *user_data);
kmk_effect *left(const json_t *last, kmk_env *env, void *user_data);

/* The description of a feature to be made in Swift, as a reducer for a tree in C. The C-only player makes an invalid
 * reducer. */
kmk_reducer *player_swift(const json_t *of);

#endif
