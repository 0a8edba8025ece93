/* The Stack of the path tests: {"path": [...]} with counters as elements.
 *
 * Actions of the parent: "add", {"removeAt": index}, "removeAll", {"assign": path},
 * {"document": state}, {"put": entry} at index 1, {"putElement": element} at index 0,
 * {"insert": entry} at the end, {"popFrom": id}, {"popTo": id}, "reverse", {"cancel": id} of effects.
 */
#ifndef KUMIKI_TESTS_STACK_SUPPORT_H
#define KUMIKI_TESTS_STACK_SUPPORT_H

#include "support.h"

#define IN_ELEMENT(id, action) "{'path': {'element': {'id': " id ", 'action': " action "}}}"
#define PUSH(count) "{'path': {'push': {'state': {'count': " count "}}}}"
#define ENTRY(id, count) "{'id': " id ", 'element': {'count': " count "}}"

#define EMPTY "{'path': []}"
#define THREE "{'path': [" ENTRY("0", "0") ", " ENTRY("1", "0") ", " ENTRY("2", "0") "]}"
#define PLAIN_THREE "{'path': [{'count': 0}, {'count': 0}, {'count': 0}]}"

/* What the parent's step saw and what its writes answered. */
typedef struct seen {
  json_t *ids; /* of the path, in each step */
  kmk_status status;
  uint64_t id;
} seen;

kmk_reducer *stack_of(seen *s, kmk_reducer *element);
void open_stack(kit *k, seen *s, const char *initial);

/* Asserts that nothing is in flight. */
void close_stack(kit *k, seen *s);

/* The ids that the parent's last step saw. */
const json_t *last_ids(const seen *s);

/* Starts a timer in each element from the id 0 on. */
void start_timers(kit *k, int count);

#endif
