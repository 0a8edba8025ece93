/* Makes a condition of its JSON description. */
#include "condition_parts.h"

#include <stdio.h>

/* Runs seldom: small code is better than fast code. */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)

enum { DEEPEST = 64 };

/* The members of a condition, in the order of `names`. */
enum {
  AT,
  PLACE,
  EQUALS,
  CONTAINS,
  IN,
  FROM,
  TO,
  EXISTS,
  FOLD,
  AND,
  OR,
  NOT,
  EVERY,
  SOME,
  COUNT,
  IS,
  MEMBERS
};
static const char names[MEMBERS][9] = {"at",    "place",  "equals", "contains", "in", "from",
                                       "to",    "exists", "fold",   "and",      "or", "not",
                                       "every", "some",   "count",  "is"};
#define BIT(member) (1u << (member))

/* A place in the description: a member or an element of the place above. */
typedef struct step step;
struct step {
  const step *above;
  const char *name; /* NULL: an element */
  size_t index;
  size_t depth;
  int subject; /* the kind of the places that "at" names */
};

typedef struct {
  kmk_condition *condition;
  kmk_error *error;
} reader;

/* ---- Failures. Each function returns false. */

static void write_path(const step *at, char *path, size_t size) {
  if (at == NULL || at->above == NULL)
    return;
  write_path(at->above, path, size);
  char *own = at->name != NULL ? kmk_pointerf("/%s", at->name) : kmk_pointerf("/%zu", at->index);
  size_t length = strlen(path);
  snprintf(path + length, size - length, "%s", own != NULL ? own : "");
  kmk_text_free(own);
}

static bool fail(const reader *reader, kmk_status status, const step *at, const char *found,
                 const char *expected) {
  if (reader->error == NULL)
    return false;
  *reader->error = (kmk_error){.status = status};
  write_path(at, reader->error->path, sizeof reader->error->path);
  snprintf(reader->error->message, sizeof reader->error->message, "%s%s%s", found,
           *found == '\0' ? "" : ", expected ", expected);
  return false;
}

static bool refuse(const reader *reader, const step *at, const json_t *found,
                   const char *expected) {
  static const char *const types[] = {"an object", "an array", "a string", "an integer",
                                      "a real",    "true",     "false",    "null"};
  char text[128];
  if (json_is_string(found))
    snprintf(text, sizeof text, "found \"%.100s\"", json_string_value(found));
  else
    snprintf(text, sizeof text, "found %s", found == NULL ? "nothing" : types[json_typeof(found)]);
  return fail(reader, KMK_ERR_INVALID_ARGUMENT, at, text, expected);
}

static bool fail_memory(const reader *reader) {
  return fail(reader, KMK_ERR_NO_MEMORY, NULL, "", "memory is short");
}

/* ---- Values. */

static bool read_steps(const reader *reader, const step *at, const json_t *pointer,
                       kumiki_steps *steps) {
  const char *from = json_string_value(pointer);
  bool is_pointer = from != NULL && (*from == '/' || *from == '\0') &&
                    strlen(from) == json_string_length(pointer);
  if (!is_pointer)
    return refuse(reader, at, pointer, "a JSON Pointer, such as \"/title\"");
  char *to = steps->tokens = kumiki_copy_text(from);
  if (to == NULL)
    return fail_memory(reader);
  steps->count = 0;
  for (; *from != '\0'; from++) {
    if (*from == '/' && steps->count++ == 0)
      continue;
    if (*from == '~' && from[1] != '0' && from[1] != '1')
      return refuse(reader, at, pointer, "a JSON Pointer, in which ~ is written as ~0");
    *to++ = *from == '/' ? '\0' : *from != '~' ? *from : *++from == '0' ? '~' : '/';
  }
  *to = '\0';
  return true;
}

/* Adds a place, unless the condition already reads it. */
static bool read_place(const reader *reader, const step *at, const json_t *pointer, int kind,
                       kumiki_operand *operand) {
  kumiki_places *places = &reader->condition->places[kind];
  kumiki_steps steps = {0};
  if (!read_steps(reader, at, pointer, &steps)) {
    kumiki_deallocate(steps.tokens);
    return false;
  }
  const char *given = json_string_value(pointer);
  size_t count = places->count, index = 0;
  while (index < count && strcmp(places->texts[index], given) != 0)
    index++;
  *operand = (kumiki_operand){kind, index, NULL};
  if (index < count) {
    kumiki_deallocate(steps.tokens);
    return true;
  }
  char *text = kumiki_copy_text(given);
  char **texts = kumiki_enlarge(places->texts, count * sizeof *texts, (count + 1) * sizeof *texts);
  if (texts != NULL)
    places->texts = texts;
  kumiki_steps *all = kumiki_enlarge(places->steps, count * sizeof *all, (count + 1) * sizeof *all);
  if (all != NULL)
    places->steps = all;
  if (text == NULL || texts == NULL || all == NULL) {
    kumiki_deallocate(text);
    kumiki_deallocate(steps.tokens);
    return fail_memory(reader);
  }
  texts[count] = text;
  all[count] = steps;
  places->count++;
  return true;
}

