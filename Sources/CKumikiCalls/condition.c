/* Evaluates conditions: kumiki/condition.h. */
#include "condition_parts.h"
#include "kumiki_checks.h"
#include "kumiki_conditions.h"
#include "letter_case.h"

#include <stdlib.h>

/* The time is spent in jansson and in letter_case.c. */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

static const char kind[] = "kmk_condition";

/* The values that a condition reads besides its subject. */
typedef struct {
  const kmk_condition *condition;
  const json_t *whole;
  /* The values of the condition's places; NULL: they are read from the whole. */
  const json_t *const *values;
} scope;

static const json_t *find(const kumiki_steps *steps, const json_t *value) {
  const char *token = steps->tokens;
  for (size_t i = 0; i < steps->count && value != NULL; i++) {
    if (json_is_array(value)) {
      char *end;
      bool is_index = token[0] >= '0' && token[0] <= '9' && (token[0] != '0' || token[1] == '\0');
      size_t index = strtoull(token, &end, 10);
      value = is_index && *end == '\0' ? json_array_get(value, index) : NULL;
    } else {
      value = json_object_get(value, token);
    }
    token += strlen(token) + 1;
  }
  return value;
}

static const json_t *read(const kumiki_operand *operand, const json_t *subject,
                          const scope *scope) {
  if (operand->kind >= KUMIKI_LITERAL)
    return operand->literal;
  if (operand->kind == KUMIKI_WHOLE && scope->values != NULL)
    return scope->values[operand->index];
  return find(&scope->condition->places[operand->kind].steps[operand->index],
              operand->kind == KUMIKI_WHOLE ? scope->whole : subject);
}

static kumiki_text text(const json_t *string) {
  return (kumiki_text){json_string_value(string), json_string_length(string)};
}

/* Compares an integer with a real. */
static int mixed_order(json_int_t integer, double real) {
  if (real >= 0x1p63 || real < -0x1p63)
    return real < 0 ? 1 : -1;
  json_int_t whole = (json_int_t)real;
  if (integer != whole)
    return integer < whole ? -1 : 1;
  double rest = real - (double)whole;
  return (rest < 0) - (rest > 0);
}

static int number_order(json_int_t integer, const json_t *number) {
  json_int_t other = json_integer_value(number);
  return json_is_real(number) ? mixed_order(integer, json_real_value(number))
                              : (integer > other) - (integer < other);
}

/* Compares two numbers, or two texts, exactly. Returns false if the values are neither. */
__attribute__((noinline)) static bool compare(const json_t *left, const json_t *right, bool folds,
                                              int *order) {
  if (json_is_string(left) && json_is_string(right)) {
    *order = kumiki_text_order(text(left), text(right), folds);
    return true;
  }
  if (!json_is_number(left) || !json_is_number(right))
    return false;
  double real = json_real_value(left), other = json_real_value(right);
  if (json_is_integer(left))
    *order = number_order(json_integer_value(left), right);
  else if (json_is_integer(right))
    *order = -mixed_order(json_integer_value(right), real);
  else
    *order = (real > other) - (real < other);
  return true;
}

static bool is_nothing(const json_t *value) { return value == NULL || json_is_null(value); }

static bool is_equal(const json_t *left, const json_t *right, bool folds) {
  int order;
  if (is_nothing(left) || is_nothing(right))
    return is_nothing(left) && is_nothing(right);
  return compare(left, right, folds, &order) ? order == 0 : json_equal(left, right);
}

static bool has_element(const json_t *array, const json_t *value, bool folds) {
  for (size_t i = 0; i < json_array_size(array); i++) {
    if (is_equal(json_array_get(array, i), value, folds))
      return true;
  }
  return false;
}

static bool contains(const json_t *value, const json_t *part, bool folds) {
  if (json_is_array(value))
    return is_nothing(part) || has_element(value, part, folds);
  if (!json_is_string(value) || is_nothing(part))
    return json_is_string(value);
  return json_is_string(part) && kumiki_text_contains(text(value), text(part), folds);
}

static bool is_within(const json_t *value, const json_t *low, const json_t *high, bool folds) {
  int order;
  return (json_is_number(value) || json_is_string(value)) &&
         (is_nothing(low) || (compare(value, low, folds, &order) && order >= 0)) &&
         (is_nothing(high) || (compare(value, high, folds, &order) && order <= 0));
}

