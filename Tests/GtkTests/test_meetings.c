/* The windows of meetings, compared with the command-line example. The example's script is played twice: by clicks,
 * and on a store without windows, as the example does. Both states must be equal after each line.
 *
 * Run:  test_meetings SCRIPT */
#include "gtk_support.h"

#include "../../examples-c/gtk/meetings_windows.h"
#include "../../examples-c/meetings/meetings.h"

#include <kumiki_glib.h>
#include <stdio.h>
#include <string.h>

static const char *script;

typedef struct side {
  kmk_loop *loop;
  kmk_store *store;
} side;

static void ignore(const kmk_diagnostic *issue, void *data) { (void)issue, (void)data; }

static side open_side(void) {
  side made = {kmk_loop_new_virtual(NULL), NULL};
  kmk_loop_set_diagnostics(made.loop, ignore, NULL, NULL);
  made.store = kmk_store_open(made.loop, "Meetings", NULL, NULL);
  assert_non_null(made.store);
  return made;
}

static void close_side(side *made) {
  kmk_store_free(made->store);
  kmk_loop_free(made->loop);
}

static void assert_same(const side *seen, const side *told, size_t line) {
  char *one = kmk_store_state_text(seen->store, JSON_SORT_KEYS);
  char *other = kmk_store_state_text(told->store, JSON_SORT_KEYS);
  if (strcmp(one, other) != 0)
    fail_msg("line %zu: by clicks %s, by the script %s", line, one, other);
  kmk_text_free(one);
  kmk_text_free(other);
}

/* The depth of the state: how many slots present something. */
static size_t depth_of(const json_t *state, size_t *windows) {
  const json_t *outer = json_object_get(state, "destination");
  const json_t *detail = json_object_get(outer, "detail");
  const json_t *inner = json_object_get(detail, "destination");
  const json_t *alert = json_object_get(json_object_get(inner, "record"), "alert");
  size_t depth = json_is_object(outer) + json_is_object(inner) + json_is_object(alert);
  *windows = 1 + depth - (detail ? 1 : 0); /* the detail is a screen of the first window */
  return depth;
}

/* --------------------------------------------------------------- a line as clicks */

typedef struct step {
  const char *name;
  const json_t *payload; /* or NULL */
  size_t slots;          /* on the way to the action */
} step;

static step innermost(const json_t *action) {
  static const char *const wrappers[] = {"presented", "detail", "add", "edit", "record"};
  step found = {NULL, NULL, 0};
  while (json_is_object(action)) {
    const char *key = json_object_iter_key(json_object_iter((json_t *)(uintptr_t)action));
    const json_t *inner = json_object_get(action, key);
    bool is_slot = strcmp(key, "destination") == 0 ||
                   (strcmp(key, "alert") == 0 &&
                    (json_is_object(inner) || strcmp(json_string_value(inner), "dismiss") == 0));
    bool is_wrapper = is_slot || strcmp(key, "alert") == 0;
    for (size_t i = 0; i < KMK_COUNT(wrappers); i++)
      is_wrapper = is_wrapper || strcmp(key, wrappers[i]) == 0;
    found.slots += is_slot;
    found.name = key;
    found.payload = inner;
    if (!is_wrapper)
      return found;
    action = inner;
  }
  found.name = json_string_value(action);
  found.payload = NULL;
  return found;
}

/* The user closes the topmost window; the windows below it can be closed by the state only. */
static void dismiss(const side *seen, const json_t *action, size_t slots) {
  size_t windows;
  json_t *state = kmk_store_state(seen->store);
  if (slots < depth_of(state, &windows))
    kmk_store_send(seen->store, action, NULL);
  else if (windows > 1)
    user_closes();
  else
    user_clicks("close");
  json_decref(state);
}

