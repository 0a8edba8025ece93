/* A path of screens in a GtkStack, in both dialects of a path; windows that the program destroys; and places that
 * cannot be shown. */
#include "gtk_support.h"

#include "../../examples-c/screens/screens.h"

#include <kumiki_gtk_present.h>
#include <string.h>

static void close_around(GtkWidget *button, void *data) {
  (void)data;
  kmk_gtk_close(button);
}

static GtkWidget *add_button(GtkWidget *page, const char *name, kmk_store *store) {
  GtkWidget *button = gtk_button_new_with_label(name);
  gtk_widget_set_name(button, name);
  if (store)
    kmk_gtk_clicked(button, store, name);
  else
    g_signal_connect(button, "clicked", G_CALLBACK(close_around), NULL);
  gtk_box_append(GTK_BOX(page), button);
  return button;
}

static GtkWidget *screen(kmk_store *view, const char *name, void *data) {
  (void)data;
  GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *count = gtk_label_new(NULL);
  gtk_widget_set_name(count, "count");
  gtk_box_append(GTK_BOX(page), count);
  add_button(page, "back", NULL);
  assert_string_equal(name, "numbers");
  add_button(page, "increment", view); /* inside the case, as in a slot */
  kmk_gtk_show(view, "/count", count, "label");
  return page;
}

static size_t depth(kmk_store *store) {
  json_t *path = kmk_store_get(store, "/path", NULL);
  size_t count = json_array_size(path);
  json_decref(path);
  return count;
}

static void assert_shown(const char *count) {
  GtkWidget *label = user_finds("count");
  assert_non_null(label);
  assert_string_equal(gtk_label_get_text(GTK_LABEL(label)), count);
}

static void walk(kmk_store *store, GtkWidget *stack) {
  kmk_store_send_text(store, "\"openNumbers\"", NULL);
  assert_shown("0");
  assert_true(user_clicks("increment"));
  assert_shown("1");
  kmk_store_send_text(store, "\"openNumbers\"", NULL);
  assert_shown("0");
  assert_true(user_clicks("back"));
  assert_int_equal(depth(store), 1);
  assert_shown("1"); /* the same screen as before */
  for (int i = 0; i < 3; i++)
    kmk_store_send_text(store, "\"openNumbers\"", NULL);
  user_waits();
  /* A screen far below closes, with all screens above it. */
  GtkWidget *second =
      gtk_widget_get_next_sibling(gtk_widget_get_next_sibling(gtk_widget_get_first_child(stack)));
  kmk_gtk_close(second);
  assert_int_equal(depth(store), 1);
  assert_shown("1");
  kmk_store_send_text(store, "\"popToRoot\"", NULL);
  assert_null(user_finds("count"));
  assert_ptr_equal(gtk_stack_get_visible_child(GTK_STACK(stack)),
                   gtk_widget_get_first_child(stack));
}

