/* A program whose calls are chosen by the input's bytes. It makes every mistake that the contract promises to
 * detect: NULL as any argument, calls inside a callback, on another thread, or on an object that has ended, and
 * wrong values and strings. The only mistake it avoids is the use of a freed handle. */
#include "fuzz.h"

#include <pthread.h>

enum { HANDLES = 4, DEPTH = 3 };
static char *tape;
static int depth;        /* the nesting of calls inside callbacks */
static bool is_stranger; /* the call is made on another thread */

/* The handles of each kind; NULL for an unused place. */
static kmk_loop *loops[HANDLES];
static kmk_store *stores[HANDLES];
static kmk_subscription *subscriptions[HANDLES];
static kmk_task *tasks[HANDLES];
static kmk_mailbox *mailboxes[HANDLES];
static kmk_sender *senders[HANDLES];
static kmk_snapshot *snapshots[HANDLES];
static kmk_list *lists[HANDLES];
static kmk_derived *derived[HANDLES];
static kmk_reducer *reducers[HANDLES];
static kmk_effect *effects[HANDLES];

#define ANY(handles) (&(handles)[next_byte(&tape) % HANDLES])

/* Takes a handle out, for a call that consumes it. */
#define TAKE(handles, type) (type *)take((void **)ANY(handles))
static void *take(void **place) {
  void *handle = *place;
  *place = NULL;
  return handle;
}

/* Keeps a new handle, and frees the handle in its place. */
#define KEEP(handles, made, release)                                                               \
  do {                                                                                             \
    void *new_handle = (made);                                                                     \
    void **place = (void **)ANY(handles);                                                          \
    void *old = take(place);                                                                       \
    if (*place == NULL)                                                                            \
      *place = new_handle, new_handle = NULL;                                                      \
    release(old);                                                                                  \
    release(new_handle);                                                                           \
  } while (0)

static const char *const texts[] = {
    "",        "/rows",   "/rows/0", "/rows/-", "/sheet", "/path", "/count",          "/child",
    "/choice", "a/b",     "/~2",     "\xff",    "rows",   "sheet", "sheet.presented", "child",
    "path",    "binding", "a",       ".",       "/name",  NULL};

static const char *const values[] = {"\"inc\"",
                                     "1",
                                     "null",
                                     "[]",
                                     "{}",
                                     "\"undo\"",
                                     "\"redo\"",
                                     "{\"count\":1}",
                                     "{\"child\":\"inc\"}",
                                     "{\"rows\":{\"element\":{\"id\":1,\"action\":\"inc\"}}}",
                                     "{\"sheet\":\"present\"}",
                                     "{\"sheet\":{\"present\":{\"state\":{\"count\":1}}}}",
                                     "{\"sheet\":\"dismiss\"}",
                                     "{\"sheet\":{\"presented\":\"close\"}}",
                                     "{\"path\":{\"push\":{\"state\":{\"count\":1}}}}",
                                     "{\"path\":{\"popFrom\":{\"id\":0}}}",
                                     "{\"do\":[[\"remove\",\"/rows/0\"]]}",
                                     "{\"do\":[[\"move\",\"/rows/0\",\"/rows/1\"]]}",
                                     "{\"effect\":[\"every\",1,\"inc\"]}",
                                     "{\"effect\":[\"id\",\"a\",[\"after\",1,\"inc\"]]}",
                                     "{\"effect\":[\"cancel\",\"a\"]}",
                                     "{\"own\":1}",
                                     "{\"own\":2}",
                                     "[[[[[[[[]]]]]]]]"};

static const char *text(void) { return texts[next_byte(&tape) % KMK_COUNT(texts)]; }
static json_t *value(void) {
  unsigned index = next_byte(&tape) % (KMK_COUNT(values) + 1);
  return index == KMK_COUNT(values) ? NULL : kmk_json_parse(values[index], SIZE_MAX, NULL);
}
static int timeout(void) { return (int)(next_byte(&tape) % 3) - 2; } /* never an endless wait */

