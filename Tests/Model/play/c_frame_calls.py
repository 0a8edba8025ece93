"""Parts of printed programs: commands and observers. See c_frame.py."""

CALLS: list[tuple[str, str]] = [
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
]

OBSERVERS: list[tuple[str, str]] = [
    ("observer", """
typedef struct observer {
  kmk_subscription *subscription;
  void (*act)(void); /* once, when it is first told of a change; NULL: nothing */
  bool acts_at_once; /* in its first call */
} observer;
"""),
    ("observers", "static observer observers[MANY];\n"),
    ("observer_count", "static size_t observer_count;\n"),
    ("told", """
static void told(observer *who, const char *what, const json_t *value) {
  void (*act)(void) = who->act;
  printf("   observer %d:", (int)(who - observers));
  say(what, value);
  if ((who->subscription != NULL || who->acts_at_once) && act != NULL) {
    who->act = NULL;
    act();
  }
}
"""),
    ("acts_at_once", "static bool acts_at_once;\n"),
    ("at_once", """
static void (*at_once(void (*act)(void)))(void) {
  acts_at_once = true;
  return act;
}
"""),
    ("new_observer", """
static observer *new_observer(void (*act)(void)) {
  observers[observer_count].act = act;
  observers[observer_count].acts_at_once = acts_at_once;
  acts_at_once = false;
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
    ("observe_changes", """
static void told_changes(const json_t *patch, const json_t *inverse, void *who) {
  say("patch", patch);
  told(who, "inverse", inverse);
}

static void observe_changes(kmk_store *store, const char *pointer, void (*act)(void)) {
  if (store == NULL) return;
  observer *who = new_observer(act);
  subscribed(who, kmk_store_observe_changes(store, pointer, told_changes, who, NULL, NULL));
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
]
