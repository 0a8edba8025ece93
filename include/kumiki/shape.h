/**
 * Shapes: declare the schema of a feature's state. A value that does not match is refused where it comes in, and members
 * that an older file lacks are filled in.
 *
 * Actions are declared with kmk_cases (cases.h). Both can be written as JSON Schema.
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
 * Declares the schema of a reducer's state, in a string:
 *
 *     kmk_shape(app,
 *       "Contact = {id: unsigned, name: text, phone: text?, favourite: boolean = false};"
 *       "{contacts: [Contact], query: text = '', isLoading: boolean = false,"
 *       " destination: (detail: unsigned | edit: Contact | alert: {title: text})?}")
 *
 *     integer, unsigned (an integer from 0), number, text, boolean, any
 *     K?                       a K, null, or a missing value
 *     [K]                      an array of K
 *     {a: K, b: K = JSON}      an object with these members, and any others, which are kept
 *     only {a: K}              an object with no other members: a misspelt one is refused
 *     [text: K]                an object with any members, each a K
 *     (a | b: K)               an enum: "a", or {"b": K}
 *     Name = K; ...            gives K a name, for use anywhere in the shape, even inside K
 *
 * A default is JSON, with single or double quotes. It replaces a missing member, but not null. Quote a name that contains
 * a character of the grammar.
 *
 * The shape applies to the state at the reducer's place, and a child's shape to the state at the child's place, if the
 * child is present. Null in a slot, or in another place of an optional child, means no child. A row, an element of a
 * navigation path, the payload of a case and the whole state are always present. For a child's member, the parent's shape
 * says any, or adds its own demands. For a slot that may be dismissed, add "?". A path (kmk_stack) is an array of {"id",
 * "element"} once the store has set it up: say [any].
 *
 * - An initial state that does not match is KMK_ERR_DECODE, with the place and the expected shape. So is the state in an
 *   action that presents or pushes, by the shape of the child.
 * - Missing members with a default are added to every value that is put into the state: an initial state, a presented,
 *   pushed or appended value, a reducer's write, a binding's write. If two shapes have a default for one member, the
 *   outer reducer's default is used, or the first one of combined reducers. A default for a whole object is completed by
 *   the object's own shape.
 * - A write is refused if the state would not match afterwards: the write fails with KMK_ERR_INVALID_ARGUMENT, the issue
 *   "state-misfit" is raised, and the state stays as it was. So write a required member together with the object around
 *   it. A write checks its value and the shapes on the way to its place, and nothing else. Writes of operators are
 *   checked in the same way: a dismissal, a push, an undo.
 * - An operator inside, at a place that the shape excludes, makes the reducer invalid: a member that an only object does
 *   not have, a case that an enum does not have, a place inside a string. kmk_store_new names the nearest member. The
 *   same holds for places and cases in an operator's options, and in rows. A store refuses to keep such a place
 *   (observers, lists, derived values, scoped stores, secrets of a recorder): KMK_ERR_INVALID_ARGUMENT. A place in one
 *   case of an enum is accepted whatever the current case is.
 * - A write by an operator or a default that a shape always refuses makes the reducer invalid too: null in a slot that
 *   must have a value, the counts of a kmk_undoable, a default that another shape at its place refuses.
 *
 * kmk_store_new accepts every state that a store with the same reducer has held, so a saved state can be opened.
 *
 * Any operator may be put around a shape. Put the shape around the reducer and everything attached to it, so that the
 * shape covers the whole state. The shape of a reducer chosen by a kmk_reader is not checked.
 *
 * @param shape  nested at most 64 levels deep. A default may leave out members that have defaults themselves. With these
 *               filled in, it must not be larger than a state may be.
 *
 * Owns: base consumed, shape copied, reducer new. NULL: returns an invalid reducer. Fails, through the reducer:
 * INVALID_ARGUMENT (a string that is not a shape, with the byte, what was expected there and what was found; a default
 * that does not match, contains itself or is too large; a write by an operator or a default that a shape always refuses).
 * Threads: any, callback. Since: 0.2.
 */
kmk_reducer *kmk_shape(kmk_reducer *base, const char *shape);

/**
 * Checks that a feature has the shape that the program's types were generated from. Another shape is a configuration
 * error.
 *
 * Code written by `kumiki generate` contains the hash of the shape that it was made from. This function compares that
 * hash with the feature's hash, so kmk_store_new refuses a feature whose shape has changed since:
 *
 *     kmk_store_new(loop, kmk_expect_shape(kmk_feature("contacts"), CONTACTS_HASH), state, &error)
 *
 * @param hashes  one or several hashes as kmk_reducer_hash returns them, separated by spaces. One of them must be the
 *                hash of base, or of the outermost kmk_shape and kmk_cases of base alone.
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
 * The schema contains what was declared with kmk_shape and kmk_cases, with the defaults. At the place of each child it
 * contains the child's state, or null, and the child's actions as in docs/json.md. A named type, and a reducer that
 * contains itself, is a definition of its own that is referenced. Undeclared values, and the states and actions of a
 * reducer chosen by a kmk_reader, are described as true: any value matches. For a feature written in Swift, the schema
 * describes the members and cases whose coding the compiler writes; the rest is true.
 *
 * The schema accepts exactly what a store accepts, with three exceptions. The schema does not require unique ids. It
 * accepts 1.0 for an integer, as JSON Schema does. A store accepts a binding's write to an unknown field or of a wrong
 * type, and raises an issue.
 *
 * Owns: reducer borrowed, result new. NULL: fails with INVALID_ARGUMENT. Fails: INVALID_ARGUMENT or UNKNOWN_FEATURE (the
 * error of an invalid reducer), TOO_DEEP (nested too deeply to be written). Threads: any, callback. Since: 0.2.
 */
json_t *kmk_reducer_describe(const kmk_reducer *reducer, kmk_error *error);

/**
 * Checks a state as the initial state of a store is checked, and fills in the defaults.
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
 * Checks a state that an older program has saved, and fills in the defaults. Works like kmk_reducer_complete_state, but
 * drops old members first.
 *
 * Dropped are members that an only object of the shape does not declare: the older program had them, and the current
 * program no longer needs them. Everywhere else such a member is an error. A snapshot and a store of a database are
 * restored by the same rule. Open objects keep all members.
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
