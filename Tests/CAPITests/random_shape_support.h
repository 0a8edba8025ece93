/* Random shapes, values that fit them, features around them, states and actions: for test_shape_random.
 *
 * A feature is layers around one reducer that writes what its action says, from the inside out:
 *
 *     {"layers": [{"shape": kind}, {"link": "scope", "at": "a", "child": feature}, {"undoable": "/h"}]}
 *
 * A child "self" is the feature itself. A kind is a word, "T" (which contains itself), or {"array": kind},
 * {"map": kind}, {"optional": kind}, {"members": [[name, kind, default?]...], "only": true},
 * {"cases": [[name, kind?]...]}.
 */
#ifndef KUMIKI_TESTS_RANDOM_SHAPE_SUPPORT_H
#define KUMIKI_TESTS_RANDOM_SHAPE_SUPPORT_H

#include "random_support.h"

enum {
  SHAPE_NAMES = 4, /* so many of the names are members of a state; the others come in values */
  ALL_SHAPE_NAMES = 6
};
extern const char *const shape_names[ALL_SHAPE_NAMES];

/* One of the names of a state's members. */
const char *random_name(dice *d);

/* ------------------------------------------------------------------------------ kinds */

/* What the words "T" and "U" stand for in a shape's text. */
#define SHAPE_DEFINITIONS "T = {v: integer = 0, t: T?}; U = (leaf | node: [U] | twin: T); "

/* Kinds of at most so many levels. New. */
json_t *random_kind(dice *d, int levels);
json_t *random_members(dice *d, int levels);
json_t *random_cases(dice *d, int levels);

typedef struct shape_text {
  char *bytes; /* freed by free */
  size_t size;
} shape_text;

/* Appends to a text, which is {NULL, 0} at first. */
void say_text(shape_text *out, const char *what);
/* Appends a kind as kmk_shape reads it. */
void say_kind(shape_text *out, const json_t *kind);

/* ----------------------------------------------------------------------------- values */

/* Any value of at most so many levels. New. */
json_t *random_json(dice *d, int levels);
/* A value of a kind. New. */
json_t *random_fit(dice *d, const json_t *kind, int levels);

/* --------------------------------------------------------------------------- features */

/* A feature of at most so many levels. New. */
json_t *random_shaped_feature(dice *d, int levels, bool is_enum);

/* The reducer of a feature, which must live as long as it. New. */
kmk_reducer *shaped_reducer(json_t *feature, kmk_reducer *self);

/* Whether a write that was refused has changed something. */
extern bool shape_refused_and_changed;

/* ------------------------------------------------------------------ states and actions */

/* A state of a feature, by its last shape and by what its children want. Most of them fit. New. */
json_t *random_shaped_state(dice *d, const json_t *feature, int levels);
/* What is at a link's place in a state of a feature. New. */
json_t *random_shaped_child(dice *d, const json_t *layer, const json_t *feature, int levels);
/* An action for a feature whose state this is. New. */
json_t *random_shaped_action(dice *d, const json_t *feature, json_t *state, int levels);

#endif
