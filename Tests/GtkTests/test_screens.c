/* A path of screens in a GtkStack, in both dialects of a path; a field; what cannot be bound. */
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
  kmk_store *numbers = kmk_store_scope(view, "/numbers", "numbers", NULL);
  add_button(page, "increment", numbers);
  kmk_gtk_show(numbers, "/count", count, "label");
  g_object_set_data_full(G_OBJECT(page), "numbers", numbers, (GDestroyNotify)kmk_store_free);
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
  assert_shown("1"); /* the screen that was there all the time */
  for (int i = 0; i < 3; i++)
    kmk_store_send_text(store, "\"openNumbers\"", NULL);
  user_waits();
  /* A screen far below closes, with all above it. */
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

/* ------------------------------------------------------------------------ a field */

/* Takes names without an "x", and counts what it was asked. */
static kmk_effect *name_field(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *name = kmk_action_payload(action, "setName");
  json_int_t asked = json_integer_value(kmk_state_get(state, "/asked"));
  if (kmk_action_is(action, "reset"))
    kmk_state_set_new(state, "/name", json_string("Ann"));
  if (!name)
    return NULL;
  kmk_state_set_new(state, "/asked", json_integer(asked + 1));
  if (!strchr(json_string_value(name), 'x'))
    kmk_state_set(state, "/name", name);
  return NULL;
}

static void an_entry_says_what_the_state_says(void **unused) {
  (void)unused;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:s, s:i}", "name", "Bo", "asked", 0);
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(name_field, NULL, NULL), initial, NULL);
  GtkWidget *window = gtk_window_new(), *entry = gtk_entry_new();
  gtk_window_set_child(GTK_WINDOW(window), entry);
  assert_true(kmk_gtk_bind_action(store, "/name", "setName", entry, "text"));
  kmk_store_send_text(store, "\"reset\"", NULL); /* followed, and not written back */
  assert_string_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "Ann");
  json_t *asked = kmk_store_get(store, "/asked", NULL);
  assert_int_equal(json_integer_value(asked), 0);
  gtk_editable_set_text(GTK_EDITABLE(entry), "Anna");
  gtk_editable_set_text(GTK_EDITABLE(entry), "Annax"); /* refused */
  assert_string_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "Anna");
  json_decref(asked);
  json_decref(initial);
  gtk_window_destroy(GTK_WINDOW(window));
  kmk_store_free(store);
  kmk_loop_free(loop);
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
      cmocka_unit_test(an_entry_says_what_the_state_says),
      cmocka_unit_test(what_cannot_be_bound_is_said),
  };
  gtk_init();
  if (screens_register() != KMK_OK)
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  kmk_feature_unregister("Stack");
  kmk_feature_unregister("Navigation");
  return failed;
}
