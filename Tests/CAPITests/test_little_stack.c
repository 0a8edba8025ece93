/* Calls that read or write text, on threads with a small stack (M170). */
#include "shared_support.h"
#include "support.h"

#include <kumiki_test.h>

#include <stdio.h>
#include <unistd.h>

static kmk_store *made(kmk_reducer *reducer, kmk_error *error) {
  kmk_loop *loop = kmk_loop_new_virtual(error);
  json_t *state = json_object();
  kmk_store *store = loop == NULL ? NULL : kmk_store_new(loop, reducer, state, error);
  json_decref(state);
  if (store == NULL)
    kmk_loop_free(loop);
  return store;
}

static void end(kmk_store *store) {
  kmk_loop *loop = kmk_store_loop(store);
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* Creates a store from a reducer that was built from text. */
static kmk_status composed(kmk_reducer *reducer) {
  kmk_error error = {.status = KMK_OK};
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *state = json_object();
  kmk_store_free(kmk_store_new(loop, reducer, state, &error));
  kmk_loop_free(loop);
  json_decref(state);
  return error.status;
}

static kmk_status a_default(void) { return composed(kmk_shape(kmk_empty(), "{n: any = 3}")); }

static kmk_status a_quoted_name(void) {
  return composed(kmk_shape(kmk_empty(), "{'a name': text?}"));
}

static kmk_status a_payload(void) {
  return composed(KMK_CASES(kmk_empty(), {"move", "from: integer, 'to be': integer?"}));
}

static kmk_status a_field(void) {
  return composed(KMK_BINDING_FIELDS("binding", {"/a", "{'b': text}?"}));
}

static kmk_status a_text(void) {
  kmk_error error = {.status = KMK_OK};
  json_decref(kmk_json_parse("{\"a\": [1]}", 10, &error));
  return error.status;
}

static kmk_status an_action(void) {
  kmk_error error = {.status = KMK_OK};
  kmk_store *store = made(counter(), &error);
  if (store == NULL)
    return error.status;
  kmk_store_send_text(store, "\"inc\"", &error);
  end(store);
  return error.status;
}

static kmk_status a_description(void) {
  kmk_error error = {.status = KMK_OK};
  kmk_reducer *reducer = KMK_CASES(kmk_empty(), {"a", "integer"});
  json_decref(kmk_reducer_describe(reducer, &error));
  if (error.status == KMK_OK)
    kmk_text_free(kmk_reducer_hash(reducer, &error));
  kmk_reducer_free(reducer);
  return error.status;
}

static kmk_status a_snapshot(void) {
  kmk_error error = {.status = KMK_OK};
  kmk_store *store = made(kmk_undoable(counter(), NULL), &error);
  if (store == NULL)
    return error.status;
  kmk_snapshot *snapshot = kmk_store_snapshot(store, &error);
  json_t *saved = snapshot == NULL ? NULL : kmk_snapshot_json(snapshot, 1, &error);
  kmk_snapshot_free(snapshot);
  snapshot = saved == NULL ? NULL : kmk_snapshot_new(saved, NULL, &error);
  if (snapshot != NULL)
    kmk_store_restore(store, snapshot, &error);
  kmk_snapshot_free(snapshot);
  json_decref(saved);
  end(store);
  return error.status;
}

static kmk_status a_log(void) {
  kmk_error error = {.status = KMK_OK};
  kmk_store *store = made(counter(), &error);
  if (store == NULL)
    return error.status;
  kmk_recorder *recorder = kmk_recorder_new(store, in_folder("little.jsonl"), NULL, &error);
  if (recorder != NULL) {
    kmk_recorder_free(recorder);
    kmk_replay_free(kmk_replay_open(in_folder("little.jsonl"), counter(), &error));
  }
  end(store);
  unlink(in_folder("little.jsonl"));
  return error.status;
}

static kmk_status stored(kmk_shared *shared, kmk_error *error) {
  if (shared == NULL)
    return error->status;
  kmk_shared_set_new(shared, "", json_pack("{s:[i]}", "a", 2), error);
  kmk_shared_free(shared);
  return error->status;
}

static kmk_status a_file(void) {
  kmk_error error = {.status = KMK_OK};
  json_t *initial = json_object();
  kmk_status status = stored(kmk_shared_file(in_folder("little.json"), initial, &error), &error);
  json_decref(initial);
  return status;
}

static kmk_status a_setting(void) {
  kmk_error error = {.status = KMK_OK};
  json_t *initial = json_object();
  kmk_status status = stored(kmk_shared_setting("little", initial, &error), &error);
  json_decref(initial);
  return status;
}

static void note_failure(const char *file, int line, const char *message, void *failure) {
  (void)file, (void)line;
  snprintf(failure, 200, "%s", message);
}

static kmk_status a_test(void) {
  kmk_error error = {.status = KMK_OK};
  char failure[200] = "";
  json_t *state = json_of("{'count': 0}");
  kmk_test_store *test = kmk_test_store_new(counter(), state, &error);
  json_decref(state);
  if (test == NULL)
    return error.status;
  kmk_test_store_on_failure(test, note_failure, failure);
  bool is_right = kmk_test_send_text(test, "'inc'", "{'count': 1}");
  kmk_test_store_on_failure(test, note_failure, failure);
  kmk_test_store_free(test);
  if (is_right)
    return KMK_OK;
  return strstr(failure, "nested too deep") != NULL && strstr(failure, "no JSON") == NULL
             ? KMK_ERR_TOO_DEEP
             : KMK_ERR_JSON;
}

static const struct {
  const char *name;
  kmk_status (*call)(void);
} calls[] = {{"a default", a_default},
             {"a quoted name", a_quoted_name},
             {"a payload", a_payload},
             {"a field", a_field},
             {"a text", a_text},
             {"an action", an_action},
             {"a description", a_description},
             {"a snapshot", a_snapshot},
             {"a log", a_log},
             {"a file", a_file},
             {"a setting", a_setting},
             {"a test", a_test}};

typedef struct trial {
  kmk_status (*call)(void);
  kmk_status status;
} trial;

static void *run_trial(void *data) {
  trial *t = data;
  t->status = t->call();
  return NULL;
}

/* The stack size, in KiB, that is always enough for shallow values, as docs/engine/reliability.md says. */
#define ENOUGH 256

FILE_TEST(M170_on_little_stack_each_call_works_or_is_too_deep) {
  (void)k;
  write_file(in_folder("little.json"), "{\"a\": [1]}");
  const size_t sizes[] = {64, 80, 96, 128, 192, ENOUGH};
  for (size_t i = 0; i < COUNT_OF(calls); i++) {
    for (size_t j = 0; j < COUNT_OF(sizes); j++) {
      trial t = {.call = calls[i].call, .status = KMK_ERR_BUSY};
      run_in_stack(sizes[j] * 1024, run_trial, &t);
      bool may_be_refused = sizes[j] < ENOUGH;
      if (t.status != KMK_OK && !(may_be_refused && t.status == KMK_ERR_TOO_DEEP))
        fail_msg("%s on %zu KiB: %s", calls[i].name, sizes[j], kmk_status_name(t.status));
    }
  }
}