/* Reads a value: a literal, {"literal": …}, {"at": …} or {"place": …}. */
static bool read_value(const reader *reader, const step *at, json_t *value,
                       kumiki_operand *operand) {
  void *member = json_object_iter(value);
  const char *name = json_object_iter_key(member);
  json_t *inner = json_object_iter_value(member);
  const step below = {at, name, 0, 0, at->subject};
  bool is_alone = json_object_size(value) == 1;
  if (is_alone && strcmp(name, "place") == 0)
    return read_place(reader, &below, inner, KUMIKI_WHOLE, operand);
  if (is_alone && strcmp(name, "at") == 0)
    return read_place(reader, &below, inner, at->subject, operand);
  if (json_is_object(value) && !(is_alone && strcmp(name, "literal") == 0))
    return refuse(reader, at, value,
                  "a value, {\"place\": …}, {\"at\": …} or {\"literal\": an object}");
  json_t *literal = json_is_object(value) ? inner : value;
  *operand = (kumiki_operand){KUMIKI_LITERAL, 0, json_incref(literal)};
  return true;
}

/* Reads an end of a range. */
static bool read_bound(const reader *reader, const step *at, json_t *value, bool is_count,
                       kumiki_operand *operand) {
  if (value == NULL)
    return true;
  if (json_is_object(value) || json_is_number(value) || (json_is_string(value) && !is_count))
    return read_value(reader, at, value, operand);
  return refuse(reader, at, value, is_count ? "a number" : "a number or a text");
}

/* ---- Conditions. */

static bool read_node(const reader *reader, const step *at, const json_t *description,
                      kumiki_test_node *node);

/* Reads the parts of a condition: the conditions of an array, or one. */
static bool read_parts(const reader *reader, const step *at, json_t *parts, bool is_many,
                       kumiki_test_node *node) {
  if (is_many && !json_is_array(parts))
    return refuse(reader, at, parts, "an array of conditions");
  size_t count = is_many ? json_array_size(parts) : 1;
  if (count != 0 && (node->parts = kumiki_allocate(count * sizeof *node->parts)) == NULL)
    return fail_memory(reader);
  if (count != 0)
    memset(node->parts, 0, count * sizeof *node->parts);
  node->part_count = count;
  for (size_t i = 0; i < count; i++) {
    const step below = {at, NULL, i, at->depth + 1, at->subject};
    json_t *part = is_many ? json_array_get(parts, i) : parts;
    if (!read_node(reader, is_many ? &below : at, part, &node->parts[i]))
      return false;
  }
  return true;
}

static bool read_flag(const reader *reader, const step *at, const json_t *value, bool *flag) {
  *flag = json_is_true(value);
  return json_is_boolean(value) || refuse(reader, at, value, "true or false");
}

/* Returns the form of a condition by its members; -1 if there is no such form. */
static int test_of(unsigned members) {
  unsigned range = BIT(FROM) | BIT(TO);
  for (int member = AND; member <= NOT; member++) {
    if (members == BIT(member))
      return member - AND + KUMIKI_AND;
  }
  if (members == (BIT(EVERY) | BIT(IS)) || members == (BIT(SOME) | BIT(IS)))
    return members & BIT(EVERY) ? KUMIKI_EVERY : KUMIKI_SOME;
  if (members & BIT(COUNT))
    return (members & range) != 0 && (members & ~(range | BIT(COUNT) | BIT(IS))) == 0 ? KUMIKI_COUNT
                                                                                      : -1;
  unsigned tests = members & ~(BIT(AT) | BIT(PLACE) | BIT(FOLD));
  if (((members & BIT(AT)) != 0) == ((members & BIT(PLACE)) != 0))
    return -1;
  if (tests != 0 && (tests & ~range) == 0)
    return KUMIKI_RANGE;
  switch (tests) {
  case BIT(EQUALS):
    return KUMIKI_EQUALS;
  case BIT(CONTAINS):
    return KUMIKI_CONTAINS;
  case BIT(IN):
    return KUMIKI_IN;
  case BIT(EXISTS):
    return members & BIT(FOLD) ? -1 : KUMIKI_EXISTS;
  default:
    return -1;
  }
}