static bool holds(const kumiki_test_node *node, const json_t *subject, const scope *scope);

/* The elements of an array that satisfy a condition: all of them without a condition. */
static size_t count_rows(const kumiki_test_node *node, const json_t *rows, const scope *scope) {
  size_t count = 0;
  for (size_t i = 0; i < json_array_size(rows); i++)
    count += node->part_count == 0 || holds(node->parts, json_array_get(rows, i), scope);
  return count;
}

static bool holds(const kumiki_test_node *node, const json_t *subject, const scope *scope) {
  if (node->test >= KUMIKI_AND && node->test <= KUMIKI_NOT) {
    bool is_sought = node->test == KUMIKI_OR;
    for (size_t i = 0; i < node->part_count; i++) {
      if (holds(&node->parts[i], subject, scope) == (is_sought || node->test == KUMIKI_NOT))
        return is_sought;
    }
    return !is_sought;
  }
  const json_t *tested = read(&node->subject, subject, scope);
  const json_t *value = read(&node->value, subject, scope);
  const json_t *upper = read(&node->upper, subject, scope);
  switch (node->test) {
  case KUMIKI_EQUALS:
    return is_equal(tested, value, node->folds);
  case KUMIKI_CONTAINS:
    return contains(tested, value, node->folds);
  case KUMIKI_IN:
    return has_element(value, tested, node->folds);
  case KUMIKI_RANGE:
    return is_within(tested, value, upper, node->folds);
  case KUMIKI_EXISTS:
    return (tested != NULL) == node->exists;
  case KUMIKI_EVERY:
    return count_rows(node, tested, scope) == json_array_size(tested);
  case KUMIKI_SOME:
    return count_rows(node, tested, scope) != 0;
  default: {
    json_int_t count = (json_int_t)count_rows(node, tested, scope);
    return (is_nothing(value) || (json_is_number(value) && number_order(count, value) >= 0)) &&
           (is_nothing(upper) || (json_is_number(upper) && number_order(count, upper) <= 0));
  }
  }
}

/* ---- The functions of the header. */

kmk_condition *kmk_condition_new(const json_t *description, kmk_error *error) {
  if (kumiki_checks_are_on())
    kumiki_check_value(description);
  kmk_condition *made = kumiki_condition_read((json_t *)description, error);
  return made != NULL && kumiki_checks_are_on() ? (kmk_condition *)kumiki_handle_once(made, kind)
                                                : made;
}

void kmk_condition_free(kmk_condition *condition) {
  kumiki_condition_release(kumiki_handle_end(condition, kind));
}

static const kmk_condition *of(const kmk_condition *handle) {
  return kumiki_handle_object(handle, kind);
}

bool kmk_condition_holds(const kmk_condition *condition, const json_t *value, const json_t *whole) {
  condition = of(condition);
  if (kumiki_checks_are_on()) {
    kumiki_check_value(value);
    kumiki_check_value(whole);
  }
  return condition != NULL && holds(&condition->root, value, &(scope){condition, whole, NULL});
}

/* ---- For the engine. */

const kmk_condition *kumiki_condition_retain(const kmk_condition *handle) {
  kmk_condition *condition = (kmk_condition *)of(handle);
  if (condition != NULL)
    __atomic_add_fetch(&condition->references, 1, __ATOMIC_RELAXED);
  return condition;
}

void kumiki_condition_release(const kmk_condition *shared) {
  kmk_condition *condition = (kmk_condition *)shared;
  if (condition != NULL && __atomic_sub_fetch(&condition->references, 1, __ATOMIC_ACQ_REL) == 0)
    kumiki_condition_destroy(condition);
}

const char *kumiki_condition_place(const kmk_condition *condition, bool is_in_row, size_t index) {
  const kumiki_places *places = &condition->places[is_in_row ? KUMIKI_SUBJECT : KUMIKI_WHOLE];
  return index < places->count ? places->texts[index] : NULL;
}

bool kumiki_condition_holds(const kmk_condition *condition, const json_t *row,
                            const json_t *const *values) {
  return holds(&condition->root, row, &(scope){condition, NULL, values});
}

#pragma clang attribute pop
