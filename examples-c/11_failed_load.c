/* 11_failed_load: work that may fail, and a field that a view writes.
 *
 * Teaches: kmk_effect_catch turns an effect's error into an action, so that loading ends either way;
 *          kmk_binding_fields declares the fields that a view may write.
 * Run:     cc 11_failed_load.c $(pkg-config --cflags --libs kumiki) -o 11_failed_load
 * Prints:  the state after each step */
#include <kumiki.h>
#include <stdio.h>

/* Runs on a worker thread of the library, so it may block. */
static void read_file(kmk_sender *sender, void *data) {
  (void)data;
  FILE *file = fopen("/nowhere/at/all", "r");
  if (file == NULL) {
    kmk_sender_fail_new(sender, json_pack("{s:s}", "reason", "no such file"));
    return;
  }
  fclose(file);
  kmk_sender_send_new(sender, json_string("loaded"));
}

/* The error as an action: {"failed": {"reason": ...}}. */
static json_t *load_failed(const json_t *error, void *data) {
  (void)data;
  return json_pack("{s:O}", "failed", error);
}

static kmk_effect *reader(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *error = kmk_action_payload(action, "failed");
  if (kmk_action_is(action, "load")) {
    kmk_state_set_new(state, "/loading", json_true());
    return kmk_effect_catch(kmk_effect_blocking(read_file, NULL, NULL), load_failed, NULL, NULL);
  }
  if (kmk_action_is(action, "loaded") || error != NULL) {
    kmk_state_set_new(state, "/loading", json_false());
  }
  if (error != NULL) {
    kmk_state_set(state, "/alert", json_object_get(error, "reason"));
  }
  return NULL;
}

static void show(kmk_store *store, const char *when) {
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("%s: %s\n", when, text);
  kmk_text_free(text);
}

static void write_field(kmk_store *store, const char *pointer, json_t *value) {
  kmk_store_write_binding(store, "binding", pointer, value, NULL);
  json_decref(value);
}

static void tell(const kmk_diagnostic *issue, void *data) {
  (void)data;
  printf("%s: %s\n", issue->code, issue->message);
}

int main(void) {
  static const kmk_field fields[] = {{"/path", "text"}};
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_loop_set_diagnostics(loop, tell, NULL, NULL);
  kmk_reducer *members[] = {kmk_binding_fields("binding", 1, fields),
                            kmk_reducer_new(reader, NULL, NULL)};
  json_t *initial = json_pack("{s:s,s:b,s:n}", "path", "", "loading", 0, "alert");
  kmk_store *store = kmk_store_new(loop, kmk_combine(2, members), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "11_failed_load: %s\n", error.message);
    return 1;
  }
  write_field(store, "/path", json_string("notes.txt"));
  write_field(store, "/loading", json_true()); /* the view may not write this field */
  show(store, "written");
  kmk_store_send_text(store, "\"load\"", NULL);
  show(store, "loading");
  kmk_loop_run_until_idle(loop, -1, NULL);
  show(store, "failed");
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
