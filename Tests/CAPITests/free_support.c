/* A program with one handle and one callback of each kind. Its callbacks free handles. */
#include "free_support.h"

/* -------------------------------------------------------------------- freeing handles */

/* Takes a pointer out of the world before freeing the handle: freeing may call back into this function, and a worker
 * may use the pointer. */
#define TAKE(place) __atomic_exchange_n(&(place), NULL, __ATOMIC_ACQ_REL)

void freed_world_end_effects(world *w, bool fails) {
  for (int i = 0; i < STARTED_COUNT; i++) {
    kmk_sender *sender = TAKE(w->effects[i].sender);
    if (fails) {
      kmk_sender_fail(sender, "failed");
    } else {
      kmk_sender_finish(sender);
    }
  }
}

void freed_world_free(world *w, int handle) {
  switch (handle) {
  case H_STORE:
    kmk_store_free(TAKE(w->store));
    break;
  case H_OTHER_STORE:
    kmk_store_free(TAKE(w->other));
    break;
  case H_VIEWS:
    kmk_store_free(TAKE(w->view));
    kmk_store_free(TAKE(w->row_view));
    break;
  case H_OBSERVER:
    kmk_subscription_free(TAKE(w->subscriptions[PART]));
    break;
  case H_SLOT_OBSERVER:
    kmk_subscription_free(TAKE(w->subscriptions[SLOT]));
    break;
  case H_SHARED_OBSERVER:
    kmk_subscription_free(TAKE(w->subscriptions[OF_SHARED]));
    break;
  case H_OTHER_OBSERVERS:
    for (int each = CASE; each < TRACE; each++) {
      kmk_subscription_free(TAKE(w->subscriptions[each]));
    }
    break;
  case H_TRACES:
    kmk_subscription_free(TAKE(w->subscriptions[TRACE]));
    kmk_subscription_free(TAKE(w->subscriptions[OTHER_TRACE]));
    break;
  case H_TASK:
    kmk_task_free(TAKE(w->task));
    break;
  case H_MAILBOX:
    kmk_mailbox_free(TAKE(w->mailbox));
    break;
  case H_SHARED:
    kmk_shared_free(TAKE(w->shared));
    break;
  case H_SENDERS:
    freed_world_end_effects(w, false);
    break;
  case H_LOOP:
    if (pthread_equal(w->owner, pthread_self())) { /* refused on any other thread */
      kmk_loop_free(TAKE(w->loop));
    }
    break;
  case H_ALL:
    for (int each = 0; each < H_ALL; each++) {
      freed_world_free(w, each);
    }
    break;
  case H_ALL_BACKWARDS:
    for (int each = H_ALL - 1; each >= 0; each--) {
      freed_world_free(w, each);
    }
    break;
  default:
    break;
  }
}

/* Records that a callback was called. */
static void called(world *w, int callback) {
  atomic_fetch_or(&w->calls, UINT64_C(1) << callback);
  int armed = callback;
  if (atomic_compare_exchange_strong(&w->armed, &armed, NO_CALLBACK)) {
    freed_world_free(w, w->victim);
  }
}

/* Callbacks without further work, each named by its number. */
#define TOLD(name, callback)                                                                       \
  static void name(void *w) { called(w, callback); }
TOLD(free_reducer, C_FREE_REDUCER)
TOLD(free_catch, C_FREE_CATCH)
TOLD(free_blocking, C_FREE_BLOCKING)
TOLD(free_work, C_FREE_WORK)
TOLD(free_observer, C_FREE_OBSERVER)
TOLD(free_slot_observer, C_FREE_SLOT_OBSERVER)
TOLD(free_other_observer, C_FREE_OTHER_OBSERVERS)
TOLD(free_trace, C_FREE_TRACE)
TOLD(free_on_change, C_FREE_ON_CHANGE)

void freed_world_free_diagnose(void *w) { called(w, C_FREE_DIAGNOSE); }
void freed_world_deferred(void *w) { called(w, C_DEFER); }
void freed_world_free_deferred(void *w) { called(w, C_FREE_DEFER); }

/* -------------------------------------------------------------------------- the effects */

static void begin(kmk_sender *sender, void *data) {
  started *s = data;
  s->sender = sender;
  called(s->w, C_START);
}

static void stop(void *data) {
  started *s = data;
  called(s->w, C_CANCEL);
  kmk_sender_finish(TAKE(s->sender));
}

