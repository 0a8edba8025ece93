/**
 * Declares the actions of a feature, so that all other actions are refused.
 *
 * If a feature written in C declares no cases, the library checks only the parts of an action that operators
 * read. A case that no operator knows goes to the reducers, which cannot refuse it. If cases are declared, a
 * misspelt action or a payload of the wrong kind is refused before any reducer runs, as in a feature written in
 * Swift. The error is KMK_ERR_DECODE, and it states the place and the expected value.
 */
#ifndef KUMIKI_CASES_H
#define KUMIKI_CASES_H

#include "base.h"
#include "reducer.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * One case of an action: its name, and the kind of its payload.
 *
 *     {"increment", NULL}                     no payload: "increment"
 *     {"rename", "text"}                      a value: {"rename": "Ann"}
 *     {"move", "from: integer, to: integer?"} with labels: {"move": {"from": 0, "to": 2}}
 *
 * The types of a payload are integer, unsigned (a non-negative integer), number, text, boolean and any; a
 * question mark after the type means that the payload may also be null or absent. A payload may also be an
 * array or an object whose parts are declared, as in kmk_shape (shape.h):
 * {"load", "[{id: unsigned, name: text}]"}. Declare the payload of a child's action as any: the child's
 * operator checks it.
 *
 * The word private before a name makes the case private: only effects of the feature send it.
 *
 *     {"load", NULL}, {"private loaded", "text"}
 *
 * Any effect that the feature's reducers return may send the case: kmk_effect_send_new, timers, the sender of
 * a kmk_effect_start, the answer of a kmk_effect_catch, the effects of kmk_running. The features around the
 * effect wrap its action as usual. All others are refused before a reducer runs: a program's send and a scoped
 * store's with KMK_ERR_NOT_ALLOWED, a post with the issue "private-case", and an effect of another feature, such
 * as a parent that names its child's case, with both. A test's own sends (kmk_test_send) may contain private
 * cases. A replay repeats what was allowed. In a payload, private stands before a case of a nested action:
 * {"sheet", "(presented: (edit: text | private saved) | dismiss)"}. The private cases of a reducer that a
 * kmk_reader chooses are not judged. A case may still be called private. Since: 0.4.
 */
typedef struct kmk_case {
  const char *name;
  const char *payload; /* NULL means no payload */
} kmk_case;

/**
 * Declares which actions a reducer accepts; any other action is refused with KMK_ERR_DECODE before a reducer
 * runs.
 *
 * The declaration applies to the reducer and all operators attached to it. So attach the children first, then
 * call kmk_cases, and name the cases of the parent's own actions and the cases that contain its children's
 * actions. A kmk_combine accepts every case that any of its reducers declares. If two of its reducers declare
 * the same case, an action of that case must match both declarations. A reducer without declared cases adds
 * none.
 *
 * If an operator or its options use a case that is not declared here, the reducer is invalid, and the error of
 * kmk_store_new names the closest declared case. The reducer is also invalid if an operator's case is declared
 * with a payload that cannot contain an action. A refused action is dropped with the issue "action-misfit" if
 * it was posted, if it came from an effect, or if a dynamic reducer (kmk_reader) refused it. Members of a
 * payload that are not declared are accepted.
 *
 * Owns: array and strings copied, base consumed, result new. NULL: a NULL base, NULL cases if count is not 0,
 * or a NULL name makes an invalid reducer. Fails, through the reducer: INVALID_ARGUMENT (a name with a dot, a
 * string that is not a payload type). Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_cases(kmk_reducer *base, size_t count, const kmk_case *cases);

#ifndef __cplusplus
/* Calls kmk_cases with a list of cases: KMK_CASES(base, {"increment", NULL}, {"rename", "text"}). Since:
 * 0.2. */
#define KMK_CASES(base, ...)                                                                       \
  kmk_cases((base), KMK_COUNT(((const kmk_case[]){__VA_ARGS__})), (const kmk_case[]){__VA_ARGS__})