/* ---------------------------------------------------------------- callbacks */

static void step(void);

static void steps_inside(void) {
  if (depth >= DEPTH || is_stranger)
    return;
  depth++;
  for (unsigned count = next_byte(&tape) % 3; count > 0; count--)
    step();
  depth--;
}

/* Counts user data that must be released exactly once; the harness checks the count at the end. */
static long owed;
static void *debt(void) {
  __atomic_add_fetch(&owed, 1, __ATOMIC_SEQ_CST);
  return &owed;
}
static void paid(void *data) {
  must(data == &owed);
  __atomic_sub_fetch(&owed, 1, __ATOMIC_SEQ_CST);
}
static void paid_inside(void *data) {
  paid(data);
  steps_inside();
}

static void observed(const json_t *seen, void *data) { (void)seen, (void)data, steps_inside(); }
static void edited(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, (void)data, steps_inside();
}
static void diagnosed(const kmk_diagnostic *issue, void *data) {
  (void)issue, (void)data, steps_inside();
}
static void deferred(void *data) { (void)data, steps_inside(); }
static json_t *computed(kmk_store *store, void *data) {
  (void)data;
  steps_inside();
  return kmk_store_get(store, "/count", NULL);
}
static void started(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender *old = NULL;
  if (senders[0] != NULL)
    old = take((void **)&senders[1]);
  senders[senders[0] != NULL] = sender;
  kmk_sender_finish(old);
  steps_inside();
}
static void cancelled(void *data) { (void)data, steps_inside(); }

static kmk_effect *reduced(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  steps_inside();
  json_int_t own = json_integer_value(kmk_action_payload(action, "own"));
  if (own == 1)
    return kmk_effect_start(started, cancelled, debt(), paid_inside);
  return own == 2 ? TAKE(effects, kmk_effect) : NULL;
}

static kmk_reducer *program(void) {
  return KMK_COMBINE(kmk_reducer_new(reduced, debt(), paid_inside), app_reducer(false));
}

/* -------------------------------------------------------------------- calls */

static kmk_store *new_store(void) {
  kmk_reducer *reducer = next_byte(&tape) % 4 == 0 ? TAKE(reducers, kmk_reducer) : program();
  json_t *state = next_byte(&tape) % 8 == 0 ? value() : app_state(3);
  kmk_store *store = kmk_store_new(*ANY(loops), reducer, state, NULL);
  json_decref(state);
  return store;
}

static kmk_list *new_list(void) {
  static const char *const sort[] = {"-/count", NULL};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = options.numbers = sort + next_byte(&tape) % 2;
  return kmk_list_new(*ANY(stores), text(), &options, debt(), paid_inside, NULL);
}

static kmk_effect *new_effect(void) {
  kmk_effect *inner = TAKE(effects, kmk_effect);
  switch (next_byte(&tape) % 10) {
  case 0:
    return kmk_effect_merge(1, &inner);
  case 1:
    return kmk_effect_cancellable(inner, text(), true);
  case 2:
    return kmk_effect_debounce(inner, text(), KMK_SECONDS(1));
  case 3:
    return kmk_effect_throttle(inner, text(), KMK_SECONDS(1), false);
  case 4:
    return kmk_effect_serial(inner, text(), true);
  case 5:
    return kmk_effect_catch(inner, NULL, debt(), paid);
  case 6:
    return kmk_effect_delay(inner, KMK_SECONDS(1));
  default:
    break;
  }
  kmk_effect_free(inner);
  return next_byte(&tape) % 2 ? kmk_effect_start(started, cancelled, debt(), paid_inside)
                              : kmk_effect_send_new(value());
}

static void send(void) {
  kmk_store *store = *ANY(stores);
  json_t *action = value();
  kmk_error error = {.status = KMK_OK};
  kmk_status status = kmk_store_send(store, action, &error);
  if (status != KMK_OK)
    check_error(&error, status);
  json_decref(action);
}

