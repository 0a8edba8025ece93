/* 13_shapes: a state whose shape is declared once.
 *
 * Teaches: kmk_shape refuses a mismatch, fills in the members that an older file lacks, and
 *          describes itself as JSON Schema.
 * Run:     cc 13_shapes.c $(pkg-config --cflags --libs kumiki) -o 13_shapes
 * Prints:  the results for some states, and a part of the schema */
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>

#define CONTACT "only {id: unsigned, name: text, phone: text?, favourite: boolean = false}"

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *name = kmk_action_payload(action, "rename");
  if (name != NULL && kmk_state_set(state, "/contacts/0/name", name) != KMK_OK) {
    printf("the reducer was told so too\n");
  }
  return NULL;
}

static kmk_reducer *contacts(void) {
  return kmk_shape(kmk_reducer_new(reduce, NULL, NULL),
                   "only {contacts: [" CONTACT "], query: text = ''}");
}

static void tell(const kmk_diagnostic *issue, void *data) {
  (void)data;
  printf("%s at %s: %s\n", issue->code, issue->path, issue->message);
}

/* Prints the state of a saved file, or why it does not match. */
static json_t *loaded(const char *file) {
  kmk_error error;
  kmk_reducer *reducer = contacts();
  json_t *saved = kmk_json_parse(file, SIZE_MAX, NULL);
  json_t *state = kmk_reducer_complete_state(reducer, saved, &error);
  if (state == NULL)
    printf("%s: %s\n", error.path, error.message);
  json_decref(saved);
  kmk_reducer_free(reducer);
  return state;
}

static void show(const json_t *value) {
  char *text = kmk_json_text(value, JSON_COMPACT);
  printf("%s\n", text);
  kmk_text_free(text);
}

int main(void) {
  loaded("{\"contacts\": [{\"id\": 1, \"name\": null}]}");
  json_t *state = loaded("{\"contacts\": [{\"id\": 1, \"name\": \"Ann\"}]}");
  show(state);

  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, tell, NULL, NULL);
  kmk_store *store = kmk_store_new(loop, contacts(), state, NULL);
  kmk_store_send_text(store, "{\"rename\": 5}", NULL);
  kmk_store_send_text(store, "{\"rename\": \"Bob\"}", NULL);
  json_t *now = kmk_store_state(store);
  show(now);

  kmk_reducer *reducer = contacts();
  json_t *schema = kmk_reducer_describe(reducer, NULL);
  show(json_object_get(json_object_get(schema, "$defs"), "state"));

  kmk_reducer_free(reducer);
  json_decref(schema);
  json_decref(now);
  json_decref(state);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
