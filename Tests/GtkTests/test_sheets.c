/* Popovers, alerts and windows with header bars, shown and closed by the state. */
#include "gtk_support.h"
#include "sheet_table.h"

#include <kumiki_gtk_bar.h>
#include <kumiki_gtk_present.h>
#include <string.h>

/* ------------------------------------------------------------------------ popovers */

static GtkWidget *last; /* the last widget built */

static GtkWidget *popover(kmk_store *view, const char *name, void *data) {
  (void)name, (void)data;
  GtkWidget *label = gtk_label_new(NULL);
  last = gtk_popover_new();
  gtk_popover_set_child(GTK_POPOVER(last), label);
  gtk_widget_set_name(label, "inside");
  kmk_gtk_show(view, "/text", label, "label");
  return last;
}

static bool is_shown(void) {
  GtkWidget *inside = user_finds("inside");
  return inside && gtk_widget_get_mapped(inside);
}

static void a_popover_is_there_while_the_state_says_so(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(false);
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", t.owner, popover, NULL, NULL));
  for (int i = 0; i < 2; i++) {
    assert_false(is_shown());
    tell(&t, "{\"open\": {\"text\": \"hello\"}}");
    assert_true(is_shown());
    assert_ptr_equal(gtk_widget_get_parent(last), t.owner);
    assert_string_equal(gtk_label_get_text(GTK_LABEL(user_finds("inside"))), "hello");
    kmk_store_dismiss(t.store, "sheet", NULL);
    assert_false(is_shown());
  }
  tell(&t, "{\"open\": {\"text\": \"a\"}}");
  gtk_popover_popdown(GTK_POPOVER(last)); /* like its user closing it */
  assert_false(is_up(&t));
  assert_false(is_shown());
  tell(&t, "{\"open\": {\"text\": \"a\"}}");
  kmk_gtk_close(user_finds("inside"));
  assert_false(is_up(&t));
  tell(&t, "{\"open\": {\"text\": \"a\"}}");
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static void pop_down(void) { gtk_popover_popdown(GTK_POPOVER(last)); }

static void a_popover_comes_back_where_the_state_keeps_it(void **unused) {
  (void)unused;
  sheet_table t = open_sheet(false);
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", t.owner, popover, NULL, NULL));
  tell(&t, "{\"open\": {\"text\": \"a\"}}");
  call_now = pop_down;
  tell(&t, "\"call\""); /* in a reducer nothing can be dismissed */
  assert_true(is_up(&t));
  assert_true(is_shown());
  close_sheet(&t);
}

static void a_popover_waits_until_its_owner_is_seen(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(false);
  gtk_widget_set_visible(t.owner, FALSE);
  tell(&t, "{\"open\": {\"text\": \"a\"}}");
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", t.owner, popover, NULL, NULL));
  assert_false(is_shown());
  gtk_widget_set_visible(t.owner, TRUE);
  assert_true(is_shown());
  gtk_window_set_child(GTK_WINDOW(t.window), NULL); /* its owner is removed, and the state stays */
  assert_true(is_up(&t));
  assert_false(is_shown());
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

/* ------------------------------------------------------ writes that close their own widget */

static struct {
  bool is_window, is_popover, is_check;
  GtkWidget *field;
} given;

static GtkWidget *form_of_a_field(kmk_store *view, const char *name, void *data) {
  (void)name, (void)data;
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  given.field = given.is_check ? gtk_check_button_new() : gtk_entry_new();
  gtk_box_append(GTK_BOX(box), given.field);
  assert_true(
      kmk_gtk_bind_action(view, "/text", "close", given.field, given.is_check ? "active" : "text"));
  if (given.is_window) {
    last = gtk_window_new();
    gtk_window_set_child(GTK_WINDOW(last), box);
  } else if (given.is_popover) {
    last = gtk_popover_new();
    gtk_popover_set_child(GTK_POPOVER(last), box);
  } else {
    last = box;
  }
  return last;
}

static void use_field(const char *text) {
  if (given.is_check)
    gtk_check_button_set_active(GTK_CHECK_BUTTON(given.field), *text != 0);
  else
    gtk_editable_set_text(GTK_EDITABLE(given.field), text);
}

static void close_by_a_write(bool is_held) {
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(false);
  GtkWidget *stack = gtk_stack_new();
  gtk_stack_add_child(GTK_STACK(stack), gtk_label_new("root"));
  gtk_box_append(GTK_BOX(gtk_widget_get_parent(t.owner)), stack);
  GtkWidget *owner = given.is_window || given.is_popover ? t.owner : stack;
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", owner, form_of_a_field, NULL, NULL));
  tell(&t, "{\"open\": {\"text\": \"\"}}");
  user_sees(t.window);
  GtkWidget *held = is_held ? g_object_ref(given.field) : NULL;
  use_field("x");
  assert_false(is_up(&t));
  assert_answers(&t, 1);
  if (held) { /* its store has ended */
    user_waits();
    use_field("");
    g_object_unref(held);
  }
  user_waits();
  assert_answers(&t, 1);
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static void a_write_may_close_what_its_widget_stands_in(void **unused) {
  (void)unused;
  for (int kind = 0; kind < 12; kind++) {
    given.is_window = kind % 3 == 0;
    given.is_popover = kind % 3 == 1;
    given.is_check = kind / 3 % 2;
    close_by_a_write(kind >= 6);
  }
}

/* ------------------------------------------- a popover in a widget that closes with it */

static int complaints; /* by GTK */

static GLogWriterOutput note(GLogLevelFlags level, const GLogField *fields, gsize count,
                             gpointer data) {
  (void)fields, (void)count, (void)data;
  complaints += level & (G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL) ? 1 : 0;
  return G_LOG_WRITER_HANDLED;
}

static GtkWidget *popover_below(kmk_store *view, const char *name, void *data) {
  GtkWidget *outer = last, *made = popover(view, name, data);
  last = outer;
  return made;
}

/* Shows the slot twice: its content has a button, with a popover that shows the slot too. */
static GtkWidget *around_a_popover(kmk_store *view, const char *name, void *data) {
  GtkWidget *owner = gtk_button_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  (void)view, (void)name;
  gtk_box_append(GTK_BOX(box), owner);
  last = box;
  if (given.is_window) {
    last = gtk_window_new();
    gtk_window_set_child(GTK_WINDOW(last), box);
  }
  assert_true(kmk_gtk_present(data, "/sheet", "sheet", owner, popover_below, NULL, NULL));
  return last;
}

static void what_closes_takes_its_popovers_with_it(void **unused) {
  (void)unused;
  for (int how = 0; how < 8; how++) {
    size_t live = kmk_live_objects();
    sheet_table t = open_sheet(false);
    GtkWidget *stack = gtk_stack_new();
    given.is_window = how % 2 == 0;
    gtk_stack_add_child(GTK_STACK(stack), gtk_label_new("root"));
    gtk_box_append(GTK_BOX(gtk_widget_get_parent(t.owner)), stack);
    assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", given.is_window ? t.owner : stack,
                                around_a_popover, t.store, NULL));
    tell(&t, "{\"open\": {\"text\": \"a\"}}");
    user_sees(t.window);
    assert_true(is_shown());
    complaints = 0;
    if (how / 2 == 0)
      kmk_store_dismiss(t.store, "sheet", NULL);
    else if (how / 2 == 1)
      kmk_gtk_close(last);
    else if (how / 2 == 2)
      g_clear_pointer(&t.store, kmk_store_free);
    user_waits();
    assert_int_equal(is_shown(), how / 2 == 3); /* until the window below closes */
    close_sheet(&t);
    assert_int_equal(complaints, 0);
    assert_int_equal(kmk_live_objects(), live);
  }
}

/* -------------------------------------------------------------------------- alerts */

static const kmk_gtk_alert_button buttons[] = {
    {"No", NULL, "cancel"}, {"What", "what", NULL}, {"Yes", "yes", "destructive"}};

static GtkWidget *alert(kmk_store *view, const char *name, void *data) {
  (void)name;
  return kmk_gtk_alert_new(view, data, data ? KMK_COUNT(buttons) : 0);
}

static bool has_label(GtkWidget *in, const char *text) {
  if (GTK_IS_LABEL(in) && strcmp(gtk_label_get_text(GTK_LABEL(in)), text) == 0 &&
      gtk_widget_get_mapped(in))
    return true;
  for (GtkWidget *each = gtk_widget_get_first_child(in); each;
       each = gtk_widget_get_next_sibling(each))
    if (has_label(each, text))
      return true;
  return false;
}

static void present_alert(const sheet_table *t, const void *known) {
  assert_true(kmk_gtk_present(t->store, "/sheet", "sheet", t->owner, alert,
                              (void *)(uintptr_t)known, NULL));
}

static void an_alert_asks_and_its_buttons_answer(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(true);
  present_alert(&t, buttons);
  for (int i = 0; i < 2; i++) {
    tell(&t, "{\"open\": {\"title\": \"Really?\", \"message\": \"It is gone then.\"}}");
    assert_int_equal(user_windows(), 2);
    GtkWidget *yes = user_finds("yes");
    assert_non_null(yes);
    assert_true(gtk_widget_has_css_class(yes, "destructive-action"));
    assert_false(gtk_widget_has_css_class(user_finds("close"), "destructive-action"));
    assert_true(has_label(user_top(), "Really?"));
    assert_true(has_label(user_top(), "It is gone then."));
    assert_true(user_clicks("yes"));
    assert_false(is_up(&t));
    assert_int_equal(user_windows(), 1);
    assert_answers(&t, i + 1);
  }
  tell(&t, "{\"open\": {\"title\": \"Really?\"}}");
  assert_true(user_clicks("close"));
  assert_false(is_up(&t));
  tell(&t, "{\"open\": {\"title\": \"Really?\"}}");
  user_closes();
  assert_false(is_up(&t));
  tell(&t, "{\"open\": {\"title\": \"Really?\"}}");
  kmk_store_dismiss(t.store, "sheet", NULL); /* by the state */
  user_waits();
  assert_int_equal(user_windows(), 1);
  assert_answers(&t, 2);
  tell(&t, "{\"open\": {\"title\": \"Really?\"}}");
  close_sheet(&t); /* while an alert is open */
  assert_int_equal(user_windows(), 0);
  assert_int_equal(kmk_live_objects(), live);
}

static void an_answer_that_is_refused_leaves_the_alert(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(true);
  present_alert(&t, buttons);
  tell(&t, "{\"open\": {\"title\": \"Really?\"}}");
  assert_true(user_clicks("what"));
  assert_true(is_up(&t));
  assert_int_equal(user_windows(), 2);
  assert_true(user_clicks("yes"));
  assert_int_equal(user_windows(), 1);
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static void an_alert_has_the_buttons_of_the_state(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(true);
  present_alert(&t, NULL);
  const char *const open = "{\"open\": {\"title\": [{\"text\": \"Really\", \"styles\": [\"bold\"]},"
                           " {\"text\": \"?\"}], \"message\": null, \"buttons\": ["
                           "{\"label\": \"No\", \"role\": \"cancel\", \"action\": null},"
                           "{\"label\": \"Yes\", \"role\": \"destructive\","
                           " \"action\": {\"yes\": [1]}}]}}";
  tell(&t, open);
  assert_true(has_label(user_top(), "Really?"));
  assert_true(has_label(user_top(), "Yes"));
  assert_true(user_clicks("close")); /* the first has no name */
  assert_false(is_up(&t));
  assert_answers(&t, 0);
  tell(&t, open);
  GtkWidget *yes = gtk_widget_get_next_sibling(user_finds("close"));
  assert_true(gtk_widget_has_css_class(yes, "destructive-action"));
  g_signal_emit_by_name(yes, "clicked");
  user_waits();
  assert_false(is_up(&t));
  assert_answers(&t, 1);
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static void an_alert_without_texts_or_buttons_can_be_closed(void **unused) {
  (void)unused;
  static const char *const states[] = {"{\"n\": 1}",
                                       "{\"title\": 1, \"message\": {}, \"buttons\": 3}",
                                       "{\"title\": [1, {}], \"buttons\": [7, {}]}"};
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(true);
  present_alert(&t, NULL);
  for (size_t i = 0; i < KMK_COUNT(states); i++) {
    char *action = g_strdup_printf("{\"open\": %s}", states[i]);
    tell(&t, action);
    assert_int_equal(user_windows(), 2);
    assert_true(user_clicks("close"));
    assert_false(is_up(&t));
    assert_int_equal(user_windows(), 1);
    g_free(action);
  }
  assert_null(kmk_gtk_alert_new(NULL, buttons, 1));
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

/* --------------------------------------------------------------------- header bars */

static GtkWidget *form(kmk_store *view, const char *name, void *data) {
  (void)name, (void)data;
  GtkWidget *bar, *entry = gtk_entry_new();
  last = kmk_gtk_bar_window_new("Form", &bar);
  kmk_gtk_bar_close(bar, "Cancel");
  kmk_gtk_bar_button(bar, "Delete", "destructive", view, "delete");
  kmk_gtk_bar_button(bar, "Done", "suggested", view, "done");
  kmk_gtk_show(view, "/text", kmk_gtk_bar_title(bar), "label");
  gtk_window_set_child(GTK_WINDOW(last), entry);
  return last;
}

static void a_window_has_a_header_bar_with_its_buttons(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(false);
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", t.window, form, NULL, NULL));
  tell(&t, "{\"open\": {\"text\": \"Ada\"}}");
  assert_int_equal(user_windows(), 2);
  assert_true(has_label(user_top(), "Ada"));
  GtkWidget *done = user_finds("done");
  assert_ptr_equal(gtk_window_get_default_widget(GTK_WINDOW(last)), done);
  assert_true(gtk_widget_has_css_class(done, "suggested-action"));
  assert_true(gtk_widget_has_css_class(user_finds("delete"), "destructive-action"));
  assert_true(user_clicks("done"));
  assert_true(user_clicks("delete"));
  assert_answers(&t, 2);
  assert_true(user_clicks("close"));
  assert_false(is_up(&t));
  assert_int_equal(user_windows(), 1);
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static GtkWidget *page(kmk_store *view, const char *name, void *data) {
  (void)view, (void)name, (void)data;
  GtkWidget *bar, *made = kmk_gtk_bar_page_new("Page", gtk_label_new("content"), &bar);
  kmk_gtk_bar_close(bar, NULL);
  return made;
}

static void a_page_has_a_header_bar_of_its_own(void **unused) {
  (void)unused;
  size_t live = kmk_live_objects();
  sheet_table t = open_sheet(false);
  GtkWidget *stack = gtk_stack_new(),
            *first = kmk_gtk_bar_page_new("First", gtk_label_new(""), NULL);
  gtk_stack_add_child(GTK_STACK(stack), first);
  gtk_window_destroy(GTK_WINDOW(t.window));
  t.window = gtk_window_new();
  kmk_gtk_bar_in_pages(t.window);
  gtk_window_set_child(GTK_WINDOW(t.window), stack);
  gtk_window_present(GTK_WINDOW(t.window));
  user_sees(t.window);
  assert_true(kmk_gtk_present(t.store, "/sheet", "sheet", stack, page, NULL, NULL));
  assert_true(has_label(user_top(), "First"));
  tell(&t, "{\"open\": {\"text\": \"a\"}}");
  user_sees(t.window);
  assert_true(has_label(user_top(), "Page"));
  assert_true(user_clicks("close"));
  assert_false(is_up(&t));
  assert_ptr_equal(gtk_stack_get_visible_child(GTK_STACK(stack)), first);
  close_sheet(&t);
  assert_int_equal(kmk_live_objects(), live);
}

static void a_role_is_a_look(void **unused) {
  (void)unused;
  GtkWidget *button = g_object_ref_sink(gtk_button_new());
  static const char *const roles[][2] = {{"destructive", "destructive-action"},
                                         {"suggested", "suggested-action"},
                                         {"cancel", NULL},
                                         {"destructive", "destructive-action"},
                                         {"no role", NULL},
                                         {"suggested", "suggested-action"},
                                         {NULL, NULL}};
  for (size_t i = 0; i < KMK_COUNT(roles); i++) {
    kmk_gtk_role(button, roles[i][0]);
    const char *looks = roles[i][1] ? roles[i][1] : "";
    assert_int_equal(gtk_widget_has_css_class(button, "destructive-action"),
                     strcmp(looks, "destructive-action") == 0);
    assert_int_equal(gtk_widget_has_css_class(button, "suggested-action"),
                     strcmp(looks, "suggested-action") == 0);
  }
  g_object_unref(button);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_popover_is_there_while_the_state_says_so),
      cmocka_unit_test(a_popover_comes_back_where_the_state_keeps_it),
      cmocka_unit_test(a_popover_waits_until_its_owner_is_seen),
      cmocka_unit_test(a_write_may_close_what_its_widget_stands_in),
      cmocka_unit_test(what_closes_takes_its_popovers_with_it),
      cmocka_unit_test(an_alert_asks_and_its_buttons_answer),
      cmocka_unit_test(an_answer_that_is_refused_leaves_the_alert),
      cmocka_unit_test(an_alert_has_the_buttons_of_the_state),
      cmocka_unit_test(an_alert_without_texts_or_buttons_can_be_closed),
      cmocka_unit_test(a_window_has_a_header_bar_with_its_buttons),
      cmocka_unit_test(a_page_has_a_header_bar_of_its_own),
      cmocka_unit_test(a_role_is_a_look),
  };
  g_setenv("KUMIKI_CHECKS", "1", TRUE); /* a handle must not be used after its end */
  gtk_init();
  g_log_set_writer_func(note, NULL, NULL);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
