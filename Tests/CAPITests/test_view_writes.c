/* Scoped stores write paths through dynamic reducers (A41, G9). */
#include "writer_support.h"

static kmk_status write_path(kmk_store *store, const char *pointer, const char *action_case,
                             const char *path) {
  json_t *json = json_of(path);
  kmk_status status = kmk_store_write_path(store, pointer, action_case, json, NULL);
  json_decref(json);
  return status;
}

/* ------------------------------------------------------------------- paths in a dynamic reducer */

static kmk_reducer *choose_destination(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return kmk_navigation_destination(writer(), "/path", "path", counter());
}

static kmk_reducer *choose_stack(const json_t *state, const json_t *action, void *data) {
  (void)state, (void)action, (void)data;
  return kmk_stack(writer(), "/path", "path", counter());
}

static kmk_reducer *destination(void) { return kmk_reader(choose_destination, NULL, NULL); }
static kmk_reducer *stack(void) { return kmk_reader(choose_stack, NULL, NULL); }

static kmk_reducer *inner_destination(void) {
  return kmk_if_let(writer(), "/in", "in", NULL, destination());
}

#define ONE "{'id': 0, 'element': {'count': 0}}"
#define NEW "{'count': 5}"

TEST(G9_A41_a_path_of_a_reader_is_written_in_its_dialect_from_the_start) {
  static const struct {
    kmk_reducer *(*make)(void);
    const char *initial, *pointer, *action_case, *path, *sent;
  } cases[] = {
      {destination, "{'path': []}", "/path", "path", "[" NEW "]",
       "[{'path': {'setPath': [" NEW "]}}]"},
      {destination, "{'path': [" ONE "]}", "/path", "path", "[]", "[{'path': {'setPath': []}}]"},
      {destination, "{'path': [" ONE "]}", "/path", "path", "[" ONE "]",
       "[{'path': {'setPath': [" ONE "]}}]"},
      {inner_destination, "{'in': {'path': []}}", "/in/path", "in.path", "[" NEW "]",
       "[{'in': {'path': {'setPath': [" NEW "]}}}]"},
      {stack, "{'path': []}", "/path", "path", "[" NEW "]",
       "[{'path': {'push': {'id': 0, 'state': " NEW "}}}]"},
      {stack, "{'path': [" ONE "]}", "/path", "path", "[]", "[{'path': {'popFrom': {'id': 0}}}]"},
  };
  for (size_t i = 0; i < COUNT_OF(cases); i++) {
    /* And again after a first action, when the dynamic reducer has been chosen. */
    for (int is_later = 0; is_later < 2; is_later++) {
      end_store(k);
      kit_open(k, cases[i].make(), cases[i].initial);
      if (is_later) {
        send_ok(k->store, "'noop'");
      }
      json_array_clear(k->log);
      assert_int_equal(write_path(k->store, cases[i].pointer, cases[i].action_case, cases[i].path),
                       KMK_OK);
      assert_json_text(k->log, cases[i].sent);
    }
  }
}