static void path_of(const char *feature) {
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = kmk_store_open(loop, feature, NULL, NULL);
  GtkWidget *window = gtk_window_new(), *stack = gtk_stack_new();
  gtk_stack_add_child(GTK_STACK(stack), gtk_label_new("root"));
  gtk_window_set_child(GTK_WINDOW(window), stack);
  assert_true(kmk_gtk_path(store, "/path", "path", stack, screen, NULL, NULL));
  gtk_window_present(GTK_WINDOW(window));
  walk(store, stack);
  kmk_store_send_text(store, "\"openNumbers\"", NULL);
  gtk_window_destroy(GTK_WINDOW(window)); /* with a screen in it */
  user_waits();
  assert_int_equal(depth(store), 1);
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

static void a_stack_is_walked(void **unused) {
  (void)unused;
  path_of("Stack");
}

static void a_navigation_destination_is_walked(void **unused) {
  (void)unused;
  path_of("Navigation");
}

/* ---------------------------------------------------------------------- elements */

/* {"push": ELEMENT} */
static kmk_effect *push(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *element = kmk_action_payload(action, "push");
  if (element)
    kmk_state_push_new(state, "/path", kmk_json_retain(element), NULL);
  return NULL;
}

typedef struct element {
  char name[16], state[64];
} element;

static GtkWidget *note_element(kmk_store *view, const char *name, void *data) {
  element *seen = data;
  json_t *state = view ? kmk_store_state(view) : NULL;
  char *text = state ? json_dumps(state, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
  g_strlcpy(seen->name, name ? name : "(none)", sizeof seen->name);
  g_strlcpy(seen->state, text ? text : "(no view)", sizeof seen->state);
  free(text);
  json_decref(state);
  return gtk_label_new(NULL);
}

static void the_view_of_an_element_is_inside_of_its_case(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:[]}", "path");
  kmk_reducer *reducer = kmk_stack(kmk_reducer_new(push, NULL, NULL), "/path", "path", kmk_empty());
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  GtkWidget *window = gtk_window_new(), *stack = gtk_stack_new();
  element seen = {"", ""};
  gtk_window_set_child(GTK_WINDOW(window), stack);
  assert_true(kmk_gtk_path(store, "/path", "path", stack, note_element, &seen, NULL));
  kmk_store_send_text(store, "{\"push\": {\"page\": {\"n\": 1}}}", NULL);
  assert_string_equal(seen.name, "page");
  assert_string_equal(seen.state, "{\"n\":1}");
  kmk_store_send_text(store, "{\"push\": {\"a/b\": 2}}", NULL);
  assert_string_equal(seen.name, "a/b");
  assert_string_equal(seen.state, "2");
  kmk_store_send_text(store, "{\"push\": \"settings\"}", NULL); /* a case without a payload */
  assert_string_equal(seen.name, "settings");
  assert_string_equal(seen.state, "(no view)");
  kmk_store_send_text(store, "{\"push\": {\"x\": 1, \"y\": 2}}", NULL); /* not a case */
  assert_string_equal(seen.name, "(none)");
  assert_string_equal(seen.state, "{\"x\":1,\"y\":2}");
  json_decref(initial);
  gtk_window_destroy(GTK_WINDOW(window));
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

/* {"set": [POINTER, VALUE]} */
static kmk_effect *setter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *set = kmk_action_payload(action, "set");
  if (set)
    kmk_state_set(state, json_string_value(json_array_get(set, 0)), json_array_get(set, 1));
  return NULL;
}

static GtkWidget *case_page(kmk_store *view, const char *name, void *data) {
  GtkWidget *page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new(NULL);
  ++*(int *)data;
  gtk_widget_set_name(page, name);
  gtk_box_append(GTK_BOX(page), label);
  kmk_gtk_show(view, "/n", label, "label");
  return page;
}

static void assert_case(GtkWidget *stack, const char *name, const char *n) {
  GtkWidget *page = gtk_stack_get_visible_child(GTK_STACK(stack));
  assert_string_equal(gtk_widget_get_name(page), name);
  assert_string_equal(gtk_label_get_text(GTK_LABEL(gtk_widget_get_first_child(page))), n);
}

static void an_element_that_becomes_another_case_gets_its_screen(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  int built = 0;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:[]}", "path");
  kmk_reducer *reducer =
      kmk_stack(kmk_reducer_new(setter, NULL, NULL), "/path", "path", kmk_empty());
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  GtkWidget *window = gtk_window_new(), *stack = gtk_stack_new();
  json_decref(initial);
  gtk_stack_add_child(GTK_STACK(stack), gtk_label_new("root"));
  gtk_window_set_child(GTK_WINDOW(window), stack);
  assert_true(kmk_gtk_path(store, "/path", "path", stack, case_page, &built, NULL));
  kmk_store_send_text(store,
                      "{\"set\": [\"/path\", [{\"id\": 1, \"element\": {\"a\": {\"n\": 1}}},"
                      "{\"id\": 2, \"element\": {\"b\": {\"n\": 2}}}]]}",
                      NULL);
  assert_case(stack, "b", "2");
  kmk_store_send_text(store, "{\"set\": [\"/path/1/element\", {\"c\": {\"n\": 3}}]}", NULL);
  assert_case(stack, "c", "3");
  assert_int_equal(built, 3);
  kmk_store_send_text(store, "{\"set\": [\"/path/1/element/c/n\", 4]}", NULL); /* the same case */
  assert_case(stack, "c", "4");
  assert_int_equal(built, 3);
  kmk_store_send_text(store, "{\"set\": [\"/path/0/element\", {\"d\": {\"n\": 5}}]}", NULL);
  assert_case(stack, "c", "4"); /* rebuilt, because the screen below changed */
  assert_int_equal(built, 5);
  kmk_store_send_text(
      store, "{\"set\": [\"/path\", [{\"id\": 1, \"element\": {\"e\": {\"n\": 6}}}]]}", NULL);
  assert_case(stack, "e", "6");
  gtk_window_destroy(GTK_WINDOW(window));
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

static GtkWidget *label_page(kmk_store *view, const char *name, void *data) {
  (void)view, (void)name;
  return gtk_label_new(data);
}

static void assert_page(GtkWidget *stack, const char *expected) {
  GtkWidget *page = gtk_stack_get_visible_child(GTK_STACK(stack));
  assert_string_equal(gtk_label_get_text(GTK_LABEL(page)), expected);
}

static void a_slot_and_a_path_may_share_a_stack(void **unused) {
  (void)unused;
  static char detail[] = "detail", screen_text[] = "screen";
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:n, s:[]}", "detail", "path");
  kmk_reducer *reducer =
      kmk_presentation(kmk_reducer_new(setter, NULL, NULL), "/detail", "detail", NULL, kmk_empty());
  reducer = kmk_stack(reducer, "/path", "path", kmk_empty());
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  GtkWidget *window = gtk_window_new(), *stack = gtk_stack_new();
  json_decref(initial);
  gtk_stack_add_child(GTK_STACK(stack), gtk_label_new("root"));
  gtk_window_set_child(GTK_WINDOW(window), stack);
  assert_true(kmk_gtk_present(store, "/detail", "detail", stack, label_page, detail, NULL));
  assert_true(kmk_gtk_path(store, "/path", "path", stack, label_page, screen_text, NULL));
  kmk_store_send_text(store, "{\"set\": [\"/detail\", {\"a\": 1, \"b\": 2}]}", NULL);
  kmk_store_send_text(store, "{\"set\": [\"/path\", [{\"a\": 1, \"b\": 2}]]}", NULL);
  assert_page(stack, "screen");
  kmk_store_send_text(store, "{\"set\": [\"/detail\", null]}", NULL);
  assert_page(stack, "screen");
  kmk_store_send_text(store, "{\"set\": [\"/path\", []]}", NULL);
  assert_page(stack, "root");
  gtk_window_destroy(GTK_WINDOW(window));
  kmk_store_free(store);
  kmk_loop_free(loop);
}

