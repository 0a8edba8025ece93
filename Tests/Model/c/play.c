#define _POSIX_C_SOURCE 200809L /* getline, nanosleep */

#include "play.h"

#include "deriving.h"
#include "feature.h"
#include "leaving.h"
#include "listing.h"
#include "observers.h"
#include "replaying.h"
#include "requests.h"
#include "script.h"
#include "sharing.h"
#include "trace.h"
#include "tracing.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

play now;

/* ------------------------------------------------------------------------ after a step */

static void add_state(text *t, kmk_store *store) {
  json_t *state = store != NULL ? kmk_store_state(store) : NULL;
  text_json(t, state);
  json_decref(state);
}

static void add_tasks(text *t) {
  for (size_t i = 0; i < now.tasks.count; i++) {
    const kmk_task *task = now.tasks.items[i];
    text_word(t, i > 0 ? "," : "");
    text_word(t, task == NULL ? "null" : kmk_task_is_finished(task) ? "true" : "false");
  }
}

static void add_views(text *t) {
  for (size_t i = 0; i < now.views.count; i++) {
    kmk_store *view = now.views.items[i];
    text_word(t, i > 0 ? "," : "");
    if (view == NULL) {
      text_word(t, "null");
      continue;
    }
    text_word(t, kmk_store_is_valid(view) ? "[true," : "[false,");
    add_state(t, view);
    text_word(t, "]");
  }
}

static void add_ids(text *t, const json_t *pointers) {
  for (size_t i = 0; i < json_array_size(pointers); i++) {
    const char *pointer = json_string_value(json_array_get(pointers, i));
    char *id = now.store != NULL ? kmk_store_presentation_id(now.store, pointer, NULL) : NULL;
    text_word(t, i > 0 ? "," : "");
    text_string(t, id);
    kmk_text_free(id);
  }
}

/* Whether the store's state is a valid first state of the same store. */
static bool is_taken(void) {
  json_t *state = now.store != NULL ? kmk_store_state(now.store) : NULL;
  json_t *first = state != NULL ? kmk_reducer_complete_state(now.reducer, state, NULL) : NULL;
  bool is_same = first != NULL && json_equal(first, state);
  json_decref(first);
  json_decref(state);
  return is_same;
}

static void add_requests(text *t) {
  json_t *requests = kmk_store_requests(now.store);
  text_json(t, requests);
  json_decref(requests);
}

static void say_after(const json_t *pointers) {
  static text after;
  char count[48];
  text_clear(&after);
  text_word(&after, "{\"state\":");
  add_state(&after, now.store);
  snprintf(count, sizeof count, ",\"effects\":%zu", kmk_store_effect_count(now.store));
  text_word(&after, count);
  text_word(&after, ",\"tasks\":[");
  add_tasks(&after);
  text_word(&after, "],\"views\":[");
  add_views(&after);
  text_word(&after, "],\"ids\":[");
  add_ids(&after, pointers);
  text_word(&after,
            is_taken() ? "],\"takes\":true,\"requests\":" : "],\"takes\":false,\"requests\":");
  add_requests(&after);
  text_word(&after, "}");
  say_whole("after", &after);
}

/* ---------------------------------------------------------------------------- the end */

static void finish_senders(void) {
  for (size_t i = 0; i < now.senders.count; i++) {
    kmk_sender_finish(list_take(&now.senders, i));
  }
}

void play_stop_looking(void) {
  for (size_t i = 0; i < now.observers.count; i++) {
    observer_stop(now.observers.items[i]);
  }
  for (size_t i = 0; i < now.derived.count; i++) {
    derived_let_go(now.derived.items[i]);
  }
  for (size_t i = 0; i < now.lists.count; i++) {
    listed_let_go(now.lists.items[i]);
  }
}

static void free_handles(void) {
  play_stop_looking();
  for (size_t i = 0; i < now.tasks.count; i++) {
    kmk_task_free(list_take(&now.tasks, i));
  }
  for (size_t i = 0; i < now.views.count; i++) {
    kmk_store_free(list_take(&now.views, i));
  }
  replaying_stop();
  kmk_store *store = now.store;
  now.store = NULL;
  kmk_store_free(store);
  finish_senders(); /* of effects that the end of the store reported first */
  kmk_loop_free(now.loop);
  kmk_reducer_free(now.reducer);
}

/* Whether every snapshot still has its original content. */
static bool snapshots_free(void) {
  bool same = true;
  for (size_t i = 0; i < now.snapshots.count; i++) {
    snapshot *taken = now.snapshots.items[i];
    char *text = taken->state != NULL ? json_dumps(taken->state, JSON_ENCODE_ANY) : NULL;
    same &= text == NULL ? taken->text == NULL : strcmp(text, taken->text) == 0;
    free(text);
    free(taken->text);
    json_decref(taken->state);
    free(taken);
  }
  return same;
}

