#define _POSIX_C_SOURCE 200809L

#include "kiln_support.h"

#include <unistd.h>

int kiln_heat = 0;

static char folder[64];

static int measure(int hour) { return kiln_heat < 0 ? kiln_heat : kiln_heat + hour; }

int kiln_group_setup(void **state) {
  (void)state;
  return kiln_register(measure);
}

/* The program keeps its firings in its working folder. */
int kiln_setup(void **state) {
  strcpy(folder, "/tmp/kumiki-kiln-XXXXXX");
  if (mkdtemp(folder) == NULL || chdir(folder) != 0 || mixed_setup(state) != 0)
    return 1;
  kiln_heat = 1000;
  mixed *m = *state;
  m->store = kmk_store_open(m->loop, "Kiln", NULL, NULL);
  return m->store == NULL;
}

int kiln_teardown(void **state) {
  int failed = mixed_teardown(state);
  unlink("firings.json");
  return failed || chdir("/") != 0 || rmdir(folder) != 0;
}

static void write_field(const mixed *m, const char *pointer, json_t *value) {
  assert_int_equal(
      kmk_store_write_binding(m->store, "destination.presented.add.binding", pointer, value, NULL),
      KMK_OK);
  json_decref(value);
}

void kiln_add(const mixed *m, const char *name, int hours) {
  mixed_send(m, "'addTapped'");
  write_field(m, "/firing/name", json_string(name));
  write_field(m, "/firing/hours", json_integer(hours));
  mixed_send(m, "'saveTapped'");
}

kmk_store *kiln_screen(const mixed *m, size_t level, const char *screen_case) {
  char pointer[64];
  snprintf(pointer, sizeof pointer, "/path/%zu/id", level);
  json_t *id = kmk_store_get(m->store, pointer, NULL);
  kmk_store *element = kmk_store_scope_element(m->store, "/path", "path", id, NULL);
  snprintf(pointer, sizeof pointer, "/%s", screen_case);
  kmk_store *screen = kmk_store_scope(element, pointer, screen_case, NULL);
  assert_non_null(screen);
  kmk_store_free(element);
  json_decref(id);
  return screen;
}

void kiln_press(kmk_store *store, const char *pointer, const char *case_path, int button) {
  char place[128], path[128];
  snprintf(place, sizeof place, "%s/buttons/%d/action", pointer, button);
  json_t *answer = kmk_store_get(store, place, NULL);
  assert_non_null(answer);
  bool answers = !json_is_null(answer);
  snprintf(path, sizeof path, "%s.%s", case_path, answers ? "presented" : "dismiss");
  assert_int_equal(kmk_store_send_at(store, path, answers ? answer : NULL, NULL), KMK_OK);
  json_decref(answer);
}

void kiln_assert(kmk_store *store, const char *pointer, const char *expected) {
  const mixed m = {.store = store};
  mixed_assert(&m, pointer, expected);
}

kmk_store *kiln_light(const mixed *m) {
  kiln_add(m, "vases", 2);
  mixed_send(m, "{'show': {'id': 1}}");
  kmk_store *detail = kiln_screen(m, 0, "detail");
  assert_int_equal(kmk_store_send_text(detail, "\"lightTapped\"", NULL), KMK_OK);
  kmk_store_free(detail);
  kmk_store *burn = kiln_screen(m, 1, "burn");
  assert_int_equal(kmk_store_send_text(burn, "\"light\"", NULL), KMK_OK);
  return burn;
}

kmk_shared *kiln_share(kmk_shared *(*make)(const char *, const json_t *, kmk_error *),
                       const char *name, const char *initial) {
  json_t *value = mixed_json(initial);
  kmk_shared *shared = make(name, value, NULL);
  json_decref(value);
  assert_non_null(shared);
  return shared;
}

void kiln_assert_shared(kmk_shared *shared, const char *pointer, const char *expected) {
  json_t *value = kmk_shared_get(shared, pointer, NULL), *wanted = mixed_json(expected);
  assert_non_null(value);
  if (!json_equal(value, wanted)) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    fail_msg("%s is %s, not %s", pointer, text, expected);
  }
  json_decref(value);
  json_decref(wanted);
}