/* ----------------------------------------------------------------------- windows */

static kmk_effect *opener(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "open"))
    kmk_state_set_new(state, "/sheet", json_object());
  return NULL;
}

static GtkWidget *last_window;

static GtkWidget *new_window(kmk_store *view, const char *name, void *data) {
  (void)view, (void)name, (void)data;
  return last_window = gtk_window_new();
}

/* Destroys the window while its store runs a reducer; ignores all other actions. */
static kmk_effect *destroyer(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)env, (void)data;
  if (kmk_action_is(action, "destroy"))
    gtk_window_destroy(GTK_WINDOW(last_window));
  return NULL;
}

static bool is_up(kmk_store *store) {
  json_t *sheet = kmk_store_get(store, "/sheet", NULL);
  bool is_up = json_is_object(sheet);
  json_decref(sheet);
  return is_up;
}

static void a_window_that_the_program_destroys_is_dismissed(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:n}", "sheet");
  kmk_reducer *reducer =
      kmk_presentation(kmk_reducer_new(opener, NULL, NULL), "/sheet", "sheet", NULL, kmk_empty());
  reducer = KMK_COMBINE(reducer, kmk_reducer_new(destroyer, NULL, NULL));
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  GtkWidget *window = gtk_window_new();
  gtk_window_present(GTK_WINDOW(window));
  assert_true(kmk_gtk_present(store, "/sheet", "sheet", window, new_window, NULL, NULL));
  for (int i = 0; i < 2; i++) {
    kmk_store_send_text(store, "\"open\"", NULL);
    assert_int_equal(user_windows(), 2);
    gtk_window_destroy(GTK_WINDOW(last_window));
    assert_false(is_up(store));
    assert_int_equal(user_windows(), 1);
  }
  kmk_store_send_text(store, "\"open\"", NULL);
  said[0] = 0;
  kmk_store_send_text(store, "\"destroy\"", NULL); /* in a reducer nothing can be dismissed */
  assert_true(is_up(store));
  assert_int_equal(user_windows(), 1);
  assert_string_equal(said, "kumiki: a window was destroyed, and the state keeps what it showed at "
                            "/sheet");
  kmk_store_dismiss(store, "sheet", NULL);
  kmk_store_send_text(store, "\"open\"", NULL);
  assert_int_equal(user_windows(), 2);
  gtk_window_destroy(GTK_WINDOW(window)); /* its owner: the state keeps the sheet */
  assert_true(is_up(store));
  assert_int_equal(user_windows(), 0);
  json_decref(initial);
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

