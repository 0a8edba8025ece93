"""Parts of printed programs: what effects and reducers do. See c_frame.py."""

EFFECTS: list[tuple[str, str]] = [
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
]

REDUCERS: list[tuple[str, str]] = [
    ("wrote", """
static void wrote(kmk_status status) {
  if (status != KMK_OK) printf("   a write: %s\\n", kmk_status_name(status));
}
"""),
    ("counted", """
static void counted(const kmk_state *state, const char *rows, const char *group, json_t *value) {
  json_t *totals = kmk_state_totals(state, rows, group, value);
  say("counted", totals);
  json_decref(totals);
  json_decref(value);
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
]