/* False if no visible widget does it. */
static bool play(const side *seen, const json_t *action) {
  step asked = innermost(action);
  char number[20];
  if (strcmp(asked.name, "dismiss") == 0) {
    dismiss(seen, action, asked.slots);
    return true;
  }
  if (strcmp(asked.name, "appeared") == 0)
    return true; /* the window has already sent it */
  if (strcmp(asked.name, "cancelTapped") == 0 && user_clicks("close"))
    return true;
  if (strcmp(asked.name, "meetingTapped") == 0)
    return json_is_string(asked.payload) && user_clicks(json_string_value(asked.payload));
  if (strcmp(asked.name, "addAttendee") == 0)
    return user_types(asked.name, json_string_value(asked.payload)) && user_enters(asked.name);
  if (json_is_integer(asked.payload)) {
    snprintf(number, sizeof number, "%d", (int)json_integer_value(asked.payload));
    return user_types(asked.name, number);
  }
  if (json_is_string(asked.payload))
    return user_types(asked.name, json_string_value(asked.payload));
  return !asked.payload && user_clicks(asked.name);
}

static void play_line(side *seen, side *told, const json_t *action, size_t line) {
  const json_t *seconds = json_object_get(action, "advance");
  size_t windows;
  if (seconds) {
    kmk_loop_advance(seen->loop, KMK_SECONDS(json_integer_value(seconds)), NULL);
    kmk_loop_advance(told->loop, KMK_SECONDS(json_integer_value(seconds)), NULL);
  } else {
    kmk_store_send(told->store, action, NULL);
    kmk_loop_advance(told->loop, 0, NULL);
    play(seen, action); /* an action without a visible widget must not change the state */
  }
  user_waits();
  assert_same(seen, told, line);
  json_t *state = kmk_store_state(seen->store);
  depth_of(state, &windows);
  if (user_windows() != windows)
    fail_msg("line %zu: %u windows, not %zu", line, user_windows(), windows);
  json_decref(state);
}

static void the_script_of_the_command_line_by_clicks(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects(), line = 0, played = 0;
  side seen = open_side(), told = open_side();
  guint source = kmk_glib_attach(seen.loop, NULL);
  GtkWidget *window = meetings_window(seen.store);
  gtk_window_present(GTK_WINDOW(window));
  FILE *file = fopen(script, "r");
  assert_non_null(file);
  char text[512];
  while (fgets(text, sizeof text, file)) {
    json_t *action = json_loads(text, JSON_DECODE_ANY, NULL);
    line++;
    if (!action)
      continue; /* an empty line, or not JSON */
    play_line(&seen, &told, action, line);
    json_decref(action);
    played++;
  }
  fclose(file);
  assert_true(played > 30);
  gtk_window_destroy(GTK_WINDOW(window));
  user_waits();
  assert_int_equal(user_windows(), 0);
  g_source_remove(source);
  close_side(&seen);
  close_side(&told);
  assert_int_equal(kmk_live_objects(), live);
}

/* Windows on top of windows from the start, and a store that ends below them. */
static void a_state_from_before_opens_its_windows(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  side seen = open_side();
  kmk_store_send_text(seen.store, "{\"meetingTapped\": \"design\"}", NULL);
  kmk_store_send_text(seen.store,
                      "{\"destination\": {\"presented\": {\"detail\": \"editTapped\"}}}", NULL);
  GtkWidget *window = meetings_window(seen.store);
  gtk_window_present(GTK_WINDOW(window));
  user_waits();
  assert_int_equal(user_windows(), 2);
  assert_true(user_types("setTitle", "Sketch"));
  assert_true(user_clicks("doneTapped"));
  assert_int_equal(user_windows(), 1);
  assert_true(user_clicks("editTapped"));
  assert_int_equal(user_windows(), 2);
  close_side(&seen);
  user_waits();
  assert_int_equal(user_windows(), 1);
  gtk_window_destroy(GTK_WINDOW(window));
  user_waits();
  assert_int_equal(kmk_live_objects(), live);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_script_of_the_command_line_by_clicks),
      cmocka_unit_test(a_state_from_before_opens_its_windows),
  };
  if (argc < 2)
    return 2;
  script = argv[1];
  gtk_init();
  if (meetings_register() != KMK_OK)
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  kmk_feature_unregister("Meetings");
  return failed;
}
