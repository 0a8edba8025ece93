/* Values that a JSON Schema of kmk_reducer_describe allows, within bounds, for a state at hand. */
#ifndef CHECK_VALUES_H
#define CHECK_VALUES_H

#include "options.h"

/* Several schemas that a value must all match. */
enum { SCHEMAS = 160 };
typedef struct schemas {
  size_t count;
  const json_t *all[SCHEMAS];
} schemas;

/* The feature whose action is being made: its state, the schema of its state, and its pointer from the root. */
typedef struct feature_at {
  const json_t *state;
  schemas form;
  char pointer[1024];
} feature_at;

/* One enumeration. */
typedef struct values {
  const check_options *options;
  const json_t *definitions; /* "$defs" */
  const json_t *root;        /* the whole state */
  /* Told about each part of the state that the result depends on: its pointer, and the kind of look (LOOK_). */
  void (*looked)(const char *pointer, int look, void *data);
  void *data;
  bool is_cut; /* a bound left something out */
} values;

/* A look at a place: whether it is null, which case it has, which rows, or its type. */
enum { LOOK_NULL = 1, LOOK_CASE, LOOK_ROWS, LOOK_TYPE, LOOK_IDS };

/* The value of a look, as a number that differs if the look differs (nearly always). */
uint64_t look_at(const json_t *root, const char *pointer, int look);

void schemas_add(schemas *all, const json_t *schema, const json_t *definitions);

/* Returns the values, new. `path` is the case path or the name that pools are found by; `at` may be NULL. */
json_t *values_of(values *all, const schemas *schemas, const char *path, const feature_at *at);

/* Tells the case paths that a schema of actions declares, whatever the state. */
typedef void (*case_fn)(const char *path, bool is_private, void *data);
/* Tells the slots and the navigation paths of a feature, by their pointers; those in rows are left out. */
typedef void (*slot_fn)(const char *pointer, bool is_path, void *data);
void values_slots(const values *all, const schemas *action, slot_fn fn, void *data);

void values_cases(const values *all, const schemas *action, case_fn fn, void *data);

#endif