#endif

/**
 * Handles the actions of one case, as a kmk_reduce_fn handles all actions.
 *
 * @param payload  the action's payload, json_null() for an action without one; borrowed for the call. If the
 *                 payload is an empty object, the function also receives json_null(), unless the case declares
 *                 an object payload (members, labels or a map).
 */
typedef kmk_effect *(*kmk_handle_fn)(kmk_state *state, const json_t *payload, kmk_env *env,
                                     void *user_data);

/* Begins the definition of a static kmk_handle_fn, which may leave parameters unused (KMK_UNUSED). Since:
 * 0.3. */
#define KMK_HANDLE_FN(name)                                                                        \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *payload,           \
                          KMK_UNUSED kmk_env *env, KMK_UNUSED void *user_data)

/** A case of an action, as in kmk_case, and the function that handles it. */
typedef struct kmk_handler {
  const char *name;
  const char *payload;  /* NULL means no payload */
  kmk_handle_fn handle; /* NULL means that another reducer handles the case, such as a child's operator */
} kmk_handler;

/**
 * Creates a reducer from one function per case.
 *
 *     static const kmk_handler counter[] = {
 *         {"increment", NULL, increment},
 *         {"setCount", "integer", set_count},
 *         {"alert", "any", NULL},
 *     };
 *
 * The reducer looks up the action's case and calls its function. The list also declares the cases as kmk_cases
 * does: any other action is refused. So the list must name the cases of attached children too. For a feature in
 * several files, put several of these reducers into a kmk_combine, which accepts the cases of all of them.
 *
 * Owns: array and strings copied, reducer new; free_fn runs once, when no reducer or store contains the new
 * reducer any longer. NULL: NULL handlers if count is not 0, or a NULL name, makes an invalid reducer. Fails,
 * through the reducer: INVALID_ARGUMENT (a name with a dot, a duplicate name, a string that is not a payload
 * type). Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_handlers(size_t count, const kmk_handler *handlers, void *user_data,
                          kmk_free_fn free_fn);

#ifndef __cplusplus
/* Calls kmk_handlers with a list of handlers and no user_data: KMK_HANDLERS({"increment", NULL, increment}).
 * Since: 0.2. */
#define KMK_HANDLERS(...)                                                                          \
  kmk_handlers(KMK_COUNT(((const kmk_handler[]){__VA_ARGS__})),                                    \
               (const kmk_handler[]){__VA_ARGS__}, NULL, NULL)
#endif

/**
 * Creates the reducer for a case that is an alert or a dialog in a slot, and declares the actions of its
 * buttons.
 *
 *     kmk_presentation(parent, "/destination", "destination", NULL,
 *         KMK_COMBINE(kmk_scope_case("detail", "detail", detail()),
 *                     KMK_ALERT("alert", "confirm", "cancel")))
 *
 * While the state is that case, {"presented": {"alert": "confirm"}} reaches the parent, which handles the
 * action, and the alert is dismissed. Any other action of the alert is refused. The result is equivalent to a
 * kmk_scope_case whose reducer does nothing and declares the buttons' actions (kmk_cases), in a slot whose
 * ephemeral_cases include state_case.
 *
 * @param state_case  the name of the case, in the state and in the actions.
 * @param buttons     names of the buttons' actions, which have no payload.
 *
 * Owns: strings and array copied, reducer new. NULL: a NULL state_case, NULL buttons if count is not 0, or a
 * NULL name makes an invalid reducer. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_alert(const char *state_case, size_t count, const char *const *buttons);

#ifndef __cplusplus
/* Calls kmk_alert with a list of buttons. Since: 0.2. */
#define KMK_ALERT(state_case, ...)                                                                 \
  kmk_alert((state_case), KMK_COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})
#endif

#ifdef __cplusplus
}
#endif

#endif