static void run(void) {
  kmk_loop *loop = *ANY(loops);
  switch (next_byte(&tape) % 6) {
  case 0:
    kmk_loop_dispatch(loop, timeout());
    break;
  case 1:
    kmk_loop_run_until_idle(loop, timeout(), NULL);
    break;
  case 2:
    kmk_loop_advance(loop, KMK_SECONDS(next_byte(&tape) % 8), NULL);
    break;
  case 3:
    kmk_loop_finish(loop, 0, NULL);
    break;
  case 4:
    kmk_loop_wakeup(loop);
    break;
  default:
    kmk_loop_defer(loop, deferred, debt(), paid_inside);
  }
}

static void free_one(void) {
  switch (next_byte(&tape) % 11) {
  case 0:
    kmk_store_free(TAKE(stores, kmk_store));
    break;
  case 1:
    kmk_subscription_free(TAKE(subscriptions, kmk_subscription));
    break;
  case 2:
    kmk_task_free(TAKE(tasks, kmk_task));
    break;
  case 3:
    kmk_mailbox_free(TAKE(mailboxes, kmk_mailbox));
    break;
  case 4:
    kmk_sender_finish(TAKE(senders, kmk_sender));
    break;
  case 5:
    kmk_snapshot_free(TAKE(snapshots, kmk_snapshot));
    break;
  case 6:
    kmk_list_free(TAKE(lists, kmk_list));
    break;
  case 7:
    kmk_derived_free(TAKE(derived, kmk_derived));
    break;
  case 8:
    kmk_reducer_free(TAKE(reducers, kmk_reducer));
    break;
  case 9:
    kmk_effect_free(TAKE(effects, kmk_effect));
    break;
  default:
    if (!is_stranger) /* must not be freed on another thread */
      kmk_loop_free(TAKE(loops, kmk_loop));
  }
}

static void subscribe(void) {
  kmk_store *store = *ANY(stores);
  kmk_subscription *made;
  switch (next_byte(&tape) % 7) {
  case 0:
    made = kmk_store_observe_ids(store, text(), observed, debt(), paid_inside, NULL);
    break;
  case 1:
    made = kmk_store_observe_patches(store, text(), observed, debt(), paid, NULL);
    break;
  case 2:
    made = kmk_store_trace(store, NULL, observed, debt(), paid_inside, NULL);
    break;
  case 3:
    made = kmk_derived_observe(*ANY(derived), observed, debt(), paid_inside, NULL);
    break;
  case 4:
    made = kmk_list_observe(*ANY(lists), edited, debt(), paid_inside, NULL);
    break;
  case 5:
    made = kmk_store_observe_id_changes(store, text(), observed, debt(), paid, NULL);
    break;
  default:
    made = kmk_store_observe(store, text(), observed, debt(), paid_inside, NULL);
  }
  KEEP(subscriptions, made, kmk_subscription_free);
}

static void ask(void) {
  kmk_store **store = ANY(stores); /* a derived value's function may free the store */
  json_decref(kmk_store_get(*store, text(), NULL));
  kmk_text_free(kmk_store_presentation_id(*store, text(), NULL));
  json_decref(kmk_derived_get(*ANY(derived), NULL));
  json_decref(kmk_list_get(*ANY(lists), next_byte(&tape), NULL));
  json_decref(kmk_list_totals(*ANY(lists), NULL));
  kmk_list_show(*ANY(lists), next_byte(&tape) % 4, next_byte(&tape) % 4, NULL);
  kmk_task_is_finished(*ANY(tasks));
  kmk_sender_is_cancelled(*ANY(senders));
  kmk_store_is_valid(*store);
  kmk_loop_is_idle(kmk_store_loop(*store));
  json_decref(kmk_snapshot_json(*ANY(snapshots), 1, NULL));
}

