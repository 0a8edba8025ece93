/**
 * Declares what the state of a feature may be, so that what does not fit is refused where it comes
 * in, and what an older file lacks is filled in.
 *
 * Actions are declared with kmk_cases (cases.h). Both describe themselves as JSON Schema.
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
 * Declares what the state of a reducer may be, in a text:
 *
 *     kmk_shape(app,
 *       "Contact = {id: unsigned, name: text, phone: text?, favourite: boolean = false};"
 *       "{contacts: [Contact], query: text = '', isLoading: boolean = false,"
 *       " destination: (detail: unsigned | edit: Contact | alert: {title: text})?}")
 *
 *     integer, unsigned (an integer from 0), number, text, boolean, any
 *     K?                       a K, or null, or nothing
 *     [K]                      an array of K
 *     {a: K, b: K = JSON}      an object with these members, and any others, which are kept
 *     only {a: K}              an object with no other members: a misspelt one is refused
 *     [text: K]                an object with any members, each a K
 *     (a | b: K)               an enum: "a", or {"b": K}
 *     Name = K; ...            gives K a name, by which it is named before and after, also in itself
 *
 * A default is JSON, with single quotes or double ones. It stands in for a member that is missing,
 * and not for null. A name with a mark of the grammar in it stands in quotes.
 *
 * The shape holds for the state at the reducer's place, and so does that of a child at the child's,
 * where it is there: null in a slot, or in another place of an optional child, is no child. A row,
 * an element of a path, the payload of a case and the whole state are always there. Of a child's
 * member the parent says any, or what it wants besides; of a slot that may be dismissed, with "?".
 * A path (kmk_stack) is an array of {"id", "element"} once it is set up: say [any].
 *
 * - A first state that does not fit is KMK_ERR_DECODE, with the place and what was expected. So is
 *   the state of an action that presents or pushes, by the shape of the child.
 * - Members that are missing and have a default are added wherever a state is put in: a first
 *   state, what is presented, pushed or appended, a reducer's write, a view's binding. Where two
 *   shapes have a default for one, the outer reducer's is taken, and the first of combined ones'. A
 *   default of a whole object is as its own shape completes it.
 * - A write that would make the state not fit is refused: KMK_ERR_INVALID_ARGUMENT for it, the
 *   issue "state-misfit", and the state is as it was. So what has to be there is set together with
 *   what it is in. The value is looked at, and the shapes on the way to its place, and nothing
 *   else. So it is with what operators write: a dismissal, a push, an undo.
 * - An operator inside at a place that the shape excludes (a member that an only object does not
 *   have, a case that an enum does not have, a place inside of a text) makes the reducer invalid:
 *   kmk_store_new names the nearest member. The same holds for places and cases in an operator's
 *   options, and in rows. A store refuses such a place where it keeps one (observers, lists,
 *   derived values, views, secrets of a recorder): KMK_ERR_INVALID_ARGUMENT. A place that one case
 *   of an enum has is accepted whatever case is up.
 * - A write that an operator or a default makes, and that a shape refuses each time, makes the
 *   reducer invalid too: null in a slot that has to be there, the counts of a kmk_undoable, a
 *   default that another shape at its place does not take.
 *
 * What a store holds, kmk_store_new of the same reducer takes: a state that was saved can be
 * opened.
 *
 * Any operator may stand around a shape. Put it around the reducer and all that is attached to it,
 * so that it says what the whole may be. What a kmk_reader chooses is run without a look at its
 * shape.
 *
 * @param shape  nested at most 64 deep. A default may leave out what has a default itself; written
 *               out it is no larger than a state may be.
 *
 * Owns: base consumed, text copied, reducer new. NULL: an invalid reducer. Fails, through the
 * reducer: INVALID_ARGUMENT (a text that says nothing; the message names the byte, what was
 * expected there and what was found; a default that does not fit, contains itself or is too large;
 * what operators or defaults write and a shape refuses). Threads: any, callback.
 * Since: 0.2.
 */
kmk_reducer *kmk_shape(kmk_reducer *base, const char *shape);

/**
 * Makes a feature of another shape than a program's types a mistake of the composition.
 *
 * Typed code that `kumiki generate` writes bears the hash of the shape that it was made from. This
 * compares it with the feature's, so that kmk_store_new refuses a feature which has changed since:
 *
 *     kmk_store_new(loop, kmk_expect_shape(kmk_feature("contacts"), CONTACTS_HASH), state, &error)
 *
 * @param hashes  as kmk_reducer_hash gives them, one or several with spaces between; one must be that
 *                of base, or of the outermost kmk_shape and kmk_cases of base by themselves.
 *
 * Owns: base consumed, text borrowed, reducer new: base itself where it fits. NULL: an invalid
 * reducer. Fails, through the reducer: INVALID_ARGUMENT (another shape; the message has both hashes).
 * Threads: any, callback. Since: 0.3.
 */
kmk_reducer *kmk_expect_shape(kmk_reducer *base, const char *hashes);

/**
 * Describes the states and the actions of a reducer as JSON Schema, draft 2020-12.
 *
 *     {"$schema": "https://json-schema.org/draft/2020-12/schema",
 *      "$defs": {"state": {...}, "action": {...}, ...}}
 *
 * What was declared with kmk_shape and kmk_cases is said, with the defaults; and at the place of
 * each child what is said of it: its state, or null, and its actions in the forms of docs/json.md.
 * A kind with a name, and a reducer that contains itself, is a definition of its own that is
 * referred to. Of what nothing was said any value is right: true. So it is of what a kmk_reader
 * chooses. Of a feature written in Swift what its types tell is said, the members and cases whose
 * coding the compiler writes, and true of the rest.
 *
 * What the schema takes a store takes, and the reverse, but for three things. The schema says nothing
 * of ids that must differ, and takes 1.0 for an integer, as JSON Schema does. A binding's write of
 * what is no field, or not of its kind, is an issue and no error, so a store takes the action.
 *
 * Owns: reducer borrowed, result new. NULL: INVALID_ARGUMENT. Fails: INVALID_ARGUMENT or
 * UNKNOWN_FEATURE (an invalid reducer: its mistake), TOO_DEEP (nested too deep to be written).
 * Threads: any, callback. Since: 0.2.
 */
json_t *kmk_reducer_describe(const kmk_reducer *reducer, kmk_error *error);

/**
 * Looks at a state as the first one of a store is looked at, and fills in what has a default.
 *
 * For a state that was saved, after its migration: what this returns makes a store. A plain path
 * stays plain.
 *
 * @return the state, or one with defaults in it; NULL where it does not fit.
 *
 * Owns: reducer and state borrowed, result new. NULL: INVALID_ARGUMENT. Fails: DECODE (with the
 * place and what was expected), TOO_DEEP, INVALID_ARGUMENT or UNKNOWN_FEATURE (an invalid reducer:
 * its mistake). Threads: any, callback. Since: 0.2.
 */
json_t *kmk_reducer_complete_state(const kmk_reducer *reducer, const json_t *state,
                                   kmk_error *error);

/**
 * Does what kmk_reducer_complete_state does, for a state that an older program has saved.
 *
 * First it leaves out members that an only object of the shape does not declare: the older program
 * had them, and this one no longer needs them. Everywhere else such a member is a mistake. A
 * snapshot and a store of a database are restored by the same rule; open objects keep all members.
 *
 * Owns: reducer and state borrowed, result new. NULL: INVALID_ARGUMENT. Fails: as
 * kmk_reducer_complete_state. Threads: any, callback. Since: 0.4.
 */
json_t *kmk_reducer_restore_state(const kmk_reducer *reducer, const json_t *state,
                                  kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