static void free_effect(void *data) { called(((started *)data)->w, C_FREE_EFFECT); }

static kmk_effect *started_effect(world *w, int index) {
  return kmk_effect_start(begin, stop, &w->effects[index], free_effect);
}

static json_t *failed(const json_t *error, void *w) {
  (void)error;
  called(w, C_CATCH);
  return json_string("failed");
}

static void block(kmk_sender *sender, void *w) {
  (void)sender;
  called(w, C_BLOCKING);
}

static void work(kmk_sender *sender, const json_t *input, void *w) {
  called(w, C_WORK);
  kmk_sender_send_new(sender, kmk_json_retain(input));
}

/* ------------------------------------------------------------------------- the features */

static kmk_effect *begun(world *w) {
  kmk_effect *effects[] = {
      kmk_effect_cancellable(started_effect(w, PLAIN), "id", false),
      kmk_effect_catch(started_effect(w, CAUGHT), failed, w, free_catch),
      kmk_effect_serial(kmk_effect_blocking(block, w, free_blocking), "queue", false),
      kmk_effect_serial(kmk_effect_work_new(json_string("worked"), work, w, free_work), "queue",
                        false),
      kmk_effect_every_new(SECOND, json_string("tick")),
      kmk_effect_debounce(sends("'tick'"), "pause", SECOND),
      kmk_effect_concatenate(2, (kmk_effect *[]){after(SECOND, "'tick'"), sends("'tick'")}),
  };
  return kmk_effect_merge(COUNT_OF(effects), effects);
}

REDUCER(reduce_root) {
  world *w = data;
  kmk_effect *effect = NULL;
  if (kmk_action_is(action, "begin")) {
    effect = begun(w);
  } else if (kmk_action_is(action, "cancel")) {
    effect = kmk_effect_cancel("id");
  } else if (kmk_action_is(action, "dismiss")) {
    kmk_state_set_new(state, "/sheet", json_null());
  } else if (kmk_action_is(action, "present")) {
    kmk_state_set_new(state, "/sheet", json_of("{'count': 2}"));
  } else if (kmk_action_is(action, "remove")) {
    kmk_state_remove(state, "/rows/0");
  } else if (kmk_action_is(action, "touch")) {
    kmk_state_set_new(state, "/sheet/count", json_integer(1));
    kmk_state_set_new(state, "/rows/0/count", json_integer(1));
    kmk_state_insert_new(state, "/rows/-", json_of("{'id': 2}"));
    kmk_state_set_new(state, "/kind", json_of("{'b': 1}"));
    effect = sends("'tick'");
  }
  state_add(state, "/count", 1);
  called(w, C_REDUCE);
  return effect;
}

REDUCER(reduce_row) {
  return kmk_action_is(action, "begin")
             ? kmk_effect_cancellable(started_effect(data, IN_ROW), "id", true)
             : NULL;
}

REDUCER(reduce_sheet) {
  return kmk_action_is(action, "begin") ? started_effect(data, IN_SHEET) : NULL;
}

static kmk_effect *changed(kmk_state *state, const json_t *old, const json_t *now,
                           const json_t *action, kmk_env *env, void *w) {
  (void)state, (void)old, (void)now, (void)action, (void)env;
  called(w, C_ON_CHANGE);
  return NULL;
}

static kmk_reducer *features(world *w) {
  kmk_reducer *reducer = kmk_reducer_new(reduce_root, w, free_reducer);
  reducer = kmk_for_each(reducer, "/rows", "rows", NULL, kmk_reducer_new(reduce_row, w, NULL));
  reducer =
      kmk_presentation(reducer, "/sheet", "sheet", NULL, kmk_reducer_new(reduce_sheet, w, NULL));
  return kmk_on_change(reducer, "/count", changed, w, free_on_change);
}

/* ------------------------------------------------------------------------ the observers */

static void observe(const json_t *value, void *w) {
  (void)value;
  called(w, C_OBSERVE);
}

static void observe_case(const char *name, const json_t *payload, void *w) {
  (void)name, (void)payload;
  called(w, C_OBSERVE_CASE);
}

static void observe_ids(const json_t *ids, void *w) {
  (void)ids;
  called(w, C_OBSERVE_IDS);
}

static void observe_changes(const json_t *patch, const json_t *inverse, void *w) {
  (void)patch, (void)inverse;
  called(w, C_OBSERVE_CHANGES);
}

