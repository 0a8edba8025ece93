/* The Stack of the path tests: {"path": [...]} with counters as elements.
 *
 * Actions of the parent: "add", {"assign": path}, {"popFrom": id}.
 */
#ifndef KUMIKI_TESTS_STACK_SUPPORT_H
#define KUMIKI_TESTS_STACK_SUPPORT_H

#include "support.h"

#define PUSH(count) "{'path': {'push': {'state': {'count': " count "}}}}"
#define ENTRY(id, count) "{'id': " id ", 'element': {'count': " count "}}"

#define EMPTY "{'path': []}"
#define THREE "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "0") ", " ENTRY("2", "0") "]}"

/* The values that the parent's step read, and the statuses of its writes. */
typedef struct seen {
  json_t *ids; /* the ids of the path, in each step */
  kmk_status status;
  uint64_t id;
} seen;

kmk_reducer *stack_of(seen *s, kmk_reducer *element);
void open_stack(kit *k, seen *s, const char *initial);

/* Asserts that no effect is running. */
void close_stack(kit *k, seen *s);

#endif