/* ------------------------------------------------------------------- bad places */

static GtkWidget *nothing(kmk_store *view, const char *name, void *data) {
  (void)view, (void)name, (void)data;
  return NULL;
}

static void what_cannot_be_bound_is_said(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = kmk_store_open(loop, "Stack", NULL, NULL);
  GtkWidget *window = gtk_window_new(), *stack = gtk_stack_new(), *label = gtk_label_new("kept");
  gtk_window_set_child(GTK_WINDOW(window), stack);
  gtk_stack_add_child(GTK_STACK(stack), label);
  assert_false(kmk_gtk_show(store, "no pointer", label, "label"));
  assert_false(kmk_gtk_show(NULL, "/total", label, "label"));
  assert_string_equal(gtk_label_get_text(GTK_LABEL(label)), "kept");
  assert_false(kmk_gtk_present(store, "no pointer", "path", window, nothing, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_false(kmk_gtk_path(store, "/total", "path", stack, nothing, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_true(kmk_gtk_path(store, "/path", "path", stack, nothing, NULL, &error));
  kmk_store_send_text(store, "\"openNumbers\"", NULL);
  kmk_store_send_text(store, "\"popToRoot\"", NULL); /* nothing was shown */
  kmk_gtk_close(label);
  kmk_gtk_close(NULL);
  gtk_window_destroy(GTK_WINDOW(window));
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stack_is_walked),
      cmocka_unit_test(a_navigation_destination_is_walked),
      cmocka_unit_test(the_view_of_an_element_is_inside_of_its_case),
      cmocka_unit_test(an_element_that_becomes_another_case_gets_its_screen),
      cmocka_unit_test(a_slot_and_a_path_may_share_a_stack),
      cmocka_unit_test(a_window_that_the_program_destroys_is_dismissed),
      cmocka_unit_test(what_cannot_be_bound_is_said),
  };
  gtk_init();
  user_reads_messages();
  if (screens_register() != KMK_OK)
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  kmk_feature_unregister("Stack");
  kmk_feature_unregister("Navigation");
  return failed;
}