static void step(void) {
  switch (next_byte(&tape) % 24) {
  case 0:
    KEEP(loops, is_stranger ? NULL : app_loop(), kmk_loop_free);
    break;
  case 1:
    KEEP(stores, new_store(), kmk_store_free);
    break;
  case 2:
    subscribe();
    break;
  case 3:
    KEEP(tasks, kmk_store_send_task_new(*ANY(stores), value(), NULL), kmk_task_free);
    break;
  case 4:
    KEEP(mailboxes, kmk_store_mailbox(*ANY(stores)), kmk_mailbox_free);
    break;
  case 5:
    kmk_mailbox_post_new(*ANY(mailboxes), value());
    break;
  case 6:
    kmk_sender_send_new(*ANY(senders), value());
    break;
  case 7:
    kmk_sender_dismiss(*ANY(senders));
    break;
  case 8:
    kmk_sender_fail_new(TAKE(senders, kmk_sender), value());
    break;
  case 9:
    KEEP(snapshots, kmk_store_snapshot(*ANY(stores), NULL), kmk_snapshot_free);
    break;
  case 10:
    kmk_store_restore(*ANY(stores), *ANY(snapshots), NULL);
    break;
  case 11:
    KEEP(lists, new_list(), kmk_list_free);
    break;
  case 12:
    KEEP(derived, kmk_derived_new(*ANY(stores), NULL, computed, debt(), paid_inside, NULL),
         kmk_derived_free);
    break;
  case 13:
    KEEP(reducers, kmk_reducer_retain(*ANY(reducers)), kmk_reducer_free);
    break;
  case 14:
    KEEP(reducers, program(), kmk_reducer_free);
    break;
  case 15:
    KEEP(effects, new_effect(), kmk_effect_free);
    break;
  case 16:
    kmk_store_replace_reducer(*ANY(stores), TAKE(reducers, kmk_reducer), NULL);
    break;
  case 17:
    KEEP(stores, kmk_store_scope(*ANY(stores), text(), text(), NULL), kmk_store_free);
    break;
  case 18:
    kmk_task_cancel(*ANY(tasks));
    break;
  case 19:
    run();
    break;
  case 20:
    free_one();
    break;
  case 21:
    kmk_loop_set_diagnostics(*ANY(loops), diagnosed, debt(), paid_inside);
    break;
  case 22:
    ask();
    break;
  default:
    send();
  }
}

static void *on_another_thread(void *nothing) {
  is_stranger = true;
  step();
  is_stranger = false;
  return nothing;
}

FUZZ(bytes, length) {
  (void)length;
  tape = bytes;
  loops[0] = app_loop();
  json_t *state = app_state(3);
  stores[0] = kmk_store_new(loops[0], program(), state, NULL);
  json_decref(state);
  for (int count = 0; *tape != '\0' && count < 200; count++) {
    pthread_t thread;
    if (*tape % 16 != 1)
      step();
    else if (pthread_create(&thread, NULL, on_another_thread, NULL) == 0)
      pthread_join(thread, NULL);
  }
  tape = bytes + strlen(bytes);
  depth = DEPTH;
  for (int i = 0; i < HANDLES; i++) {
    kmk_sender_finish(take((void **)&senders[i]));
    kmk_subscription_free(take((void **)&subscriptions[i]));
    kmk_task_free(take((void **)&tasks[i]));
    kmk_mailbox_free(take((void **)&mailboxes[i]));
    kmk_snapshot_free(take((void **)&snapshots[i]));
    kmk_list_free(take((void **)&lists[i]));
    kmk_derived_free(take((void **)&derived[i]));
    kmk_effect_free(take((void **)&effects[i]));
    kmk_reducer_free(take((void **)&reducers[i]));
    kmk_store_free(take((void **)&stores[i]));
  }
  for (int i = 0; i < HANDLES; i++)
    kmk_loop_free(take((void **)&loops[i]));
  for (int i = 0; i < HANDLES; i++) /* effects that started at the end */
    kmk_sender_finish(take((void **)&senders[i]));
  depth = 0;
  must(owed == 0);
}
