/**
 * Declares the actions that a feature knows, so that any other is refused.
 *
 * Of a feature written in C an action is checked as far as an operator reads it; a case that no
 * operator knows goes to the reducers, which have no way to refuse it. With its cases declared, a
 * feature answers a misspelt action, or a payload of the wrong kind, as one written in Swift does:
 * with KMK_ERR_DECODE, the place, and what was expected there, before any reducer has run.
 */
#ifndef KUMIKI_CASES_H
#define KUMIKI_CASES_H

#include "base.h"
#include "reducer.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A case that an action may be.
 *
 *     {"increment", NULL}                     no payload: "increment"
 *     {"rename", "text"}                      one: {"rename": "Ann"}
 *     {"move", "from: integer, to: integer?"} with labels: {"move": {"from": 0, "to": 2}}
 *
 * A payload is integer, unsigned (an integer from 0), number, text, boolean or any; with a question
 * mark null and absence are right too. It may have parts too, written as in kmk_shape (shape.h):
 * {"load", "[{id: unsigned, name: text}]"}. The payload of a child's action is any: its operator checks
 * it.
 */
typedef struct kmk_case {
  const char *name;
  const char *payload; /* NULL: there is none */
} kmk_case;

/**
 * Declares which actions a reducer knows; any other is KMK_ERR_DECODE, and nothing runs.
 *
 * It holds for the reducer and all that is attached to it, so put it around them, and name the
 * cases of the parent's own actions and those under which its children's actions stand. In a
 * kmk_combine the cases of its members are joined: what one of them names the others let through,
 * and what two name has to be right for both. A member that names none adds none. An operator whose
 * case is not named, at its place or in its options, makes the reducer invalid, and kmk_store_new
 * names the nearest case. The same holds for an operator whose case has a payload that can contain
 * no action. An action that is refused in a reader, a post or an effect is dropped with the issue
 * "action-misfit". Members of a payload that are not named here are let through.
 *
 * Owns: array and texts copied, base consumed, result new. NULL: NULL base, NULL cases with a count
 * or a NULL name makes an invalid reducer. Fails, through the reducer: INVALID_ARGUMENT (a name
 * with a dot, a text that is no payload). Threads: any, callback. Since: 0.1.
 */
kmk_reducer *kmk_cases(kmk_reducer *base, size_t count, const kmk_case *cases);

#ifndef __cplusplus
/* kmk_cases of what stands here: KMK_CASES(base, {"increment", NULL}, {"rename", "text"}).
 * Since: 0.2. */
#define KMK_CASES(base, ...)                                                                       \
  kmk_cases((base), KMK_COUNT(((const kmk_case[]){__VA_ARGS__})), (const kmk_case[]){__VA_ARGS__})
#endif

/**
 * Answers the actions of one case, as kmk_reduce_fn answers all of them.
 *
 * @param payload  what the action carries, json_null() where that is nothing; borrowed for the call. {} is
 *                 nothing too, but where the case's payload is declared as an object: with members, labels
 *                 or as a map.
 */
typedef kmk_effect *(*kmk_handle_fn)(kmk_state *state, const json_t *payload, kmk_env *env,
                                     void *user_data);

/* The head of a kmk_handle_fn: see KMK_UNUSED. Since: 0.3. */
#define KMK_HANDLE_FN(name)                                                                        \
  static kmk_effect *name(KMK_UNUSED kmk_state *state, KMK_UNUSED const json_t *payload,           \
                          KMK_UNUSED kmk_env *env, KMK_UNUSED void *user_data)

/** A case that an action may be, as kmk_case says it, and the function that answers it. */
typedef struct kmk_handler {
  const char *name;
  const char *payload;  /* NULL: there is none */
  kmk_handle_fn handle; /* NULL: another reducer answers it, a child's operator for example */
} kmk_handler;

/**
 * Makes a reducer of a function for each case.
 *
 *     static const kmk_handler counter[] = {
 *         {"increment", NULL, increment},
 *         {"setCount", "integer", set_count},
 *         {"alert", "any", NULL},
 *     };
 *
 * It is a reducer that looks the case up and calls its function, with kmk_cases of the same list: any
 * other action is refused. So the list names the cases of the children that are attached to it too. A
 * feature in several files has several of them in a kmk_combine, which knows the cases of all.
 *
 * Owns: array and texts copied, reducer new; free_fn runs when the last reducer and store that contain
 * it have gone. NULL: NULL handlers with a count or a NULL name makes an invalid reducer. Fails, through
 * the reducer: INVALID_ARGUMENT (a name with a dot, a name twice, a text that is no payload). Threads:
 * any, callback. Since: 0.2.
 */
kmk_reducer *kmk_handlers(size_t count, const kmk_handler *handlers, void *user_data,
                          kmk_free_fn free_fn);

#ifndef __cplusplus
/* kmk_handlers of what stands here, without user_data: KMK_HANDLERS({"increment", NULL, increment}).
 * Since: 0.2. */
#define KMK_HANDLERS(...)                                                                          \
  kmk_handlers(KMK_COUNT(((const kmk_handler[]){__VA_ARGS__})),                                    \
               (const kmk_handler[]){__VA_ARGS__}, NULL, NULL)
#endif

/**
 * Makes the case of a destination that is an alert or a dialog, with the actions of its buttons.
 *
 *     kmk_presentation(parent, "/destination", "destination", NULL,
 *         KMK_COMBINE(kmk_scope_case("detail", "detail", detail()),
 *                     KMK_ALERT("alert", "confirm", "cancel")))
 *
 * While the state is that case, {"presented": {"alert": "confirm"}} reaches the parent, which answers
 * it, and the alert goes; any other action of it is refused. It stands for a kmk_scope_case of a
 * reducer that does nothing and knows these cases (kmk_cases), in a slot that has the case among its
 * ephemeral_cases.
 *
 * @param state_case  the case of the state, and of the actions.
 * @param buttons     the names of their actions, without payload.
 *
 * Owns: texts and array copied, reducer new. NULL: NULL state_case, NULL buttons with a count or a
 * NULL name makes an invalid reducer. Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_alert(const char *state_case, size_t count, const char *const *buttons);

#ifndef __cplusplus
/* kmk_alert of the buttons that stand here. Since: 0.2. */
#define KMK_ALERT(state_case, ...)                                                                 \
  kmk_alert((state_case), KMK_COUNT(((const char *[]){__VA_ARGS__})), (const char *[]){__VA_ARGS__})
#endif

#ifdef __cplusplus
}
#endif

#endif
