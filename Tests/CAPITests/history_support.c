#include "history_support.h"

#include <stdio.h>

/* A pointer to somewhere in an object or an array, through a few random steps. */
static void random_path(dice *d, char *path, size_t size) {
  static const char *const keys[] = {"a", "b", "l", "0", "1", "2", "-"};
  size_t length = 0, steps = 1 + roll(d, 3);
  path[0] = '\0';
  for (size_t i = 0; i < steps; i++) {
    length += (size_t)snprintf(path + length, size - length, "/%s", keys[roll(d, COUNT_OF(keys))]);
  }
}

static json_t *random_write(dice *d) {
  static const char *const values[] = {"1", "{'a': 1}", "[1, 2, 3]", "{'l': [{'a': 0}, 1]}",
                                       "null"};
  char from[40], to[40];
  random_path(d, from, sizeof from);
  random_path(d, to, sizeof to);
  switch (roll(d, 10)) {
  case 0:
    return json_pack("{s: [s, o]}", "set", "", json_of(RANDOM_STATE));
  case 1:
  case 2:
    return json_pack("{s: s}", "remove", from);
  case 3:
  case 4:
  case 5:
    return json_pack("{s: [s, s]}", "move", from, to);
  case 6:
  case 7:
    return json_pack("{s: [s, o]}", "set", from, json_of(values[roll(d, COUNT_OF(values))]));
  default:
    return json_pack("{s: [s, o]}", "insert", from, json_of(values[roll(d, COUNT_OF(values))]));
  }
}

json_t *random_writes(dice *d) {
  json_t *writes = json_array();
  for (size_t left = 1 + roll(d, 4); left > 0; left--) {
    json_array_append_new(writes, random_write(d));
  }
  return json_pack("{s: o}", "all", writes);
}

kmk_undo_options part_options(const char *state_path) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.state_path = state_path;
  options.history_path = "/history";
  return options;
}

kmk_store *open_undoable(kit *k, const kmk_undo_options *options, const char *state) {
  return kit_open(k, kmk_undoable(writer(), options), state);
}