static bool read_node(const reader *reader, const step *at, const json_t *description,
                      kumiki_test_node *node) {
  json_t *members[MEMBERS] = {NULL};
  unsigned found = 0;
  const char *name;
  json_t *value;
  if (!json_is_object(description))
    return refuse(reader, at, description, "a condition, which is an object");
  if (at->depth > DEEPEST)
    return fail(reader, KMK_ERR_TOO_DEEP, NULL, "", "the condition has more than 64 levels");
  json_object_foreach((json_t *)description, name, value) {
    int member = 0;
    while (member < MEMBERS && strcmp(names[member], name) != 0)
      member++;
    if (member == MEMBERS) {
      const step below = {at, name, 0, 0, at->subject};
      return fail(reader, KMK_ERR_INVALID_ARGUMENT, &below, "found an unknown member",
                  "at, place, equals, contains, in, from, to, exists, fold, and, or, not, every, "
                  "some, count or is");
    }
    members[member] = value;
    found |= BIT(member);
  }
  int test = test_of(found);
  if (test < 0)
    return fail(reader, KMK_ERR_INVALID_ARGUMENT, at, "",
                "expected the members of one condition: and, or, not; every or some, and is; "
                "count, from or to, and perhaps is; or at or place, with one of equals, contains, "
                "in, exists, or from and to, and perhaps fold");
  node->test = (kumiki_test)test;
  node->value.kind = node->upper.kind = KUMIKI_NOTHING;
#define BELOW(member) (&(const step){at, names[member], 0, at->depth + 1, at->subject})
  if (test >= KUMIKI_AND && test <= KUMIKI_NOT) {
    int member = test - KUMIKI_AND + AND;
    return read_parts(reader, BELOW(member), members[member], member != NOT, node);
  }
  int rows = found & BIT(EVERY) ? EVERY : found & BIT(SOME) ? SOME : COUNT;
  int subject = test >= KUMIKI_EVERY ? rows : found & BIT(AT) ? AT : PLACE;
  if (!read_place(reader, BELOW(subject), members[subject],
                  subject == PLACE ? KUMIKI_WHOLE : at->subject, &node->subject))
    return false;
  const step element = {at, names[IS], 0, at->depth + 1, KUMIKI_ELEMENT};
  if (members[IS] != NULL && !read_parts(reader, &element, members[IS], false, node))
    return false;
  if (members[FOLD] != NULL && !read_flag(reader, BELOW(FOLD), members[FOLD], &node->folds))
    return false;
  if (test == KUMIKI_EXISTS)
    return read_flag(reader, BELOW(EXISTS), members[EXISTS], &node->exists);
  if (test == KUMIKI_IN && !json_is_array(members[IN]) && !json_is_object(members[IN]))
    return refuse(reader, BELOW(IN), members[IN], "an array, {\"place\": …} or {\"at\": …}");
  if (test <= KUMIKI_IN) {
    int member = test - KUMIKI_EQUALS + EQUALS;
    return read_value(reader, BELOW(member), members[member], &node->value);
  }
  bool is_count = test == KUMIKI_COUNT;
  return read_bound(reader, BELOW(FROM), members[FROM], is_count, &node->value) &&
         read_bound(reader, BELOW(TO), members[TO], is_count, &node->upper);
#undef BELOW
}

kmk_condition *kumiki_condition_read(json_t *description, kmk_error *error) {
  kmk_condition *condition = kumiki_allocate(sizeof *condition);
  const reader reader = {condition, error};
  const step root = {.subject = KUMIKI_SUBJECT};
  if (condition == NULL) {
    fail_memory(&reader);
    return NULL;
  }
  memset(condition, 0, sizeof *condition);
  condition->references = 1;
  if (read_node(&reader, &root, description, &condition->root))
    return condition;
  kumiki_condition_destroy(condition);
  return NULL;
}

static void free_node(kumiki_test_node *node) {
  kmk_json_release(node->value.literal);
  kmk_json_release(node->upper.literal);
  for (size_t i = 0; i < node->part_count; i++)
    free_node(&node->parts[i]);
  kumiki_deallocate(node->parts);
}

void kumiki_condition_destroy(kmk_condition *condition) {
  free_node(&condition->root);
  for (int kind = 0; kind <= KUMIKI_ELEMENT; kind++) {
    kumiki_places *places = &condition->places[kind];
    for (size_t i = 0; i < places->count; i++) {
      kumiki_deallocate(places->texts[i]);
      kumiki_deallocate(places->steps[i].tokens);
    }
    kumiki_deallocate(places->texts);
    kumiki_deallocate(places->steps);
  }
  kumiki_deallocate(condition);
}

#pragma clang attribute pop
