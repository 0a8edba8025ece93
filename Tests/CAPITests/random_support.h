/* Random features, states and actions: what no test was written for.
 *
 * A feature is a description, from which come its reducer, states that fit it, and actions. Its state
 * is {"n": 0, "s": "", and a member for each child, by the child's name: "a", "b", ...}. Every feature
 * has one base reducer, which does what the action says:
 *
 *     {"do": {"writes": [["set", "/a", null], ["push", "/b", {...}]], "effect": {...}}}
 *
 * The same seed gives the same run on every machine.
 */
#ifndef KUMIKI_TESTS_RANDOM_SUPPORT_H
#define KUMIKI_TESTS_RANDOM_SUPPORT_H

#include "support.h"

typedef struct dice {
  uint64_t state;
} dice;

/* From 0 to below, which is not 0. */
size_t roll(dice *d, size_t below);
/* True once in so many times. */
bool one_in(dice *d, size_t times);

/* The operators by which a child is attached. */
typedef enum link_kind {
  LINK_SCOPE,
  LINK_READER, /* a scope that a reader builds */
  LINK_IF_LET,
  LINK_PRESENTATION,
  LINK_PRESENTATION_DESTINATION,
  LINK_FOR_EACH,
  LINK_STACK,
  LINK_NAVIGATION_DESTINATION,
  LINK_KINDS
} link_kind;

enum { MAX_LINKS = 3 };

typedef struct feature feature;

typedef struct feature_link {
  link_kind kind;
  char name[2];
  feature *child; /* the feature itself where it is recursive */
} feature_link;

struct feature {
  bool is_enum; /* its links are cases: {"a": {...}} */
  size_t count;
  feature_link links[MAX_LINKS];
};

bool link_is_slot(const feature_link *link);
bool link_is_path(const feature_link *link);
/* Rows and paths. */
bool link_is_list(const feature_link *link);

/* A feature of at most so many levels. Freed by feature_free. */
feature *random_feature(dice *d, int levels);
void feature_free(feature *f);

/* For people. New. */
json_t *feature_description(const feature *f);

/* New. The features must live as long as it. */
kmk_reducer *feature_reducer(const feature *f);

/* A state of the feature, with at most so many levels of what may be absent. New. */
json_t *random_state(dice *d, const feature *f, int levels);

/* What a link's place may hold; now and then what it may not. New. */
json_t *random_place(dice *d, const feature_link *link, int levels);

/* An action for somewhere in a feature whose state this is: most of them fit. New. */
json_t *random_action(dice *d, const feature *f, const json_t *state, int levels);

/* The way to a part of a state by views: [{"at": "/a", "case": "a.presented"}, {"at": "/b", "case": "b",
 * "id": 7}]. New. */
json_t *random_way(dice *d, const feature *f, const json_t *state);

/* The feature that a way leads to. */
const feature *feature_at(const feature *f, const json_t *way);

/* The part that a way leads to, NULL where nothing or null is. Borrowed. */
const json_t *part_at(const json_t *state, const json_t *way);

/* The pointer of some place in a state, known to the feature or not. */
void random_pointer(dice *d, const feature *f, const json_t *state, char *out, size_t size);

#endif
