#include "tracing.h"

#include "play.h"
#include "trace.h"

#include <string.h>

typedef struct traced {
  kmk_subscription *trace;
  json_t *state; /* after the last step */
  json_int_t steps;
  bool is_wrong; /* notified once */
} traced;

/* The first trace exists from the start of the store, the second one alternates. */
static traced traces[2];
static bool is_tracing;

static void say_difference(traced *t, const char *what, const json_t *step, const json_t *found) {
  if (t->is_wrong) {
    return;
  }
  t->is_wrong = true;
  say("traced otherwise");
  say_string(what);
  say_json(step);
  say_json(found);
  said();
}

/* Whether a patch leads from one state to another. */
static bool leads(const json_t *from, const json_t *patch, const json_t *to) {
  json_t *found = patch == NULL ? NULL : kmk_json_patched(from, patch, NULL);
  bool is_right = found != NULL && json_equal(found, to);
  json_decref(found);
  return is_right;
}

static void check(const json_t *step, void *data) {
  traced *t = data;
  json_t *state = kmk_store_state(now.store);
  const json_t *snapshot = json_object_get(step, "snapshot");
  const json_t *hash = json_object_get(step, "hash");
  if (json_integer_value(json_object_get(step, "step")) != ++t->steps) {
    say_difference(t, "the number", step, NULL);
  }
  if (json_string_length(hash) != 16) {
    say_difference(t, "the hash", step, NULL);
  }
  if (snapshot != NULL) {
    json_t *lasting = play_lasting_state(now.store);
    if (!json_equal(json_object_get(snapshot, "state"), lasting)) {
      say_difference(t, "the snapshot", step, lasting);
    }
    json_decref(lasting);
  } else if (!leads(t->state, json_object_get(step, "patch"), state)) {
    say_difference(t, "the patch", step, state);
  } else if (!leads(state, json_object_get(step, "inverse"), t->state)) {
    say_difference(t, "the way back", step, t->state);
  }
  json_decref(t->state);
  t->state = state;
}

static void begin(traced *t) {
  t->steps = 0;
  t->state = kmk_store_state(now.store);
  t->trace = kmk_store_trace(now.store, NULL, check, t, NULL, NULL);
}

static void end(traced *t) {
  kmk_subscription *trace = t->trace;
  t->trace = NULL;
  kmk_subscription_free(trace);
  json_decref(t->state);
  t->state = NULL;
}

void tracing_begin(void) {
  memset(traces, 0, sizeof traces);
  is_tracing = true;
  begin(&traces[0]);
}

void tracing_step(size_t number) {
  if (!is_tracing) {
    return;
  }
  if (number % 3 == 0) {
    begin(&traces[1]);
  } else if (number % 3 == 2) {
    end(&traces[1]);
    if (number % 2 == 1) { /* also one after the other */
      end(&traces[0]);
      begin(&traces[0]);
    }
  }
}

void tracing_stop(void) {
  if (is_tracing) {
    is_tracing = false;
    end(&traces[0]);
    end(&traces[1]);
  }
}
