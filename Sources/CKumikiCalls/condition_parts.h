/* A condition as the evaluator uses it. condition_read.c makes it from JSON, condition.c evaluates it. */
#ifndef KUMIKI_CONDITION_PARTS_H
#define KUMIKI_CONDITION_PARTS_H

#include "../CJansson/shim.h"
#include "kumiki.h"

/* The unescaped tokens of a JSON Pointer, each with its NUL. */
typedef struct {
  char *tokens;
  size_t count;
} kumiki_steps;

/* The pointers of one kind, each once. */
typedef struct {
  char **texts;
  kumiki_steps *steps;
  size_t count;
} kumiki_places;

/* A value that a condition reads: from the whole, from its subject, or from an element of its subject. */
typedef struct {
  enum { KUMIKI_WHOLE, KUMIKI_SUBJECT, KUMIKI_ELEMENT, KUMIKI_LITERAL, KUMIKI_NOTHING } kind;
  size_t index;    /* among the places of this kind */
  json_t *literal; /* retained */
} kumiki_operand;

/* The test of a condition. Each kind has the name of the member that declares it. */
typedef enum {
  KUMIKI_EQUALS,
  KUMIKI_CONTAINS,
  KUMIKI_IN,
  KUMIKI_RANGE,
  KUMIKI_EXISTS,
  KUMIKI_AND,
  KUMIKI_OR,
  KUMIKI_NOT,
  KUMIKI_EVERY,
  KUMIKI_SOME,
  KUMIKI_COUNT
} kumiki_test;

typedef struct kumiki_test_node kumiki_test_node;
struct kumiki_test_node {
  kumiki_test test;
  bool folds, exists;
  kumiki_operand subject; /* or the rows */
  kumiki_operand value;   /* or the lower end of a range or a count */
  kumiki_operand upper;
  /* The operands of and, or and not; the condition of each row. */
  kumiki_test_node *parts;
  size_t part_count;
};

struct kmk_condition {
  size_t references;
  kumiki_test_node root;
  kumiki_places places[KUMIKI_ELEMENT + 1]; /* by kind */
};

/* Frees a condition, even if it was read only in part. */
void kumiki_condition_destroy(kmk_condition *condition);

/* Makes a condition. */
kmk_condition *kumiki_condition_read(json_t *description, kmk_error *error);

#endif
