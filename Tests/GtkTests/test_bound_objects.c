/* Bindings of scales and of objects that are not widgets, and the messages for properties that cannot be bound. */
#include "field_table.h"
#include "gtk_support.h"

#include <kumiki_gtk.h>
#include <string.h>

/* ------------------------------------------------------------------ other objects */

static void scales_and_text_views_are_bound_by_what_they_show(void **unused) {
  (void)unused;
  table t = open_table(NULL, json_real(0.5));
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.25);
  GtkWidget *bar =
      gtk_scrollbar_new(GTK_ORIENTATION_VERTICAL, gtk_adjustment_new(0, 0, 10, 1, 1, 1));
  gtk_window_set_child(GTK_WINDOW(t.window), box);
  gtk_box_append(GTK_BOX(box), scale);
  gtk_box_append(GTK_BOX(box), bar);
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", scale, "value"));
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", bar, "value"));
  assert_float_equal(gtk_range_get_value(GTK_RANGE(scale)), 0.5, 0);
  gtk_range_set_value(GTK_RANGE(scale), 0.75);
  assert_value(&t, "0.75");
  assert_float_equal(gtk_adjustment_get_value(gtk_scrollbar_get_adjustment(GTK_SCROLLBAR(bar))),
                     0.75, 0);
  close_table(&t);
}

static void an_object_that_is_no_widget_is_bound_until_it_goes(void **unused) {
  (void)unused;
  table t = open_table(NULL, json_string("one"));
  GtkTextBuffer *buffer = gtk_text_buffer_new(NULL);
  GtkAdjustment *adjustment = g_object_ref_sink(gtk_adjustment_new(0, 0, 9, 1, 1, 0));
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", buffer, "text"));
  assert_true(kmk_gtk_show(t.store, "/v", adjustment, "value"));
  gtk_text_buffer_set_text(buffer, "two", -1);
  assert_value(&t, "\"two\"");
  g_object_unref(buffer); /* before its update is done */
  g_object_unref(adjustment);
  user_waits();
  json_t *next = json_string("three");
  kmk_store_write_binding(t.store, "binding", "/v", next, NULL);
  json_decref(next);
  close_table(&t);
}

/* ------------------------------------------------------------------- bad properties */

static void what_cannot_be_bound_is_named(void **unused) {
  (void)unused;
  table t = open_table(NULL, json_integer(1));
  GtkWidget *button = gtk_button_new();
  gtk_window_set_child(GTK_WINDOW(t.window), button);
  assert_false(kmk_gtk_bind(t.store, "/v", "binding", button, "value"));
  assert_string_equal(said,
                      "kumiki: kmk_gtk_bind: the property \"value\" of a GtkButton cannot follow "
                      "/v: there is no property with that name");
  assert_false(kmk_gtk_show(t.store, "/v", button, "child"));
  assert_non_null(strstr(said, "\"child\" of a GtkButton cannot follow /v: it is not a string"));
  assert_false(kmk_gtk_show(t.store, "/v", button, "css-name")); /* construct-only */
  assert_non_null(strstr(said, "\"css-name\""));
  assert_false(kmk_gtk_show(t.store, "/v", NULL, "label"));
  assert_false(kmk_gtk_show(t.store, "/v", button, NULL));
  said[0] = 0;
  assert_false(kmk_gtk_show(NULL, "/v", button, "label"));
  assert_false(kmk_gtk_show(t.store, NULL, button, "label"));
  assert_string_equal(said, "");
  assert_false(kmk_gtk_show(t.store, "v", button, "label"));
  assert_non_null(
      strstr(said, "kmk_gtk_show: the property \"label\" of a GtkButton cannot follow v: "));
  close_table(&t);
}

static void assert_said(const char *start, const char *reason) {
  if (!g_str_has_prefix(said, start) || !strstr(said + strlen(start), reason))
    fail_msg("\"%s\" is said, and not %s... %s", said, start, reason);
  said[0] = 0;
}

static void a_misspelt_name_is_told_with_the_reason_of_the_store(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:s}", "name", "a");
  kmk_reducer *actions = KMK_CASES(kmk_empty(), {"save", NULL}, {"rename", "text"},
                                   {"binding", "{path: text, value: any}"});
  kmk_reducer *feature = kmk_shape(
      KMK_COMBINE(actions, KMK_BINDING_FIELDS("binding", {"/name", "text"})), "only {name: text}");
  kmk_error error;
  kmk_store *store = kmk_store_new(loop, feature, initial, &error);
  GtkWidget *window = gtk_window_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *entry = gtk_entry_new(), *other = gtk_entry_new(), *button = gtk_button_new();
  GtkWidget *choice = gtk_toggle_button_new();
  json_decref(initial);
  if (!store)
    fail_msg("%s", error.message);
  gtk_window_set_child(GTK_WINDOW(window), box);
  gtk_box_append(GTK_BOX(box), entry);
  gtk_box_append(GTK_BOX(box), other);
  gtk_box_append(GTK_BOX(box), button);
  gtk_box_append(GTK_BOX(box), choice);

  assert_false(kmk_gtk_show(store, "/nmae", button, "label"));
  assert_said("kumiki: kmk_gtk_show: the property \"label\" of a GtkButton cannot follow /nmae: ",
              "did you mean name?");
  assert_false(kmk_gtk_show_if(store, "/nmae", KMK_GTK_IS, NULL, button, "sensitive"));
  assert_said("kumiki: kmk_gtk_show_if: the property \"sensitive\" of a GtkButton cannot follow "
              "/nmae: ",
              "did you mean name?");
  assert_false(kmk_gtk_bind(store, "/nmae", "binding", entry, "text"));
  assert_said("kumiki: kmk_gtk_bind: the property \"text\" of a GtkEntry cannot follow /nmae: ",
              "did you mean name?");

  assert_true(kmk_gtk_bind(store, "/name", "bindign", entry, "text"));
  gtk_editable_set_text(GTK_EDITABLE(entry), "b");
  assert_said("kumiki: kmk_gtk_bind: the property \"text\" of a GtkEntry cannot write /name by "
              "bindign: ",
              "did you mean binding?");
  assert_string_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), "a");
  assert_true(kmk_gtk_bind_action(store, "/name", "renam", other, "text"));
  gtk_editable_set_text(GTK_EDITABLE(other), "b");
  assert_said("kumiki: kmk_gtk_bind_action: the property \"text\" of a GtkEntry cannot write /name "
              "by renam: ",
              "did you mean rename?");
  assert_true(kmk_gtk_bind_choice(store, "/name", "bindign", choice, "b"));
  gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(choice), TRUE);
  assert_said("kumiki: kmk_gtk_bind_choice: the property \"active\" of a GtkToggleButton cannot "
              "write /name by bindign: ",
              "did you mean binding?");

  kmk_gtk_clicked(button, store, "svae");
  g_signal_emit_by_name(button, "clicked");
  assert_said("kumiki: kmk_gtk_clicked: a GtkButton cannot send svae: ", "did you mean save?");
  kmk_gtk_clicked(button, NULL, "save"); /* sends nothing */
  g_signal_emit_by_name(button, "clicked");
  assert_string_equal(said, "");
  gtk_window_destroy(GTK_WINDOW(window));
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scales_and_text_views_are_bound_by_what_they_show),
      cmocka_unit_test(an_object_that_is_no_widget_is_bound_until_it_goes),
      cmocka_unit_test(what_cannot_be_bound_is_named),
      cmocka_unit_test(a_misspelt_name_is_told_with_the_reason_of_the_store),
  };
  gtk_init();
  user_reads_messages();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
