/* libadwaita's pages and dialogs, shown and closed by the state. Needs libadwaita 1.5. */
#include "gtk_support.h"
#include "sheet_table.h"

#include "../../examples-c/screens/screens.h"

#include <adwaita.h>
#include <kumiki_gtk_bar.h>
#include <kumiki_gtk_present.h>

static GtkWidget *last; /* the last widget built */

static GtkWidget *content(kmk_store *view) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new(NULL);
  GtkWidget *close = gtk_button_new(), *more = gtk_button_new();
  gtk_widget_set_name(label, "inside");
  gtk_widget_set_name(close, "close");
  gtk_widget_set_name(more, "increment");
  kmk_gtk_show(view, "/count", label, "label");
  kmk_gtk_closes(close);
  kmk_gtk_clicked(more, view, "increment");
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), close);
  gtk_box_append(GTK_BOX(box), more);
  return box;
}

/* Puts a widget into the table's window, as a libadwaita window. */
static void put(sheet_table *t, GtkWidget *widget) {
  gtk_window_destroy(GTK_WINDOW(t->window));
  t->window = adw_window_new();
  t->owner = widget;
  adw_window_set_content(ADW_WINDOW(t->window), widget);
  gtk_window_set_default_size(GTK_WINDOW(t->window), 400, 400);
  gtk_window_present(GTK_WINDOW(t->window));
  user_sees(t->window);
}

/* libadwaita's animations end some frames later. */
static void user_looks(void) {
  for (int i = 0; i < 6; i++) {
    user_waits();
    user_sees(user_top());
  }
}

static bool is_shown(void) {
  user_looks();
  return user_finds("inside");
}

static bool clicks(const char *name) {
  user_looks();
  return user_clicks(name);
}

/* ------------------------------------------------------------------------- dialogs */

static GtkWidget *dialog(kmk_store *view, const char *name, void *data) {
  (void)name, (void)data;
  last = GTK_WIDGET(adw_dialog_new());
  adw_dialog_set_child(ADW_DIALOG(last), content(view));
  return last;
}

static void a_dialog_is_there_while_the_state_says_so(void **unused) {
  (void)unused;
  for (int is_in_window = 0; is_in_window < 2; is_in_window++) {
    size_t live = kmk_live_objects();
    sheet_table t = open_sheet(false);
    if (is_in_window)
      put(&t, gtk_label_new("content"));
    assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", t.owner, dialog, NULL, NULL));
    assert_false(is_shown());
    for (int i = 0; i < 2; i++) {
      tell(&t, "{\"open\": {\"count\": 1}}");
      assert_true(is_shown());
      assert_true(clicks("increment"));
      assert_answers(&t, i + 1);
      kmk_store_dismiss(t.store, "sheet", NULL);
      assert_false(is_shown());
    }
    tell(&t, "{\"open\": {\"count\": 1}}");
    assert_true(clicks("close"));
    assert_false(is_up(&t));
    tell(&t, "{\"open\": {\"count\": 1}}");
    assert_true(is_shown());
    adw_dialog_close(ADW_DIALOG(last)); /* like Escape */
    user_waits();
    assert_false(is_up(&t));
    assert_false(is_shown());
    tell(&t, "{\"open\": {\"count\": 1}}");
    assert_true(is_shown());
    gtk_window_destroy(GTK_WINDOW(t.window)); /* the state stays */
    t.window = NULL;
    assert_true(is_up(&t));
    close_sheet(&t);
    assert_int_equal(kmk_live_objects(), live);
  }
}

/* --------------------------------------------------------------------------- pages */

static GtkWidget *page(kmk_store *view, const char *name, void *data) {
  (void)name, (void)data;
  return last = GTK_WIDGET(adw_navigation_page_new(content(view), "Page"));
}

static GtkWidget *new_navigation(void) {
  GtkWidget *view = adw_navigation_view_new();
  adw_navigation_view_push(ADW_NAVIGATION_VIEW(view),
                           adw_navigation_page_new(gtk_label_new("root"), "Root"));
  return view;
}

