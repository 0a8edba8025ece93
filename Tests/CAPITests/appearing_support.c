#include "appearing_support.h"

#include <stdio.h>

/* ---------------------------------------------------------------------------- the shelf */

static void note(json_t *statuses, kmk_status status) {
  json_array_append_new(statuses, json_string(kmk_status_name(status)));
}

REDUCER(shelf_step) {
  const json_t *p;
  if ((p = kmk_action_payload(action, "push")) != NULL) {
    note(data, kmk_state_push_new(state, "/path", kmk_json_retain(p), NULL));
  } else if ((p = kmk_action_payload(action, "popFrom")) != NULL) {
    note(data, kmk_state_pop_from(state, "/path", (uint64_t)json_integer_value(p)));
  } else if ((p = kmk_action_payload(action, "find")) != NULL) {
    size_t index;
    note(data, kmk_state_find(state, "/rows", p, &index));
  } else if ((p = kmk_action_payload(action, "append")) != NULL) {
    note(data, kmk_state_insert_new(state, "/rows/-", kmk_json_retain(p)));
  } else if ((p = kmk_action_payload(action, "rename")) != NULL) {
    note(data, kmk_state_set(state, "/rows/0/id", p));
  } else if ((p = kmk_action_payload(action, "writePath")) != NULL) {
    note(data, kmk_state_set(state, "/path", p));
  } else if ((p = kmk_action_payload(action, "writeRows")) != NULL) {
    note(data, kmk_state_set(state, "/rows", p));
  } else if ((p = kmk_action_payload(action, "writeSheet")) != NULL) {
    note(data, kmk_state_set(state, "/sheet", p));
  }
  return NULL;
}

kmk_reducer *shelf(json_t *statuses) {
  kmk_reducer *step = kmk_reducer_new(shelf_step, statuses, NULL);
  return kmk_presentation(
      kmk_for_each(kmk_stack(step, "/path", "path", counter()), "/rows", "rows", NULL, counter()),
      "/sheet", "sheet", NULL, counter());
}

/* ----------------------------------------------------------------------------- the ways */

/* {"put": V} writes "/x", "clear" nulls it, {"document": V} writes the whole, {"append": row} and
 * {"pushed": element} put one into "/list" and "/screens", {"drop": n} removes a row. */
REDUCER(outer_step) {
  json_t *statuses = data;
  const json_t *p;
  if ((p = kmk_action_payload(action, "put")) != NULL) {
    note(statuses, kmk_state_set(state, "/x", p));
  } else if (kmk_action_is(action, "clear")) {
    note(statuses, kmk_state_set_new(state, "/x", json_null()));
  } else if (kmk_action_is(action, "remove")) {
    note(statuses, kmk_state_remove(state, "/x"));
  } else if ((p = kmk_action_payload(action, "document")) != NULL) {
    note(statuses, kmk_state_set(state, "", p));
  } else if ((p = kmk_action_payload(action, "append")) != NULL) {
    note(statuses, kmk_state_insert_new(state, "/list/-", kmk_json_retain(p)));
  } else if ((p = kmk_action_payload(action, "pushed")) != NULL) {
    note(statuses, kmk_state_push_new(state, "/screens", kmk_json_retain(p), NULL));
  } else if ((p = kmk_action_payload(action, "move")) != NULL) {
    note(statuses, kmk_state_set(state, "/store", p));
    note(statuses, kmk_state_move(state, "/store", "/x"));
  }
  return NULL;
}

static kmk_reducer *outer(json_t *statuses) { return kmk_reducer_new(outer_step, statuses, NULL); }

static kmk_reducer *presentation(json_t *statuses) {
  return kmk_presentation(outer(statuses), "/x", "x", NULL, shelf(statuses));
}

static kmk_reducer *destination(json_t *statuses) {
  return kmk_presentation_destination(outer(statuses), "/x", "x", NULL, shelf(statuses));
}

static kmk_reducer *if_let(json_t *statuses) {
  return kmk_if_let(outer(statuses), "/x", "x", NULL, shelf(statuses));
}

static kmk_reducer *scoped(json_t *statuses) {
  kmk_reducer *both[] = {kmk_scope("/x", "x", shelf(statuses)), outer(statuses)};
  return kmk_combine(2, both);
}

static kmk_reducer *cases(json_t *statuses) {
  kmk_reducer *both[] = {kmk_scope_case("counter", "counter", counter()),
                         kmk_scope_case("shelf", "shelf", shelf(statuses))};
  return kmk_presentation(outer(statuses), "/x", "x", NULL, kmk_combine(2, both));
}

static kmk_reducer *listed(json_t *statuses) {
  return kmk_for_each(outer(statuses), "/list", "list", NULL, shelf(statuses));
}

static kmk_reducer *stacked(json_t *statuses) {
  return kmk_stack(outer(statuses), "/screens", "screens", shelf(statuses));
}

static kmk_reducer *navigated(json_t *statuses) {
  return kmk_navigation_destination(outer(statuses), "/screens", "screens", shelf(statuses));
}

static kmk_reducer *bound(json_t *statuses) {
  const kmk_field fields[] = {{"/x", "any"}};
  kmk_reducer *all[] = {kmk_binding_fields("binding", 1, fields), if_let(statuses)};
  return kmk_combine(2, all);
}

static kmk_reducer *nested(kmk_reducer *self, void *statuses) {
  return kmk_if_let(shelf(statuses), "/inner", "inner", NULL, self);
}

static kmk_reducer *recursive(json_t *statuses) {
  kmk_reducer *both[] = {
      kmk_if_let(kmk_combine(0, NULL), "/x", "x", NULL, kmk_recurse(nested, statuses, NULL)),
      outer(statuses)};
  return kmk_combine(2, both);
}

