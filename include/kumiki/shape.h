/**
 * Shapes: declare the schema of a feature's state. The library then refuses any new value that does not match, and fills
 * in members that an older file lacks.
 *
 * Actions are declared with kmk_cases (cases.h). kmk_reducer_describe describes states and actions as JSON Schema.
 */
#ifndef KUMIKI_SHAPE_H
#define KUMIKI_SHAPE_H

#include "base.h"
#include "error.h"
#include "reducer.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Declares the schema of a reducer's state, as a string:
 *
 *     kmk_shape(app,
 *       "Contact = {id: unsigned, name: text, phone: text?, favourite: boolean = false};"
 *       "{contacts: [Contact], query: text = '', isLoading: boolean = false,"
 *       " destination: (detail: unsigned | edit: Contact | alert: {title: text})?}")
 *
 *     integer, unsigned (a non-negative integer), number, text, boolean, any
 *     K?                       a K, null, or a missing value
 *     [K]                      an array of K
 *     {a: K, b: K = JSON}      an object with these members, and any others, which are kept
 *     only {a: K}              an object with no other members: a misspelt one is refused
 *     {transient a: K = JSON}  a transient member: no file, log or undo step contains it
 *     [text: K]                an object with any members, each a K
 *     (a | b: K)               an enum: "a", or {"b": K}
 *     (a | private b: K)       the same; in the actions of a shape file b is private (kmk_case)
 *     Name = K; ...            gives K a name, for use anywhere in the shape, even inside K
 *
 * A default is JSON, with single or double quotes. It is used if the member is missing, not if the member is null. Quote
 * a name that contains a character used in this notation.
 *
 * A transient member needs a default, or "?". It is part of the state, and is observed like any other member. The JSON of
 * snapshots, savers, databases and logs leave it out, with presentations, effects, requests and histories inside it; a
 * restore from them gives it its default. An undo does not change it, and a step that changed only transient members
 * cannot be undone. A snapshot that is restored in the same process brings it back. The id of a row cannot be transient.
 *
 * The shape applies to the state at the reducer's place. A child's shape applies to the state at the child's place while
 * the child is present. A child in a slot, or another optional child, is absent while its place is null. A row, an
 * element of a navigation path, the payload of a case and the whole state are always present. In the parent's shape,
 * declare the child's place as any, or declare the members that the parent requires. Add "?" if the place may be null, as
 * in a slot that can be dismissed. Declare a navigation path (kmk_stack) as [any], because the store turns it into an
 * array of {"id", "element"}.
 *
 * - If an initial state does not match, the call fails with KMK_ERR_DECODE, and the error contains the place and the
 *   expected shape. The state in an action that presents or pushes a feature is checked against the child's shape, and
 *   refused in the same way.
 * - Missing members with a default are added to every value that is put into the state: an initial state, a presented,
 *   pushed or appended value, a reducer's write, or a binding's write. If two shapes have a default for the same member,
 *   the default of the outer reducer is used. In a kmk_combine, the default of the first reducer that has one is used. A
 *   default for a whole object is completed by the object's own shape.
 * - A write is refused if the state would not match afterwards: the write fails with KMK_ERR_INVALID_ARGUMENT, the issue
 *   "state-misfit" is raised, and the state stays as it was. Therefore, write an object and its required members
 *   together, not one after another. The library checks only the written value, and the shapes on the way from the root
 *   of the state to the value's place. Writes by operators (a dismissal, a push, an undo) are checked in the same way.
 * - A shape excludes the undeclared members of an object marked as `only`, the undeclared cases of an enum, and places
 *   inside a string. If an operator inside the shape uses an excluded place, the reducer is invalid, and the error of
 *   kmk_store_new suggests the closest member. The options of operators are checked in the same way, and so are places
 *   inside rows. Observers, lists, derived values, scoped stores and the secrets of a recorder cannot use such a place
 *   either: the call fails with KMK_ERR_INVALID_ARGUMENT. A place in one case of an enum is accepted, whichever case is
 *   current.
 * - The reducer is also invalid if a shape can never accept what an operator would write, or what a default contains:
 *   null in a slot that must have a value, the counts of a kmk_undoable, or a default that another shape at its place
 *   refuses.
 *
 * kmk_store_new accepts any state that a store with the same reducer has held, so it accepts a saved state.
 *
 * Put the shape around the reducer and everything that is attached to it, so that the shape covers the whole state. Any
 * operator may then be put around the shape. The shape of a reducer chosen by a kmk_reader is not checked.
 *
 * @param shape  nested at most 64 levels deep. A default may leave out members that have their own defaults. With these
 *               members filled in, the default must not be larger than a state may be.
 *
 * Owns: base consumed, shape copied, reducer new. NULL: returns an invalid reducer. Fails, through the reducer:
 * INVALID_ARGUMENT (a string that is not a shape; the message contains the byte, what was expected there and what was
 * found; a default that does not match, contains itself or is too large; a write of an operator, or a default, that a
 * shape always refuses). Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_shape(kmk_reducer *base, const char *shape);