static guint pages(GtkWidget *view) {
  GListModel *stack = adw_navigation_view_get_navigation_stack(ADW_NAVIGATION_VIEW(view));
  guint count = g_list_model_get_n_items(stack);
  g_object_unref(stack);
  return count;
}

static void a_slot_is_a_page_of_a_navigation_view(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(false);
  GtkWidget *view = new_navigation();
  put(&t, view);
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", view, page, NULL, NULL));
  for (int i = 0; i < 2; i++) {
    tell(&t, "{\"open\": {\"count\": 1}}");
    assert_int_equal(pages(view), 2);
    assert_true(is_shown());
    kmk_store_dismiss(t.store, "sheet", NULL);
    assert_int_equal(pages(view), 1);
  }
  tell(&t, "{\"open\": {\"count\": 1}}");
  adw_navigation_view_pop(ADW_NAVIGATION_VIEW(view)); /* like its user going back */
  assert_false(is_up(&t));
  assert_int_equal(pages(view), 1);
  tell(&t, "{\"open\": {\"count\": 1}}");
  assert_true(clicks("close"));
  assert_false(is_up(&t));
  tell(&t, "{\"open\": {\"count\": 1}}");
  gtk_window_destroy(GTK_WINDOW(t.window));
  t.window = NULL;
  assert_true(is_up(&t));
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static GtkWidget *popped;

static void pop(void) { adw_navigation_view_pop(ADW_NAVIGATION_VIEW(popped)); }

static void a_page_comes_back_where_the_state_keeps_it(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(false);
  popped = new_navigation();
  put(&t, popped);
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", popped, page, NULL, NULL));
  tell(&t, "{\"open\": {\"count\": 1}}");
  call_now = pop;
  tell(&t, "\"call\""); /* in a reducer nothing can be dismissed */
  assert_true(is_up(&t));
  assert_int_equal(pages(popped), 2);
  assert_true(is_shown());
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static size_t depth(kmk_store *store) {
  json_t *path = kmk_store_get(store, "/path", NULL);
  size_t count = json_array_size(path);
  json_decref(path);
  return count;
}

static void a_path_is_walked(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  sheet_table t = {loop, kmk_store_open(loop, "Stack", NULL, NULL), gtk_window_new(), NULL};
  GtkWidget *view = new_navigation();
  put(&t, view);
  assert_true(kmk_gtk_path(t.store, "/path", "path", view, page, NULL, NULL));
  for (int i = 0; i < 3; i++) {
    tell(&t, "\"openNumbers\"");
    assert_true(is_shown());
  }
  assert_int_equal(pages(view), 4);
  assert_true(is_shown());
  assert_true(clicks("increment"));
  assert_string_equal(gtk_label_get_text(GTK_LABEL(user_finds("inside"))), "1");
  assert_true(clicks("close"));
  assert_int_equal(depth(t.store), 2);
  adw_navigation_view_pop(ADW_NAVIGATION_VIEW(view));
  assert_int_equal(depth(t.store), 1);
  for (int i = 0; i < 3; i++)
    tell(&t, "\"openNumbers\"");
  GListModel *stack = adw_navigation_view_get_navigation_stack(ADW_NAVIGATION_VIEW(view));
  AdwNavigationPage *second = g_list_model_get_item(stack, 1);
  adw_navigation_view_pop_to_page(ADW_NAVIGATION_VIEW(view), second); /* several at once */
  g_object_unref(second);
  g_object_unref(stack);
  user_waits();
  assert_int_equal(depth(t.store), 1);
  assert_int_equal(pages(view), 2);
  tell(&t, "\"popToRoot\"");
  assert_int_equal(pages(view), 1);
  tell(&t, "\"openNumbers\"");
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dialog_is_there_while_the_state_says_so),
      cmocka_unit_test(a_slot_is_a_page_of_a_navigation_view),
      cmocka_unit_test(a_page_comes_back_where_the_state_keeps_it),
      cmocka_unit_test(a_path_is_walked),
  };
  adw_init();
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
  if (screens_register() != KMK_OK)
    return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  kmk_feature_unregister("Stack");
  kmk_feature_unregister("Navigation");
  return failed;
}
