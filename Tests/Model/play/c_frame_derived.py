"""Parts of printed programs: derived values. See c_frame.py."""

DERIVED: list[tuple[str, str]] = [
    ("derived", """
typedef struct derived {
  kmk_derived *handle; /* NULL where it was refused, and once it was freed */
  json_t *pointers, *of, *lists; /* what it reads, and the numbers of those that it asks */
} derived;
"""),
    ("values", "static derived values[MANY];\n"),
    ("derived_count", "static size_t derived_count;\n"),
    ("compute", """
/* Returns the values that it reads, up to the first missing place, and those of the derived values that it asks. */
static json_t *compute(kmk_store *store, void *data) {
  derived *d = data;
  json_t *one, *found, *value = json_array();
  size_t index;
  printf("   computes derived value %d\\n", (int)(d - values));
  json_array_foreach(d->pointers, index, one) {
    if (!json_is_string(one)) continue;
    found = kmk_store_get(store, json_string_value(one), NULL);
    if (found == NULL) break;
    json_array_append_new(value, json_deep_copy(found));
    json_decref(found);
  }
  json_array_foreach(d->of, index, one) {
    if (!json_is_integer(one)) continue;
    derived *other = &values[json_integer_value(one)];
    found = other < d && other->handle != NULL ? kmk_derived_get(other->handle, NULL) : NULL;
    json_array_append_new(value, found != NULL ? json_deep_copy(found) : json_null());
    json_decref(found);
  }
  json_array_foreach(d->lists, index, one) {
    if (!json_is_integer(one)) continue;
    kmk_list *rows = lists[json_integer_value(one)].handle;
    json_array_append_new(value, rows_of(rows));
  }
  return value;
}
"""),
    ("derive", """
static void derive(kmk_store *store, json_t *pointers, json_t *of, bool is_named, json_t *reads) {
  const char *places[MANY] = {NULL};
  size_t index, count = 0;
  json_t *one;
  kmk_error error = {.status = KMK_OK};
  if (store == NULL || !json_is_array(pointers) || !json_is_array(of)) return;
  json_array_foreach(pointers, index, one) {
    if (json_is_string(one)) places[count++] = json_string_value(one);
  }
  derived *made = &values[derived_count++];
  *made = (derived){.pointers = pointers, .of = of, .lists = reads};
  made->handle = kmk_derived_new(store, is_named ? places : NULL, compute, made, NULL, &error);
  answered("derive", error.status);
}
"""),
    ("derived_get", """
static void derived_get(size_t number) {
  if (values[number].handle == NULL) return;
  json_t *value = kmk_derived_get(values[number].handle, NULL);
  say("derived", value);
  json_decref(value);
}
"""),
    ("observe_derived", """
static void told_derived(const json_t *value, void *who) { told(who, "derived", value); }

static void observe_derived(size_t number, void (*act)(void)) {
  if (values[number].handle == NULL) return;
  observer *who = new_observer(act);
  subscribed(who, kmk_derived_observe(values[number].handle, told_derived, who, NULL, NULL));
}
"""),
    ("derived_free", """
static void derived_free(size_t number) {
  kmk_derived *handle = values[number].handle;
  values[number].handle = NULL;
  kmk_derived_free(handle);
}
"""),
]
