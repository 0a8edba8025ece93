"""Parts of printed programs: lists. See c_frame.py."""

LISTS: list[tuple[str, str]] = [
    ("rows_list", """
typedef struct rows_list {
  kmk_list *handle; /* NULL where it was refused, and once it was freed */
  json_t *options;
} rows_list;
"""),
    ("lists", "static rows_list lists[MANY];\n"),
    ("list_count", "static size_t list_count;\n"),
    ("rows_of", """
static json_t *rows_of(kmk_list *list) {
  json_t *rows = json_array();
  for (size_t i = 0; list != NULL && i < kmk_list_count(list); i++) {
    json_t *row = kmk_list_get(list, i, NULL);
    json_array_append_new(rows, json_deep_copy(row));
    json_decref(row);
  }
  return list != NULL ? rows : json_null();
}
"""),
    ("list_option", """
static const char *list_option(const json_t *options, const char *name) {
  return json_string_value(json_object_get(options, name));
}
"""),
    ("list_options", """
/* The texts of an option, ended by NULL; they are left to the system. */
static const char **list_options(const json_t *options, const char *name) {
  const json_t *texts = json_object_get(options, name), *one;
  const char **found = calloc(json_array_size(texts) + 1, sizeof *found);
  size_t index, count = 0;
  json_array_foreach(texts, index, one) {
    if (json_is_string(one)) found[count++] = json_string_value(one);
  }
  return found;
}
"""),
    ("value_in", """
/* What is at a pointer of a row, whose names have no "~". */
static const json_t *value_in(const json_t *row, const char *pointer) {
  char key[64];
  int length;
  while (*pointer == '/' && sscanf(pointer, "/%63[^/]%n", key, &length) == 1) {
    row = json_is_array(row) ? json_array_get(row, strtoul(key, NULL, 10)) : json_object_get(row, key);
    pointer += length;
  }
  return *pointer == '\\0' ? row : NULL;
}
"""),
    ("list_keeps", """
/* Whether the integer in a row is not below that of the first parameter. */
static bool list_keeps(const json_t *row, const json_t *const *parameters, void *data) {
  rows_list *rows = data;
  const json_t *first = json_array_get(json_object_get(rows->options, "parameters"), 0);
  const json_t *value = value_in(row, list_option(rows->options, "filter"));
  return json_integer_value(value) >= (json_is_string(first) ? json_integer_value(parameters[0]) : 0);
}
"""),
    ("list_compares", """
/* The largest integer first. */
static int list_compares(const json_t *left, const json_t *right, void *data) {
  json_int_t one = json_integer_value(left), other = json_integer_value(right);
  (void)data;
  return one == other ? 0 : one > other ? -1 : 1;
}
"""),
    ("list_rows", """
static void list_rows(kmk_store *store, const char *pointer, json_t *given) {
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  kmk_error error = {.status = KMK_OK};
  if (store == NULL) return;
  rows_list *rows = &lists[list_count++];
  rows->options = given;
  options.sort = list_options(given, "sort");
  options.sort_place = list_option(given, "sort_place");
  options.group = list_option(given, "group");
  options.numbers = list_options(given, "numbers");
  options.filter = list_option(given, "filter") != NULL ? list_keeps : NULL;
  options.parameters = list_options(given, "parameters");
  options.compare = json_is_true(json_object_get(given, "compare")) ? list_compares : NULL;
  options.first = (size_t)json_integer_value(json_object_get(given, "first"));
  options.limit = (size_t)json_integer_value(json_object_get(given, "limit"));
  rows->handle = kmk_list_new(store, pointer, &options, rows, NULL, &error);
  answered("list_rows", error.status);
}
"""),
    ("list_get", """
static void list_get(size_t number) {
  kmk_list *handle = lists[number].handle;
  if (handle == NULL) return;
  for (size_t i = 0; i < kmk_list_count(handle); i++) {
    json_t *row = kmk_list_get(handle, i, NULL);
    say("row", row);
    json_decref(row);
  }
  json_t *groups = kmk_list_groups(handle, NULL);
  say("groups", groups);
  json_decref(groups);
}
"""),
    ("list_show", """
static void list_show(size_t number, size_t first, size_t limit) {
  if (lists[number].handle == NULL) return;
  answered("list_show", kmk_list_show(lists[number].handle, first, limit, NULL));
}
"""),
    ("told_list", """
static void told_list(const kmk_list_edit *edits, size_t count, void *who) {
  static const char *const names[] = {"reset", "insert", "remove", "move", "change"};
  for (size_t i = 0; i < count; i++) {
    printf("   %s at %zu from %zu", names[edits[i].change], edits[i].index, edits[i].from);
    say("", edits[i].id);
  }
  told(who, "list", NULL);
}
"""),
    ("observe_list", """
static void observe_list(size_t number, void (*act)(void)) {
  if (lists[number].handle == NULL) return;
  observer *who = new_observer(act);
  subscribed(who, kmk_list_observe(lists[number].handle, told_list, who, NULL, NULL));
}
"""),
    ("list_free", """
static void list_free(size_t number) {
  kmk_list *handle = lists[number].handle;
  lists[number].handle = NULL;
  kmk_list_free(handle);
}
"""),
]
