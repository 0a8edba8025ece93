/**
 * The end of a feature: a function receives the feature's last state when the feature has left.
 *
 *     static kmk_effect *save_draft(const json_t *last, kmk_env *env, void *data) {
 *       return kmk_effect_work_new(save, json_deep_copy(json_object_get(last, "text")), NULL, NULL);
 *     }
 *
 *     editor = kmk_on_end(editor, save_draft, NULL, NULL);
 *
 * A feature can leave in many ways, and only some of them are its own actions. A function here is called for all of
 * them, so a draft is saved wherever the feature is used.
 */
#ifndef KUMIKI_END_H
#define KUMIKI_END_H

#include "base.h"
#include "effect.h"
#include "reducer.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Receives the last state of a feature that has left.
 *
 * Runs on the loop's thread after the step that removed the feature, after the feature's effects were cancelled. It may
 * not write to a state. Actions that it sends to the store wait until the store is idle.
 *
 * @param last  the feature's state before the write that removed or replaced it; borrowed for the call.
 * @param env   the feature's dependencies.
 * @return an effect, which is consumed. It belongs to the nearest feature around this one that is still there: its
 *         actions use that feature's case names, and the feature's end cancels it. NULL means no effect.
 */
typedef kmk_effect *(*kmk_end_fn)(const json_t *last, kmk_env *env, void *user_data);

/* Begins the definition of a static kmk_end_fn, which may leave parameters unused (KMK_UNUSED). Since: 0.4. */
#define KMK_END_FN(name)                                                                           \
  static kmk_effect *name(KMK_UNUSED const json_t *last, KMK_UNUSED kmk_env *env,                  \
                          KMK_UNUSED void *user_data)

/**
 * Calls a function once, with the feature's last state, when the feature has left.
 *
 * A feature leaves when
 *
 * - it is dismissed, by itself, by its parent or by a view;
 * - its parent writes null or another presentation over it, or removes its row or its element;
 * - the state changes to another case than that of its kmk_scope_case;
 * - an undo, a redo, or a restored snapshot takes it away;
 * - another reducer does not contain it (kmk_store_replace_reducer, or a dynamic reducer's next choice).
 *
 * The id of a presentation, a row or an element decides whether a feature is the same as before: a whole value that is
 * written over another one continues the feature if the id is the same. A feature that is presented again after its
 * end is a new one, with an end of its own. A feature that appears and leaves within one step is not noticed, and nor is
 * an alert or a dialog.
 *
 * kmk_loop_finish waits for the effect that fn returns, as if it were in a kmk_effect_awaited. A replay does not call
 * fn. The end of the store is not the end of its features; see kmk_on_end_or_close.
 *
 * If a feature around this one leaves at the same time, the functions of the inner feature are called first, and all
 * effects belong to the feature that remains.
 *
 * Owns: base consumed, reducer new; free_fn runs once, when no reducer, store or effect contains the new reducer any
 * longer. NULL: a NULL base or fn makes an invalid reducer. Threads: any, callback. Since: 0.4.
 */
kmk_reducer *kmk_on_end(kmk_reducer *base, kmk_end_fn fn, void *user_data, kmk_free_fn free_fn);

/**
 * As kmk_on_end, but fn is also called when the store ends: when it is freed, or its loop is.
 *
 * At the store's end no feature remains. The effect then belongs to the loop and runs to its end, unless the loop is
 * being freed: then the effect does not start. Its actions are dropped. Free the store, call kmk_loop_finish, and then
 * free the loop, so that a last save is complete.
 *
 * Owns: base consumed, reducer new; free_fn runs once, when no reducer, store or effect contains the new reducer any
 * longer. NULL: a NULL base or fn makes an invalid reducer. Threads: any, callback. Since: 0.4.
 */
kmk_reducer *kmk_on_end_or_close(kmk_reducer *base, kmk_end_fn fn, void *user_data,
                                 kmk_free_fn free_fn);

#ifdef __cplusplus
}
#endif
#endif
