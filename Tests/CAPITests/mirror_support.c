#include "mirror_support.h"

/* The last token of a pointer, unescaped, and the container that it refers to. */
static json_t *container_of(json_t *root, const char *path, char key[64]) {
  json_t *here = root;
  while (path != NULL && *path == '/') {
    size_t length = 0;
    for (path++; *path != '\0' && *path != '/'; path++) {
      char c = *path;
      if (c == '~') {
        c = *++path == '0' ? '~' : '/';
      }
      key[length++] = c;
    }
    key[length] = '\0';
    if (*path == '\0') {
      return here;
    }
    here =
        json_is_array(here) ? json_array_get(here, (size_t)atoi(key)) : json_object_get(here, key);
  }
  return NULL;
}

static json_t *take(mirror *m, const char *path) {
  char key[64];
  json_t *container = container_of(m->copy, path, key), *value;
  if (*path == '\0') {
    value = m->copy;
    m->copy = NULL;
    return value;
  }
  if (json_is_array(container)) {
    size_t index = (size_t)atoi(key);
    value = json_incref(json_array_get(container, index));
    m->failed |= json_array_remove(container, index) != 0;
  } else {
    value = json_incref(json_object_get(container, key));
    m->failed |= json_object_del(container, key) != 0;
  }
  return value;
}

static void put(mirror *m, const char *path, json_t *value) {
  char key[64];
  json_t *container = container_of(m->copy, path, key);
  if (*path == '\0') {
    m->copy = value;
  } else if (json_is_array(container)) {
    m->failed |= json_array_insert_new(container, (size_t)atoi(key), value) != 0;
  } else {
    m->failed |= json_object_set_new(container, key, value) != 0;
  }
}

static void apply(const json_t *patch, void *user_data) {
  mirror *m = user_data;
  size_t index;
  json_t *operation;
  m->failed |= json_array_size(patch) == 0;
  json_array_foreach(patch, index, operation) {
    const char *op = json_string_value(json_object_get(operation, "op"));
    const char *path = json_string_value(json_object_get(operation, "path"));
    json_t *value = json_deep_copy(json_object_get(operation, "value"));
    if (strcmp(op, "move") == 0) {
      json_decref(value);
      value = take(m, json_string_value(json_object_get(operation, "from")));
    } else if (strcmp(op, "add") != 0) {
      json_decref(take(m, path));
    }
    if (strcmp(op, "remove") != 0) {
      put(m, path, value);
    }
  }
}

/* kmk_json_patched returns JSON null if the part is missing; the copy is NULL in that case. */
static bool is_copy(const json_t *patched, const json_t *copy) {
  return copy == NULL ? json_is_null(patched) : json_equal(patched, copy);
}

static void follow(const json_t *patch, void *user_data) {
  mirror *m = user_data;
  json_array_append_new(m->patches, json_deep_copy(patch));
  apply(patch, m);
  json_t *patched = kmk_json_patched(m->patched, patch, NULL);
  m->failed |= !is_copy(patched, m->copy);
  json_decref(m->patched);
  /* The mirror must not share values with the state: the next write would have to copy them. */
  m->patched = json_deep_copy(patched);
  json_decref(patched);
}

static void follow_and_return(const json_t *patch, const json_t *inverse, void *user_data) {
  mirror *m = user_data;
  json_t *before = json_deep_copy(m->copy);
  json_array_append_new(m->inverses, json_deep_copy(inverse));
  follow(patch, m);
  json_t *after = json_deep_copy(m->copy);
  json_t *back = kmk_json_patched(m->patched, inverse, NULL);
  apply(inverse, m);
  m->failed |= !is_copy(back, m->copy);
  m->failed |= !(before == NULL && m->copy == NULL) && !json_equal(before, m->copy);
  json_decref(before);
  json_decref(back);
  json_decref(m->copy);
  m->copy = after;
}

static void open_mirror(mirror *m, kmk_store *store, const char *pointer) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  *m = (mirror){.store = store,
                .pointer = pointer,
                .copy = json_deep_copy(value),
                .patched = value != NULL ? json_deep_copy(value) : json_null(),
                .patches = json_array()};
  json_decref(value);
}

void mirror_open(mirror *m, kmk_store *store, const char *pointer) {
  open_mirror(m, store, pointer);
  m->subscription = kmk_store_observe_patches(store, pointer, follow, m, NULL, NULL);
  assert_non_null(m->subscription);
}

void mirror_open_changes(mirror *m, kmk_store *store, const char *pointer) {
  open_mirror(m, store, pointer);
  m->inverses = json_array();
  m->subscription = kmk_store_observe_changes(store, pointer, follow_and_return, m, NULL, NULL);
  assert_non_null(m->subscription);
}

void mirror_check(mirror *m) {
  json_t *value = kmk_store_get(m->store, m->pointer, NULL);
  if (m->failed) {
    char *text = text_of(m->copy), *patches = text_of(m->patches), *back = text_of(m->inverses);
    fail_msg("to %s by %s, back by %s", text, patches, back);
  }
  if (!(value == NULL && m->copy == NULL) && !json_equal(value, m->copy)) {
    char *text = text_of(m->copy), *patches = text_of(m->patches), *state = text_of(value);
    fail_msg("the mirror is %s, the state %s, after %s", text, state, patches);
  }
  json_decref(value);
}

void mirror_close(mirror *m) {
  mirror_check(m);
  kmk_subscription_free(m->subscription);
  json_decref(m->patches);
  json_decref(m->inverses);
  json_decref(m->copy);
  json_decref(m->patched);
}
