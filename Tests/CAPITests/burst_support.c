#include "burst_support.h"

#include <stdio.h>

enum { PATH = 200, ENOUGH = 7 };

static void note(json_t *written, const char *format, const char *a, const char *b, json_t *value) {
  if (written != NULL) {
    char line[2 * PATH + 20];
    snprintf(line, sizeof line, format, a, b);
    json_array_append_new(written,
                          value == NULL ? json_string(line) : json_pack("[s, O]", line, value));
  }
}

static const char *element(char out[PATH], const char *array, size_t index) {
  snprintf(out, PATH, "%s/%zu", array, index);
  return out;
}

static const char *member(char out[PATH], const char *object, const char *key) {
  snprintf(out, PATH, "%s/%s", object, key);
  return out;
}

static const char *const keys[] = {"a", "b", "l", "n"};

static json_t *random_value(dice *d, bool is_row) {
  static const char *const values[] = {"0",
                                       "1",
                                       "null",
                                       "[]",
                                       "{'n': 0}",
                                       "[1, {'n': 2}, 3]",
                                       "{'l': [{'n': 0}, 1], 'a': {'b': 0}}"};
  if (!is_row) {
    return json_of(values[roll(d, COUNT_OF(values))]);
  }
  return json_pack("{s: i, s: i, s: [i, {s: i}]}", "id", (int)roll(d, 9), "n", (int)roll(d, 2), "l",
                   0, "n", 1);
}

/* A random container below another one, that one included. */
static const json_t *random_container(dice *d, const json_t *here, char path[PATH]) {
  static const char *const names[] = {"a", "b", "l", "n", "o", "rows"};
  for (int steps = 0; steps < 4 && !one_in(d, 3); steps++) {
    const json_t *below = NULL;
    char next[PATH];
    if (json_is_object(here)) {
      const char *name = names[roll(d, COUNT_OF(names))];
      below = json_object_get(here, name);
      member(next, path, name);
    } else if (json_array_size(here) > 0) {
      size_t index = roll(d, json_array_size(here));
      below = json_array_get(here, index);
      element(next, path, index);
    }
    if (json_is_array(below) || json_is_object(below)) {
      here = below;
      strcpy(path, next);
    }
  }
  return here;
}

static void set(kmk_state *state, const char *path, json_t *value, json_t *written) {
  note(written, "set %s", path, "", value);
  kmk_state_set_new(state, path, value);
}

static void insert(kmk_state *state, const char *path, json_t *value, json_t *written) {
  note(written, "insert %s", path, "", value);
  kmk_state_insert_new(state, path, value);
}

static void take_out(kmk_state *state, const char *path, json_t *written) {
  note(written, "remove %s", path, "", NULL);
  kmk_state_remove(state, path);
}

static void move(kmk_state *state, const char *from, const char *to, json_t *written) {
  note(written, "move %s %s", from, to, NULL);
  kmk_state_move(state, from, to);
}

static void write_array(dice *d, kmk_state *state, const char *path, size_t count,
                        json_t *written) {
  char one[PATH], other[PATH];
  bool are_rows = strcmp(path, "/rows") == 0;
  size_t what = count == 0 ? 5 : count > ENOUGH ? 3 : roll(d, 8);
  size_t index = count == 0 ? 0 : roll(d, count);
  if (what < 3) {
    move(state, element(one, path, index), element(other, path, roll(d, count)), written);
  } else if (what < 5) {
    take_out(state, element(one, path, index), written);
  } else if (what < 7) {
    insert(state, element(one, path, roll(d, count + 1)), random_value(d, are_rows), written);
  } else {
    set(state, element(one, path, index), random_value(d, are_rows), written);
  }
}

static void write_object(dice *d, kmk_state *state, const char *path, json_t *written) {
  char one[PATH], other[PATH] = "";
  member(one, path, keys[roll(d, COUNT_OF(keys))]);
  size_t what = roll(d, 8);
  if (what < 5) {
    set(state, one, random_value(d, false), written);
  } else if (what < 7) {
    take_out(state, one, written);
  } else {
    const json_t *container = random_container(d, kmk_state_json(state), other);
    char target[PATH];
    if (json_is_array(container)) {
      element(target, other, roll(d, json_array_size(container) + 1));
    } else {
      member(target, other, keys[roll(d, COUNT_OF(keys))]);
    }
    move(state, one, target, written);
  }
}

static void write_anywhere(dice *d, kmk_state *state, json_t *written) {
  char path[PATH] = "";
  const json_t *root = kmk_state_json(state);
  if (one_in(d, 40)) {
    set(state, "", json_of(BURST_STATE), written);
    return;
  }
  /* Rows more often than what is beside them. */
  const json_t *rows = json_object_get(root, "rows");
  if (json_is_array(rows) && one_in(d, 2)) {
    strcpy(path, "/rows");
    root = rows;
  }
  const json_t *container = random_container(d, root, path);
  if (json_is_array(container)) {
    write_array(d, state, path, json_array_size(container), written);
  } else {
    write_object(d, state, path, written);
  }
}

static void write_rows(dice *d, kmk_state *state, json_t *written) {
  char one[PATH], other[PATH];
  const json_t *rows = kmk_state_get(state, "/rows");
  size_t count = json_array_size(rows), index = count == 0 ? 0 : roll(d, count);
  size_t what = count == 0 ? 5 : count > ENOUGH ? 4 : roll(d, 8);
  element(one, "/rows", index);
  if (what < 3) {
    move(state, one, element(other, "/rows", roll(d, count)), written);
  } else if (what == 4) {
    take_out(state, one, written);
  } else if (what == 5) {
    element(one, "/rows", roll(d, count + 1));
    /* An id that is there is refused. */
    insert(state, one, json_pack("{s: i, s: i}", "id", (int)roll(d, 1 << 30), "n", 0), written);
  } else {
    set(state, member(other, one, "n"), json_integer((json_int_t)roll(d, 3)), written);
  }
}

static kmk_effect *make_burst(kmk_state *state, const json_t *action, kmk_env *env, void *written) {
  (void)env;
  const json_t *rows = kmk_action_payload(action, "edits");
  const json_t *other = kmk_action_payload(action, "other");
  const json_t *burst = rows != NULL ? rows : kmk_action_payload(action, "burst");
  burst = other != NULL ? other : burst;
  if (kmk_action_is(action, "anew")) {
    kmk_state_set_new(state, "", json_of(BURST_STATE));
  }
  dice d = {(uint64_t)json_integer_value(json_array_get(burst, 0))};
  for (json_int_t left = json_integer_value(json_array_get(burst, 1)); left > 0; left--) {
    if (rows != NULL) {
      write_rows(&d, state, written);
    } else {
      write_anywhere(&d, state, written);
    }
  }
  return NULL;
}

kmk_reducer *bursting(json_t *written) { return kmk_reducer_new(make_burst, written, NULL); }

json_t *random_burst(dice *d, const char *name) {
  json_int_t seed = 1 + (json_int_t)roll(d, 1 << 30);
  return json_pack("{s: [I, I]}", name, seed, (json_int_t)(1 + roll(d, 6)));
}