#define NOTHING "{'x': null}"
#define IN_X "{'x': %s}"
#define PRESENTED "{'x': {'presented': %s}}"

const way ways[] = {
    {"a slot that is written", presentation, NOTHING, "{'put': %s}", "'clear'", "/x", PRESENTED},
    {"a slot of the seed's", destination, NOTHING, "{'put': %s}", "'clear'", "/x", PRESENTED},
    {"an action that presents", destination, NOTHING, "{'x': {'present': {'state': %s}}}",
     "{'x': 'dismiss'}", "/x", PRESENTED},
    {"a member that was not there", presentation, "{}", "{'put': %s}", "'remove'", "/x", PRESENTED},
    {"a whole document", presentation, NOTHING, "{'document': {'x': %s}}", "{'document': {}}", "/x",
     PRESENTED},
    {"an optional child", if_let, NOTHING, "{'put': %s}", "'clear'", "/x", IN_X},
    {"an optional child in a document", if_let, "{}", "{'document': {'x': %s}}", "'remove'", "/x",
     IN_X},
    {"a value that is moved there", if_let, NOTHING, "{'move': %s}", "'clear'", "/x", IN_X},
    {"a part", scoped, "{}", "{'put': %s}", "'remove'", "/x", IN_X},
    {"another case", cases, "{'x': {'counter': {'count': 0}}}", "{'put': {'shelf': %s}}",
     "{'put': {'counter': {'count': 1}}}", "/x/shelf", "{'x': {'presented': {'shelf': %s}}}"},
    {"a row", listed, "{'list': [{'id': 'a', 'path': [], 'rows': []}]}", "{'append': %s}", NULL,
     "/list/1", "{'list': {'element': {'id': 'own', 'action': %s}}}"},
    {"rows as a whole", listed, "{'list': []}", "{'document': {'list': [%s]}}", NULL, "/list/0",
     "{'list': {'element': {'id': 'own', 'action': %s}}}"},
    {"an element that a reducer pushes", stacked, "{'screens': []}", "{'pushed': %s}", NULL,
     "/screens/0/element", "{'screens': {'element': {'id': 0, 'action': %s}}}"},
    {"an element that an action pushes", stacked, "{'screens': []}",
     "{'screens': {'push': {'id': 0, 'state': %s}}}", "{'screens': {'popFrom': {'id': 0}}}",
     "/screens/0/element", "{'screens': {'element': {'id': 0, 'action': %s}}}"},
    {"a path that a view sets", navigated, "{'screens': []}", "{'screens': {'setPath': [%s]}}",
     "{'screens': {'setPath': []}}", "/screens/0/element",
     "{'screens': {'element': {'id': 0, 'action': %s}}}"},
    {"a binding's write", bound, NOTHING, "{'binding': {'path': '/x', 'value': %s}}", "'clear'",
     "/x", IN_X},
    {"a recursion", recursive, NOTHING, "{'put': {'path': [], 'rows': [], 'inner': %s}}", "'clear'",
     "/x/inner", "{'x': {'inner': %s}}"},
    {"a level deeper", recursive, NOTHING, "{'put': {'inner': {'inner': {'inner': %s}}}}",
     "'clear'", "/x/inner/inner/inner", "{'x': {'inner': {'inner': {'inner': %s}}}}"},
};
const size_t way_count = COUNT_OF(ways);

/* ---------------------------------------------------------------------------- the scene */

static const char *filled(const char *format, const char *with) {
  static char text[2048];
  const char *gap = strstr(format, "%s");
  int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(gap - format), format, with, gap + 2);
  assert_in_range(length, 1, sizeof text - 1);
  return text;
}

void scene_open(scene *s, kit *k, const way *way, const char *shelf) {
  *s = (scene){k, way, json_array()};
  kit_open(k, way->reducer(s->statuses), way->initial);
  scene_appear(s, shelf);
}

void scene_appear(scene *s, const char *shelf) {
  send_ok(s->kit->store, filled(s->way->appear, shelf));
  json_array_clear(s->statuses);
}

void scene_vanish(scene *s) {
  send_ok(s->kit->store, s->way->vanish);
  json_array_clear(s->statuses);
}

void scene_send(scene *s, const char *action) {
  send_ok(s->kit->store, filled(s->way->wrap, action));
}

void assert_answers(scene *s, const char *expected) {
  char text[512] = "";
  size_t index;
  json_t *status;
  json_array_foreach(s->statuses, index, status) {
    strncat(text, json_string_value(status), sizeof text - strlen(text) - 1);
    strncat(text, " ", sizeof text - strlen(text) - 1);
  }
  if (strcmp(text, expected) != 0) {
    fail_msg("%s: the writes answered %s and not %s", s->way->name, text, expected);
  }
  json_array_clear(s->statuses);
}

const char *part_pointer(const scene *s, const char *pointer) {
  static char text[256];
  snprintf(text, sizeof text, "%s%s", s->way->pointer, pointer);
  return text;
}

void assert_part(scene *s, const char *pointer, const char *expected) {
  json_t *part = kmk_store_get(s->kit->store, part_pointer(s, pointer), NULL);
  json_t *wanted = json_of(expected);
  char *found = text_of(part);
  if (!json_equal(part, wanted)) {
    fail_msg("%s: %s is %s and not %s", s->way->name, part_pointer(s, pointer), found, expected);
  }
  free(found);
  json_decref(part);
  json_decref(wanted);
}

void scene_close(scene *s) {
  json_decref(s->statuses);
  kmk_store_free(s->kit->store);
  s->kit->store = NULL;
}