static void lists_free(void) {
  for (size_t i = 0; i < now.observers.count; i++) {
    observer_free(now.observers.items[i]);
  }
  for (size_t i = 0; i < now.derived.count; i++) {
    derived_free(now.derived.items[i]);
  }
  for (size_t i = 0; i < now.lists.count; i++) {
    listed_free(now.lists.items[i]);
  }
  for (size_t i = 0; i < now.ids.count; i++) {
    free(now.ids.items[i]);
  }
  for (size_t i = 0; i < now.moments.count; i++) {
    kmk_snapshot_free(now.moments.items[i]);
  }
  json_decref(now.feature);
  sharing_end();
  list *lists[] = {&now.views,     &now.tasks,   &now.senders, &now.ids,  &now.observers,
                   &now.snapshots, &now.moments, &now.derived, &now.lists};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    list_free(lists[i]);
  }
}

/* The worker of a cancelled effect may outlast its loop: then it releases the effect itself, shortly after its user
 * data. */
static long long live_objects(size_t before) {
  bool patient = workers_were_used();
  workers_wait();
  for (int tries = 0; patient && tries < 10000000 && kmk_live_objects() != before; tries++) {
    sched_yield();
  }
  return (long long)kmk_live_objects() - (long long)before;
}

static void end(size_t live_before) {
  finish_senders();
  free_handles();
  bool same = snapshots_free(), were_freed = servers_free();
  requests_free();
  lists_free();
  replaying_end();
  say("snapshots");
  say_bool(same);
  said();
  say("servers");
  say_bool(were_freed);
  said();
  say("live");
  say_number(live_objects(live_before));
  said();
  memset(&now, 0, sizeof now);
}

/* ------------------------------------------------------------------------------ a case */

static void issue(const kmk_diagnostic *diagnostic, void *data) {
  (void)data;
  say("issue");
  say_string(diagnostic->code);
  say_string(diagnostic->path);
  say_string(diagnostic->action_case);
  said();
}

static bool has_transient(const json_t *feature) {
  char *text = json_dumps(feature, 0);
  bool has = text != NULL && strstr(text, "transient ") != NULL;
  free(text);
  return has;
}

json_t *play_lasting_state(kmk_store *store) {
  kmk_snapshot *snapshot = kmk_store_snapshot(store, NULL);
  json_t *state = kmk_snapshot_state(snapshot);
  kmk_snapshot_free(snapshot);
  return state;
}

/* The store of a case: made from its state, or from the data of another process. */
static kmk_store *first_store(const json_t *c, kmk_error *error) {
  const json_t *left = json_object_get(c, "left");
  return left != NULL ? leaving_resumed(left, error)
                      : kmk_store_new(now.loop, kmk_reducer_retain(now.reducer),
                                      json_object_get(c, "state"), error);
}

static void play_case(const json_t *c, FILE *out) {
  kmk_error error = {.status = KMK_OK};
  size_t live_before = kmk_live_objects(), index;
  json_t *step, *left = NULL;
  trace_begin();
  sharing_begin(json_object_get(c, "shared"));
  now.loop = kmk_loop_new_virtual(NULL);
  kmk_loop_set_diagnostics(now.loop, issue, NULL, NULL);
  now.feature = kmk_json_retain(json_object_get(c, "feature"));
  now.reducer = feature_reducer(now.feature);
  now.has_transient = has_transient(now.feature);
  now.store = first_store(c, &error);
  if (now.store != NULL) {
    replaying_begin(now.feature);
    json_array_foreach(json_object_get(c, "steps"), index, step) {
      command_perform(json_object_get(step, "do"), NOBODY);
      say_after(json_object_get(step, "ids"));
      tracing_step(index);
      trace_step();
    }
    left = json_is_true(json_object_get(c, "leaves")) ? leaving() : NULL;
  }
  end(live_before);
  trace_end(kmk_status_name(error.status), left, out);
  json_decref(left);
}

void play_line(const char *line, size_t length, FILE *out) {
  json_error_t reason;
  json_t *c = json_loadb(line, length, JSON_ALLOW_NUL, &reason);
  if (c != NULL) {
    play_case(c, out);
  } else {
    fprintf(stderr, "this is no case: %s at byte %d\n", reason.text, reason.position);
    trace_begin();
    trace_end(kmk_status_name(KMK_ERR_JSON), NULL, out);
  }
  json_decref(c);
}

void play_all(FILE *in, FILE *out) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  while ((length = getline(&line, &room, in)) > 0) {
    play_line(line, (size_t)length, out);
  }
  free(line);
}