static void trace(const json_t *step, void *w) {
  (void)step;
  called(w, C_TRACE);
}

static void observe_view(const json_t *value, void *w) {
  (void)value;
  called(w, C_OBSERVE_VIEW);
}

static void observe_shared(const json_t *value, void *w) {
  (void)value;
  called(w, C_OBSERVE_SHARED);
}

static void present(const char *id, const char *name, const json_t *state, void *w) {
  (void)id, (void)name, (void)state;
  called(w, C_PRESENT);
}

static void update(const char *id, const json_t *state, void *w) {
  (void)id, (void)state;
  called(w, C_UPDATE);
}

static void dismiss(const char *id, void *w) {
  (void)id;
  called(w, C_DISMISS);
}

void freed_world_diagnose(const kmk_diagnostic *issue, void *w) {
  (void)issue;
  called(w, C_DIAGNOSE);
}

/* Creates the subscriptions. Their first calls happen here, so the world is armed before; a callback frees a handle
 * only if the handle is already stored in the world. */
static void subscribe(world *w) {
  kmk_presentation_callbacks slot = {sizeof slot, present, update, dismiss};
  w->subscriptions[PART] = kmk_store_observe(w->store, "/count", observe, w, free_observer, NULL);
  w->subscriptions[SLOT] =
      kmk_store_observe_presentation(w->store, "/sheet", &slot, w, free_slot_observer, NULL);
  w->subscriptions[CASE] =
      kmk_store_observe_case(w->store, "/kind", observe_case, w, free_other_observer, NULL);
  w->subscriptions[IDS] =
      kmk_store_observe_ids(w->store, "/rows", observe_ids, w, free_other_observer, NULL);
  w->subscriptions[CHANGES] =
      kmk_store_observe_changes(w->store, "", observe_changes, w, free_other_observer, NULL);
  w->subscriptions[IN_VIEW] =
      kmk_store_observe(w->view, "/count", observe_view, w, free_other_observer, NULL);
  w->subscriptions[TRACE] = kmk_store_trace(w->store, NULL, trace, w, free_trace, NULL);
  w->subscriptions[OTHER_TRACE] = kmk_store_trace(w->store, NULL, trace, w, free_trace, NULL);
  w->subscriptions[OF_SHARED] =
      kmk_shared_observe(w->shared, w->loop, "", observe_shared, w, free_other_observer, NULL);
}

/* -------------------------------------------------------------------------- the world */

static const char first_state[] =
    "{'count': 0, 'rows': [{'id': 1, 'count': 0}], 'sheet': {'count': 0}, 'kind': {'a': null}}";

void freed_world_send(const world *w, const char *action) {
  json_t *json = json_of(action);
  kmk_store_send(w->store, json, NULL);
  json_decref(json);
}

void freed_world_make(world *w) {
  json_t *state = json_of(first_state), *id = json_integer(1), *zero = json_integer(0);
  memset(w, 0, sizeof *w);
  atomic_init(&w->armed, NO_CALLBACK);
  for (int i = 0; i < STARTED_COUNT; i++) {
    w->effects[i].w = w;
  }
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.is_virtual = true;
  w->owner = pthread_self();
  w->loop = kmk_loop_new_with(&options, NULL, NULL, NULL); /* waits for its workers */
  kmk_loop_set_diagnostics(w->loop, freed_world_diagnose, w, freed_world_free_diagnose);
  w->store = kmk_store_new(w->loop, features(w), state, NULL);
  w->other = kmk_store_new(w->loop, counter(), state, NULL);
  w->view = kmk_store_scope(w->store, "/sheet", "sheet.presented", NULL);
  w->row_view = kmk_store_scope_element(w->store, "/rows", "rows", id, NULL);
  w->mailbox = kmk_store_mailbox(w->store);
  w->shared = kmk_shared_memory("freed in callbacks", zero, NULL);
  subscribe(w);
  w->task = kmk_store_send_task_new(w->store, json_string("begin"), NULL);
  freed_world_send(w, "{'rows': {'element': {'id': 1, 'action': 'begin'}}}");
  freed_world_send(w, "{'sheet': {'presented': 'begin'}}");
  json_t *start = json_string("startTimer");
  kmk_store_send(w->other, start, NULL);
  json_decref(start);
  json_decref(state);
  json_decref(id);
  json_decref(zero);
}
