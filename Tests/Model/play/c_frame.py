"""What a printed program may use besides the library: only what is used is printed.

Each part begins with the name that others know it by. A part may use those before it.
"""

from __future__ import annotations

import re

from play.c_frame_calls import CALLS, OBSERVERS
from play.c_frame_derived import DERIVED
from play.c_frame_lists import LISTS
from play.c_frame_moments import MOMENTS
from play.c_frame_reducers import EFFECTS, REDUCERS
from play.c_frame_shared import SHARED, SHARED_OBSERVER
from play.c_program import words

THINGS: list[tuple[str, str]] = [
    ("SECOND", "#define SECOND UINT64_C(1000000000)\n"),
    ("MANY", "#define MANY 1000 /* of each kind of thing */\n"),
    ("loop", "static kmk_loop *loop;\n"),
    ("stores", "static kmk_store *stores[MANY]; /* the first is the store, others are views */\n"),
    ("store_count", "static size_t store_count = 1;\n"),
    ("tasks", "static kmk_task *tasks[MANY];\n"),
    ("task_count", "static size_t task_count;\n"),
    ("senders", "static kmk_sender *senders[MANY];\n"),
    ("sender_count", "static size_t sender_count;\n"),
    ("ids", "static char *ids[MANY];\n"),
    ("id_count", "static size_t id_count;\n"),
    ("json_of", """
/* New; the text has single quotes in place of double ones. */
static json_t *json_of(const char *text) {
  size_t length = strlen(text);
  char *copy = memcpy(malloc(length + 1), text, length + 1);
  for (char *c = copy; *c != '\\0'; c++) {
    if (*c == '\\'') *c = '"';
  }
  json_t *value = json_loads(copy, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
  free(copy);
  return value;
}
"""),
    ("say", """
static void say(const char *what, const json_t *value) {
  char *text = value != NULL ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
  printf("   %s: %s\\n", what, text != NULL ? text : "nothing");
  free(text);
}
"""),
    ("release", "\nstatic void release(void *value) { json_decref(value); }\n"),
    ("answered", """
static void answered(const char *what, kmk_status status) {
  printf("   %s: %s\\n", what, kmk_status_name(status));
}
"""),
    ("taken_store", """
static kmk_store *taken_store(size_t number) {
  kmk_store *store = stores[number];
  stores[number] = NULL;
  return store;
}
"""),
    ("taken_task", """
static kmk_task *taken_task(size_t number) {
  kmk_task *task = tasks[number];
  tasks[number] = NULL;
  return task;
}
"""),
    ("taken_sender", """
static kmk_sender *taken_sender(size_t number) {
  kmk_sender *sender = senders[number];
  senders[number] = NULL;
  return sender;
}
"""),
]

STEPS: list[tuple[str, str]] = [
    ("issue", """
static void issue(const kmk_diagnostic *told_of, void *data) {
  printf("   issue %s at \\"%s\\", action %s\\n", told_of->code, told_of->path,
         told_of->action_case != NULL ? told_of->action_case : "none");
  (void)data;
}
"""),
    ("slot", """
static void slot(const char *pointer) {
  char *id = kmk_store_presentation_id(stores[0], pointer, NULL);
  printf("   %s presents %s\\n", pointer, id != NULL ? id : "nothing");
  kmk_text_free(id);
}
"""),
    ("after", """
static void after(int step) {
  char *text = kmk_store_state_text(stores[0], JSON_COMPACT);
  printf("%d. %zu effects, %s\\n", step, kmk_store_effect_count(stores[0]), text ? text : "null");
  kmk_text_free(text);
}
"""),
    ("show_tasks", """
static void show_tasks(void) {
  for (size_t i = 0; i < task_count; i++) {
    printf("   task %zu: %s\\n", i, kmk_task_is_finished(tasks[i]) ? "finished" : "not finished");
  }
}
"""),
    ("show_views", """
static void show_views(void) {
  for (size_t i = 1; i < store_count; i++) {
    char *text = kmk_store_state_text(stores[i], JSON_COMPACT);
    printf("   view %zu: %s, %s\\n", i, kmk_store_is_valid(stores[i]) ? "valid" : "invalid",
           text != NULL ? text : "nothing");
    kmk_text_free(text);
  }
}
"""),
]

PARTS = THINGS + CALLS + MOMENTS + SHARED + OBSERVERS + LISTS + DERIVED + SHARED_OBSERVER + EFFECTS + REDUCERS + STEPS


def frame(code: str) -> str:
    """The parts that the code needs, and those that they need."""
    needed, chosen = words(code), []
    for name, part in reversed(PARTS):
        if name in needed:
            needed |= words(part)
            chosen.append(part)
    text = "\n".join(part.rstrip("\n") + "\n" * (part[0] == "\n") for part in reversed(chosen))
    return re.sub("\n{3,}", "\n\n", text).strip()
