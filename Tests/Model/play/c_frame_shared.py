"""Parts of printed programs: shared values. See c_frame.py."""

SHARED: list[tuple[str, str]] = [
    ("shared", """
/* The handles are the program's, and freed by the system. */
static kmk_shared *shared(const char *name) {
  static struct {
    const char *name;
    kmk_shared *handle;
  } known[MANY];
  size_t i = 0;
  while (known[i].name != NULL && strcmp(known[i].name, name) != 0) i++;
  if (known[i].name == NULL) {
    json_t *nothing = json_null();
    known[i].handle = kmk_shared_memory(known[i].name = name, nothing, NULL);
  }
  return known[i].handle;
}
"""),
    ("shared_get", """
static void shared_get(const char *name, const char *pointer) {
  json_t *value = kmk_shared_get(shared(name), pointer, NULL);
  say("shared_get", value);
  json_decref(value);
}
"""),
    ("shared_set", """
static void shared_set(const char *name, const char *pointer, json_t *value) {
  answered("shared_set", kmk_shared_set_new(shared(name), pointer, value, NULL));
}
"""),
    ("shared_update", """
typedef struct updating {
  json_t *(*make)(const json_t *value);
  void (*act)(void);
} updating;

static json_t *update(const json_t *value, void *data) {
  updating *u = data;
  say("updating", value);
  if (u->act != NULL) u->act();
  return u->make(value);
}

static void shared_update(const char *name, json_t *(*make)(const json_t *value),
                          void (*act)(void)) {
  updating u = {make, act};
  answered("shared_update", kmk_shared_update(shared(name), update, &u, NULL));
}
"""),
]
SHARED_OBSERVER: list[tuple[str, str]] = [
    ("shared_observe", """
static void told_shared(const json_t *value, void *who) { told(who, "shared", value); }

static void shared_observe(const char *name, const char *pointer, void (*act)(void)) {
  observer *who = new_observer(act);
  subscribed(who, kmk_shared_observe(shared(name), loop, pointer, told_shared, who, NULL, NULL));
}
"""),
]
