/* 15_snapshot: a kitchen timer that continues after the program has ended.
 *
 * Teaches: kmk_store_snapshot makes a snapshot of a store, with its ids and the elapsed time of its
 *          state-driven effects. The next run continues from the saved snapshot, even if its states
 *          have another shape. In an open store, kmk_store_restore goes back to a snapshot.
 * Run:     cc 15_snapshot.c $(pkg-config --cflags --libs kumiki) -o 15_snapshot
 * Prints:  the state at each point: expected/15_snapshot.txt */
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>

#define VERSION 2

/* Rings once, that many seconds after they were set in the state. */
static kmk_effect *ring(const json_t *seconds, kmk_env *env, void *data) {
  (void)env, (void)data;
  return kmk_effect_after_new(KMK_SECONDS((uint64_t)json_integer_value(seconds)),
                              json_string("ring"));
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "set"))
    kmk_state_set(state, "/seconds", kmk_action_payload(action, "set"));
  if (kmk_action_is(action, "ring")) {
    kmk_state_set_new(state, "/seconds", json_null());
    kmk_state_set_new(state, "/rung", json_true());
  }
  return NULL;
}

/* The egg does not wait for the program: the timer is due at a date. */
static kmk_reducer *kitchen(void) {
  kmk_running_options timer = KMK_RUNNING_OPTIONS_INIT;
  timer.time = KMK_TIME_DEADLINE;
  kmk_reducer *base = kmk_reducer_new(reduce, NULL, NULL);
  return kmk_shape(kmk_running(base, "/seconds", &timer, ring, NULL, NULL),
                   "only {seconds: unsigned? = null, rung: boolean = false}");
}

/* States of version 1 contained minutes. */
static json_t *from_minutes(const json_t *state, void *data) {
  (void)data;
  json_t *minutes = json_object_get(state, "minutes");
  if (!json_is_integer(minutes))
    return NULL;
  return json_pack("{s:I}", "seconds", 60 * json_integer_value(minutes));
}

static const kmk_migration steps[] = {{1, from_minutes, NULL}};
static const kmk_migrations migrations = {sizeof migrations, VERSION, 1, steps};

static void show(kmk_store *store, const char *when) {
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("%s\n   %s, effects: %zu\n", when, text, kmk_store_effect_count(store));
  kmk_text_free(text);
}

/* Returns the text to save. A program would write it on a worker thread to a new file, and rename the
 * file once it is on disk. */
static char *saved(kmk_store *store) {
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *json = kmk_snapshot_json(snapshot, VERSION, NULL);
  char *text = kmk_json_text(json, JSON_COMPACT);
  json_decref(json);
  kmk_snapshot_free(snapshot);
  return text;
}

/* Returns NULL and prints the reason if the text cannot be read. The text is not changed. */
static kmk_store *opened(kmk_loop *loop, const char *text) {
  kmk_error error;
  json_t *json = json_loads(text, 0, NULL);
  kmk_snapshot *snapshot = kmk_snapshot_new(json, &migrations, &error);
  kmk_store *store =
      snapshot == NULL ? NULL : kmk_store_new_from(loop, kitchen(), snapshot, &error);
  if (store == NULL)
    printf("   at %s: %s\n", error.path, error.message);
  kmk_snapshot_free(snapshot);
  json_decref(json);
  return store;
}

static void end(kmk_store *store, kmk_loop *loop) {
  kmk_store_free(store);
  kmk_loop_free(loop);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL); /* a clock that the program moves */
  json_t *initial = json_object();
  kmk_store *store = kmk_store_new(loop, kitchen(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "15_snapshot: %s\n", error.message);
    return 1;
  }

  kmk_store_send_text(store, "{\"set\": 300}", NULL);
  kmk_loop_advance(loop, KMK_SECONDS(100), NULL);
  char *text = saved(store);
  show(store, "after 100 of 300 seconds");
  end(store, loop);

  loop = kmk_loop_new_virtual(NULL);
  kmk_loop_advance(loop, KMK_SECONDS(250), NULL); /* the next run, 150 seconds later */
  store = opened(loop, text);
  kmk_text_free(text);
  show(store, "started again at 250 seconds");
  kmk_snapshot *before = kmk_store_snapshot(store, NULL);
  kmk_loop_advance(loop, KMK_SECONDS(50), NULL);
  show(store, "at 300 seconds");
  kmk_store_restore(store, before, NULL);
  show(store, "gone back: it was due by the date");
  kmk_loop_advance(loop, 0, NULL);
  show(store, "so it rings at once");
  kmk_snapshot_free(before);
  end(store, loop);

  loop = kmk_loop_new_virtual(NULL);
  store = opened(loop, "{\"kumiki\": 1, \"version\": 1, \"state\": {\"minutes\": 2}}");
  show(store, "from a file of version 1");
  end(store, loop);

  loop = kmk_loop_new_virtual(NULL);
  puts("a file of a newer program");
  opened(loop, "{\"kumiki\": 1, \"version\": 3, \"state\": {}}");
  puts("a file that does not fit");
  opened(loop, "{\"kumiki\": 1, \"version\": 2, \"state\": {\"seconds\": \"soon\"}}");
  kmk_loop_free(loop);
  return 0;
}