/**
 * Checks that a feature has the shape that the program's types were generated from. Any other shape is a configuration
 * error.
 *
 * Code generated by `kumiki generate` contains the hash of the shape that it was made from. This function compares that
 * hash with the feature's hash, so kmk_store_new refuses a feature whose shape has changed since:
 *
 *     kmk_store_new(loop, kmk_expect_shape(kmk_feature("contacts"), CONTACTS_HASH), state, &error)
 *
 * @param hashes  one or more hashes from kmk_reducer_hash, separated by spaces. One of them must be the hash of base, or
 *                the hash of only the declarations in its outermost kmk_shape and kmk_cases.
 *
 * Owns: base consumed, hashes borrowed, reducer new: base itself if its shape is the expected one. NULL: returns an
 * invalid reducer. Fails, through the reducer: INVALID_ARGUMENT (another shape; the message contains both hashes).
 * Threads: any, callback. Since: 0.3.
 */
kmk_reducer *kmk_expect_shape(kmk_reducer *base, const char *hashes);

/**
 * Describes the states and the actions of a reducer as JSON Schema, draft 2020-12.
 *
 *     {"$schema": "https://json-schema.org/draft/2020-12/schema",
 *      "$defs": {"state": {...}, "action": {...}, ...}}
 *
 * The schema contains what was declared with kmk_shape and kmk_cases, including the defaults. At the place of each child,
 * it describes the child's state, or null, and the child's actions as in docs/json.md. A named type, or a reducer that
 * contains itself, has a separate definition that is referenced where it occurs. Undeclared values, and the states and
 * actions of a reducer chosen by a kmk_reader, are described as true: any value matches. For a feature written in Swift,
 * the schema describes the members and cases whose coding the compiler generates, and describes all others as true.
 *
 * Annotations, which do not affect what the schema accepts, say more about actions. "x-private" lists the private cases
 * (kmk_case). Where the actions of a child begin, "x-child", "x-slot", "x-rows" or "x-path" is a pointer, relative to the
 * state of the feature around it, to the child's state, the slot, the rows or the navigation path. "x-case" is the case of
 * a kmk_scope_case. kmk_reducer_hash does not depend on these places.
 *
 * The schema accepts exactly what a store accepts, with three exceptions. The schema does not require unique ids. It
 * accepts 1.0 for an integer, as JSON Schema does. A store accepts a binding's write to an unknown field, or with a value
 * of the wrong type, and raises an issue.
 *
 * Owns: reducer borrowed, result new. NULL: fails with INVALID_ARGUMENT. Fails: INVALID_ARGUMENT or UNKNOWN_FEATURE (the
 * error of an invalid reducer), TOO_DEEP (nested too deeply to be written). Threads: any, callback. Since: 0.2.
 */
json_t *kmk_reducer_describe(const kmk_reducer *reducer, kmk_error *error);

/**
 * Checks a state as if it were the initial state of a store, and fills in the defaults.
 *
 * Use it for a saved state after its migration: a store can be made from the result. A navigation path without ids stays
 * without ids.
 *
 * @return the state, with defaults filled in; NULL if the state does not match.
 *
 * Owns: reducer and state borrowed, result new. NULL: fails with INVALID_ARGUMENT. Fails: DECODE (with the place and the
 * expected shape), TOO_DEEP, INVALID_ARGUMENT or UNKNOWN_FEATURE (the error of an invalid reducer). Threads: any,
 * callback. Since: 0.2.
 */
json_t *kmk_reducer_complete_state(const kmk_reducer *reducer, const json_t *state,
                                   kmk_error *error);

/**
 * Checks a state that an older program saved, and fills in the defaults. Works like kmk_reducer_complete_state, but drops
 * old members first.
 *
 * In objects that the shape marks as `only`, it drops the members that the shape does not declare: the older program had
 * them, and the current program no longer needs them. Restoring a snapshot, or a store from a database, drops such
 * members too. Everywhere else such members are an error. An object declared without `only` keeps all its members.
 *
 * @return the state, with defaults filled in; NULL if the state does not match.
 *
 * Owns: reducer and state borrowed, result new. NULL: fails with INVALID_ARGUMENT. Fails: DECODE (with the place and the
 * expected shape), TOO_DEEP, INVALID_ARGUMENT or UNKNOWN_FEATURE (the error of an invalid reducer). Threads: any,
 * callback. Since: 0.4.
 */
json_t *kmk_reducer_restore_state(const kmk_reducer *reducer, const json_t *state,
                                  kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
