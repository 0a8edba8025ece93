"""What a printed program may use besides the library: only what is used is printed.

Each part begins with the name that others know it by. A part may use those before it.
"""

from __future__ import annotations

import re

_JSON = """
/* New; the text has single quotes in place of double ones. */
static json_t *json_of(const char *text) {
  size_t length = strlen(text);
  char *copy = memcpy(malloc(length + 1), text, length + 1);
  for (char *c = copy; *c != '\\0'; c++) {
    if (*c == '\\'') *c = '"';
  }
  json_t *value = json_loads(copy, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
  free(copy);
  return value;
}
"""

_SAY = """
static void say(const char *what, const json_t *value) {
  char *text = value != NULL ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
  printf("   %s: %s\\n", what, text != NULL ? text : "nothing");
  free(text);
}
"""

PARTS: list[tuple[str, str]] = [
    ("SECOND", "#define SECOND UINT64_C(1000000000)\n"),
    ("MANY", "#define MANY 1000 /* of each kind of thing */\n"),
    ("loop", "static kmk_loop *loop;\n"),
    ("stores", "static kmk_store *stores[MANY]; /* the first is the store, others are views */\n"),
    ("store_count", "static size_t store_count = 1;\n"),
    ("tasks", "static kmk_task *tasks[MANY];\n"),
    ("task_count", "static size_t task_count;\n"),
    ("senders", "static kmk_sender *senders[MANY];\n"),
    ("sender_count", "static size_t sender_count;\n"),
    ("ids", "static char *ids[MANY];\n"),
    ("id_count", "static size_t id_count;\n"),
    ("json_of", _JSON),
    ("say", _SAY),
    ("release", "\nstatic void release(void *value) { json_decref(value); }\n"),
    ("answered", """
static void answered(const char *what, kmk_status status) {
  printf("   %s: %s\\n", what, kmk_status_name(status));
}
"""),
    ("taken_store", """
static kmk_store *taken_store(size_t number) {
  kmk_store *store = stores[number];
  stores[number] = NULL;
  return store;
}
"""),
    ("taken_sender", """
static kmk_sender *taken_sender(size_t number) {
  kmk_sender *sender = senders[number];
  senders[number] = NULL;
  return sender;
}
"""),
    # ------------------------------------------------------------------ commands
    ("present", """
static void present(kmk_store *store, const char *action_case, json_t *state) {
  answered("present", kmk_store_present(store, action_case, state, NULL));
  json_decref(state);
}
"""),
    ("presented", """
static void presented(kmk_store *store, const char *action_case, json_t *action) {
  answered("presented", kmk_store_presented(store, action_case, action, NULL));
  json_decref(action);
}
"""),
    ("send_task", """
static void send_task(json_t *action) {
  size_t number = task_count++;
  kmk_error error = {.status = KMK_OK};
  tasks[number] = kmk_store_send_task_new(stores[0], action, &error);
  answered("send_task", error.status);
}
"""),
    ("write_binding", """
static void write_binding(kmk_store *store, const char *binding, const char *pointer,
                          json_t *value) {
  answered("write_binding", kmk_store_write_binding(store, binding, pointer, value, NULL));
  json_decref(value);
}
"""),
    ("write_path", """
static void write_path(kmk_store *store, const char *pointer, const char *action_case,
                       json_t *path) {
  answered("write_path", kmk_store_write_path(store, pointer, action_case, path, NULL));
  json_decref(path);
}
"""),
    ("get", """
static void get(kmk_store *store, const char *pointer) {
  json_t *value = kmk_store_get(store, pointer, NULL);
  say("get", value);
  json_decref(value);
}
"""),
    ("valid", """
static void valid(kmk_store *store) {
  printf("   valid: %s\\n", kmk_store_is_valid(store) ? "yes" : "no");
}
"""),
    ("save_id", """
static void save_id(kmk_store *store, const char *pointer) {
  if (store == NULL) return;
  char *id = ids[id_count++] = kmk_store_presentation_id(store, pointer, NULL);
  printf("   id: %s\\n", id != NULL ? id : "none");
}
"""),
    ("scope", """
static void scope(kmk_store *store, const char *pointer, const char *action_case) {
  kmk_error error = {.status = KMK_OK};
  if (store == NULL) return;
  stores[store_count++] = kmk_store_scope(store, pointer, action_case, &error);
  answered("scope", error.status);
}
"""),
    ("scope_element", """
static void scope_element(kmk_store *store, const char *pointer, const char *action_case,
                          json_t *id) {
  kmk_error error = {.status = KMK_OK};
  if (store != NULL) {
    stores[store_count++] = kmk_store_scope_element(store, pointer, action_case, id, &error);
    answered("scope_element", error.status);
  }
  json_decref(id);
}
"""),
    ("snapshot", """
static json_t *snapshots[MANY];
static char *snapshot_texts[MANY];
static size_t snapshot_count;

static void snapshot(void) {
  if (stores[0] == NULL) return;
  json_t *state = snapshots[snapshot_count] = kmk_store_state(stores[0]);
  snapshot_texts[snapshot_count++] = state != NULL ? json_dumps(state, JSON_ENCODE_ANY) : NULL;
}

static void check_snapshots(void) {
  for (size_t i = 0; i < snapshot_count; i++) {
    char *text = snapshots[i] != NULL ? json_dumps(snapshots[i], JSON_ENCODE_ANY) : NULL;
    bool same = text == NULL ? snapshot_texts[i] == NULL : strcmp(text, snapshot_texts[i]) == 0;
    printf("snapshot %zu %s\\n", i, same ? "says what it said" : "HAS CHANGED");
    free(text);
    free(snapshot_texts[i]);
    json_decref(snapshots[i]);
  }
}
"""),
    # ----------------------------------------------------------------- observers
    ("observer", """
typedef struct observer {
  kmk_subscription *subscription;
  void (*act)(void); /* once, when it is first told of a change; NULL: nothing */
} observer;
"""),
    ("observers", "static observer observers[MANY];\n"),
    ("observer_count", "static size_t observer_count;\n"),
    ("told", """
static void told(observer *who, const char *what, const json_t *value) {
  void (*act)(void) = who->act;
  printf("   observer %d:", (int)(who - observers));
  say(what, value);
  if (who->subscription != NULL && act != NULL) {
    who->act = NULL;
    act();
  }
}
"""),
    ("new_observer", """
static observer *new_observer(void (*act)(void)) {
  observers[observer_count].act = act;
  return &observers[observer_count++];
}
"""),
    ("subscribed", """
static void subscribed(observer *who, kmk_subscription *subscription) {
  who->subscription = subscription;
  if (subscription == NULL) printf("   observe: refused\\n");
}
"""),
    ("observe_value", """
static void told_value(const json_t *value, void *who) { told(who, "value", value); }

static void observe_value(kmk_store *store, const char *pointer, void (*act)(void)) {
  if (store == NULL) return;
  observer *who = new_observer(act);
  subscribed(who, kmk_store_observe(store, pointer, told_value, who, NULL, NULL));
}
"""),
    ("observe_case", """
static void told_case(const char *name, const json_t *payload, void *who) {
  told(who, name != NULL ? name : "no case", payload);
}

static void observe_case(kmk_store *store, const char *pointer, void (*act)(void)) {
  if (store == NULL) return;
  observer *who = new_observer(act);
  subscribed(who, kmk_store_observe_case(store, pointer, told_case, who, NULL, NULL));
}
"""),
    ("observe_ids", """
static void told_ids(const json_t *list, void *who) { told(who, "ids", list); }

static void observe_ids(kmk_store *store, const char *pointer, void (*act)(void)) {
  if (store == NULL) return;
  observer *who = new_observer(act);
  subscribed(who, kmk_store_observe_ids(store, pointer, told_ids, who, NULL, NULL));
}
"""),
    ("observe_patches", """
static void told_patch(const json_t *patch, void *who) { told(who, "patch", patch); }

static void observe_patches(kmk_store *store, const char *pointer, void (*act)(void)) {
  if (store == NULL) return;
  observer *who = new_observer(act);
  subscribed(who, kmk_store_observe_patches(store, pointer, told_patch, who, NULL, NULL));
}
"""),
    ("observe_presentation", """
static void told_present(const char *id, const char *name, const json_t *state, void *who) {
  printf("   present %s %s\\n", id, name != NULL ? name : "");
  told(who, "state", state);
}

static void told_update(const char *id, const json_t *state, void *who) {
  printf("   update %s\\n", id);
  told(who, "state", state);
}

static void told_dismiss(const char *id, void *who) {
  printf("   dismiss %s\\n", id);
  told(who, "state", NULL);
}

static void observe_presentation(kmk_store *store, const char *pointer, void (*act)(void)) {
  static const kmk_presentation_callbacks callbacks = {sizeof callbacks, told_present, told_update,
                                                       told_dismiss};
  if (store == NULL) return;
  observer *who = new_observer(act);
  subscribed(who,
             kmk_store_observe_presentation(store, pointer, &callbacks, who, NULL, NULL));
}
"""),
    ("unobserve", """
static void unobserve(size_t number) {
  kmk_subscription *subscription = observers[number].subscription;
  observers[number].subscription = NULL;
  kmk_subscription_free(subscription);
}
"""),
    # ------------------------------------------------------------------- effects
    ("caught", """
static json_t *caught(const json_t *error, void *action) {
  say("caught", error);
  return json_incref(action);
}
"""),
    ("new_number", "\nstatic void *new_number(void) { return calloc(1, sizeof(size_t)); }\n"),
    ("started", """
static size_t started(kmk_sender *sender, const char *name, void *number) {
  printf("   %s starts: sender %zu\\n", name, sender_count);
  senders[sender_count] = sender;
  return *(size_t *)number = sender_count++;
}
"""),
    ("cancelled", """
static void cancelled(void *number) { printf("   sender %zu is cancelled\\n", *(size_t *)number); }
"""),
    ("cancelled_and_finishes", """
static void cancelled_and_finishes(void *number) {
  cancelled(number);
  kmk_sender_finish(taken_sender(*(size_t *)number));
}
"""),
    ("fail", """
static void fail(kmk_sender *sender, void *error) {
  if (json_is_string((json_t *)error)) {
    kmk_sender_fail(sender, json_string_value(error));
  } else {
    kmk_sender_fail_new(sender, json_incref(error));
  }
}
"""),
    ("sender_cancelled", """
static void sender_cancelled(kmk_sender *sender) {
  printf("   cancelled: %s\\n", kmk_sender_is_cancelled(sender) ? "yes" : "no");
}
"""),
    # -------------------------------------------------------- reducers and writes
    ("wrote", """
static void wrote(kmk_status status) {
  if (status != KMK_OK) printf("   a write: %s\\n", kmk_status_name(status));
}
"""),
    ("add", """
static kmk_status add(kmk_state *state, const char *pointer, json_int_t number) {
  json_int_t there = json_integer_value(kmk_state_get(state, pointer));
  uint64_t sum = (uint64_t)there + (uint64_t)number;
  return kmk_state_set_new(state, pointer, json_integer((json_int_t)sum));
}
"""),
    ("uuid", """
static json_t *uuid(const kmk_env *env) {
  char text[37];
  kmk_env_uuid(env, text);
  return json_string(text);
}
"""),
    ("dependency", """
static json_t *dependency(const kmk_env *env, const char *key) {
  const json_t *value = kmk_env_dependency(env, key);
  return value != NULL ? kmk_json_retain(value) : json_null();
}
"""),
    ("given", """
static kmk_reducer *given(kmk_reducer *base, const char *key, json_t *value) {
  kmk_reducer *reducer = kmk_dependency(base, key, value);
  json_decref(value);
  return reducer;
}
"""),
    ("at", """
static const json_t *at(const json_t *container, const char *key) {
  bool is_index = key[strspn(key, "0123456789")] == '\\0' && *key != '\\0';
  if (!json_is_array(container)) return json_object_get(container, key);
  return is_index ? json_array_get(container, (size_t)atoi(key)) : NULL;
}
"""),
    ("equals", """
static bool equals(const json_t *value, json_t *other) {
  bool equal = value != NULL && json_equal(value, other);
  json_decref(other);
  return equal;
}
"""),
    ("kept", """
/* Reducers for a reader, to hand out again and again. Ends with NULL. */
static void *kept(size_t count, kmk_reducer *const *reducers) {
  kmk_reducer **copy = calloc(count + 1, sizeof(kmk_reducer *));
  for (size_t i = 0; i < count; i++) copy[i] = reducers[i];
  return copy;
}
"""),
    ("free_reducers", """
static void free_reducers(void *reducers) {
  for (kmk_reducer **next = reducers; *next != NULL; next++) kmk_reducer_free(*next);
  free(reducers);
}
"""),
    ("merged", """
/* The effect itself where there is one alone. */
static kmk_effect *merged(size_t count, kmk_effect **effects) {
  size_t kept_count = 0;
  for (size_t i = 0; i < count; i++) {
    if (effects[i] != NULL) effects[kept_count++] = effects[i];
  }
  return kept_count > 1 ? kmk_effect_merge(kept_count, effects) : kept_count ? effects[0] : NULL;
}
"""),
    ("perform", """
static kmk_effect *perform(kmk_state *state, const json_t *action, kmk_env *env);
"""),
    ("base", """
/* Says that it runs, and performs the script that the action names. */
static kmk_effect *base(kmk_state *state, const json_t *action, kmk_env *env, void *number) {
  printf("   %s runs,", (const char *)number);
  say("action", action);
  return perform(state, action, env);
}
"""),
    # ---------------------------------------------------------------------- main
    ("issue", """
static void issue(const kmk_diagnostic *told_of, void *data) {
  printf("   issue %s at \\"%s\\", action %s\\n", told_of->code, told_of->path,
         told_of->action_case != NULL ? told_of->action_case : "none");
  (void)data;
}
"""),
    ("slot", """
static void slot(const char *pointer) {
  char *id = kmk_store_presentation_id(stores[0], pointer, NULL);
  printf("   %s presents %s\\n", pointer, id != NULL ? id : "nothing");
  kmk_text_free(id);
}
"""),
    ("after", """
static void after(int step) {
  char *text = kmk_store_state_text(stores[0], JSON_COMPACT);
  printf("%d. %zu effects, %s\\n", step, kmk_store_effect_count(stores[0]), text ? text : "null");
  kmk_text_free(text);
}
"""),
    ("show_tasks", """
static void show_tasks(void) {
  for (size_t i = 0; i < task_count; i++) {
    printf("   task %zu: %s\\n", i, kmk_task_is_finished(tasks[i]) ? "finished" : "not finished");
  }
}
"""),
    ("show_views", """
static void show_views(void) {
  for (size_t i = 1; i < store_count; i++) {
    char *text = kmk_store_state_text(stores[i], JSON_COMPACT);
    printf("   view %zu: %s, %s\\n", i, kmk_store_is_valid(stores[i]) ? "valid" : "invalid",
           text != NULL ? text : "nothing");
    kmk_text_free(text);
  }
}
"""),
]


def words(code: str) -> set[str]:
    """The names in a piece of C, without those in its texts and comments."""
    code = re.sub(r'"(\\.|[^"\\])*"', '""', code)
    return set(re.findall(r"[A-Za-z_]\w*", re.sub(r"/\*.*?\*/", "", code, flags=re.S)))


def frame(code: str) -> str:
    """The parts that the code needs, and those that they need."""
    needed, chosen = words(code), []
    for name, part in reversed(PARTS):
        if name in needed:
            needed |= words(part)
            chosen.append(part)
    text = "\n".join(part.rstrip("\n") + "\n" * (part[0] == "\n") for part in reversed(chosen))
    return re.sub("\n{3,}", "\n\n", text).strip()
