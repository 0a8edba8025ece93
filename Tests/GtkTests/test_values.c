/* Every widget with a value shows the state's value, and writes its user's input; conditions, and choices. */
#include "field_table.h"
#include "gtk_support.h"

#include "../../sides/gtk4/property.h"

#include <kumiki_gtk.h>
#include <string.h>

/* GTK 4.10 deprecates some widgets that 4.8 has and programs still use. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

/* Undoes strings that contain an "x", and numbers above 100. */
static kmk_effect *picky(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data, (void)action;
  const json_t *value = kmk_state_get(state, "/v");
  if ((json_is_string(value) && strchr(json_string_value(value), 'x')) ||
      json_number_value(value) > 100)
    kmk_state_set_new(state, "/v", json_null());
  return NULL;
}

static void add(table *t, GtkWidget *widget) {
  GtkWidget *box = gtk_window_get_child(GTK_WINDOW(t->window));
  if (!box) {
    box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_window_set_child(GTK_WINDOW(t->window), box);
  }
  gtk_box_append(GTK_BOX(box), widget);
}

/* ---------------------------------------------------------------- widgets with values */

static GtkWidget *sizes(void) {
  return gtk_drop_down_new_from_strings((const char *const[]){"small", "large", NULL});
}

static GtkWidget *expander(void) { return gtk_expander_new("more"); }
static GtkWidget *editable_label(void) { return gtk_editable_label_new(""); }
static GtkWidget *spin_button(void) { return gtk_spin_button_new_with_range(0, 1000, 1); }
static GtkWidget *revealer(void) { return gtk_revealer_new(); }
static GtkWidget *notebook(void) {
  GtkWidget *made = gtk_notebook_new();
  gtk_notebook_append_page(GTK_NOTEBOOK(made), gtk_label_new("1"), NULL);
  gtk_notebook_append_page(GTK_NOTEBOOK(made), gtk_label_new("2"), NULL);
  return made;
}
static GtkWidget *stack(void) {
  GtkWidget *made = gtk_stack_new();
  gtk_stack_add_named(GTK_STACK(made), gtk_label_new("1"), "one");
  gtk_stack_add_named(GTK_STACK(made), gtk_label_new("2"), "two");
  return made;
}
static GtkWidget *combo(void) {
  GtkWidget *made = gtk_combo_box_text_new();
  gtk_combo_box_text_append(GTK_COMBO_BOX_TEXT(made), "s", "small");
  gtk_combo_box_text_append(GTK_COMBO_BOX_TEXT(made), "l", "large");
  return made;
}
static GtkWidget *level_bar(void) { return gtk_level_bar_new_for_interval(0, 10); }
static GtkWidget *scale_button(void) { return gtk_scale_button_new(0, 100, 1, NULL); }
static GtkWidget *box(void) { return gtk_box_new(GTK_ORIENTATION_VERTICAL, 0); }

/* Two values of the state, as the property then shows them. */
static const struct widget {
  GtkWidget *(*make)(void);
  const char *property, *first, *second;
} widgets[] = {
    {gtk_entry_new, "text", "\"a\"", "\"b\""},
    {gtk_password_entry_new, "text", "\"a\"", "\"b\""},
    {gtk_search_entry_new, "text", "\"a\"", "\"\""},
    {editable_label, "text", "\"a\"", "\"b\""},
    {gtk_text_view_new, "text", "\"a\"", "\"b\\nc\""},
    {gtk_switch_new, "active", "true", "false"},
    {gtk_check_button_new, "active", "true", "false"},
    {gtk_toggle_button_new, "active", "true", "false"},
    {expander, "expanded", "true", "false"},
    {revealer, "reveal-child", "true", "false"},
    {gtk_search_bar_new, "search-mode-enabled", "true", "false"},
    {spin_button, "value", "3", "7"},
    {scale_button, "value", "3", "7.5"},
    {gtk_volume_button_new, "value", "0.5", "1"},
    {level_bar, "value", "3", "7.5"},
    {gtk_progress_bar_new, "fraction", "0.5", "1"},
    {sizes, "selected", "1", "null"},
    {sizes, "selected-item", "\"large\"", "null"},
    {combo, "active", "1", "null"},
    {combo, "active-id", "\"s\"", "\"l\""},
    {notebook, "page", "1", "0"},
    {stack, "visible-child-name", "\"two\"", "\"one\""},
    {gtk_calendar_new, "date", "\"2026-01-31\"", "\"2024-02-29\""},
    {gtk_color_button_new, "rgba", "\"rgb(255,0,0)\"", "\"rgba(0,0,255,0.5)\""},
    {gtk_font_button_new, "font", "\"Sans 12\"", "\"Monospace Bold 10\""},
    {gtk_font_button_new, "font-desc", "\"Sans 12\"", "\"Monospace Bold 10\""},
    {box, "orientation", "\"horizontal\"", "\"vertical\""},
};

static char *shown(GtkWidget *widget, const char *property) {
  GObject *object = kmk_gtk_bearer(G_OBJECT(widget), property);
  json_t *value = kmk_gtk_value(object, property, kmk_gtk_kind_of(object, property));
  char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
  json_decref(value);
  return text;
}

static void assert_shown(GtkWidget *widget, const char *property, const char *expected) {
  char *text = shown(widget, property);
  if (strcmp(text, expected) != 0)
    fail_msg("the %s of a %s is %s, not %s", property, G_OBJECT_TYPE_NAME(widget), text, expected);
  free(text);
}

/* In GTK 4.8 a program can clear the choice of a GtkDropDown, but not in 4.18. */
static bool has_none(const struct widget *of) {
  GtkWidget *list = g_object_ref_sink(sizes());
  gtk_drop_down_set_selected(GTK_DROP_DOWN(list), 1);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(list), GTK_INVALID_LIST_POSITION);
  bool has_none = gtk_drop_down_get_selected(GTK_DROP_DOWN(list)) == GTK_INVALID_LIST_POSITION;
  g_object_unref(list);
  return has_none || of->make != sizes;
}

static void every_widget_shows_the_value_of_the_state(void **unused) {
  (void)unused;
  for (size_t i = 0; i < G_N_ELEMENTS(widgets); i++) {
    const struct widget *each = &widgets[i];
    table t = open_table(NULL, json_loads(each->first, JSON_DECODE_ANY, NULL));
    GtkWidget *widget = each->make();
    add(&t, widget);
    assert_true(kmk_gtk_show(t.store, "/v", widget, each->property));
    assert_shown(widget, each->property, each->first);
    write_value(&t, each->second);
    if (has_none(each))
      assert_shown(widget, each->property, each->second);
    assert_value(&t, each->second);
    close_table(&t);
  }
}

/* The user makes a widget show the second value. */
static void every_widget_writes_what_its_user_makes_of_it(void **unused) {
  (void)unused;
  for (size_t i = 0; i < G_N_ELEMENTS(widgets); i++) {
    const struct widget *each = &widgets[i];
    if (!has_none(each))
      continue;
    table t = open_table(picky, json_loads(each->first, JSON_DECODE_ANY, NULL));
    GtkWidget *widget = each->make();
    GObject *object;
    json_t *next = json_loads(each->second, JSON_DECODE_ANY, NULL);
    add(&t, widget);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", widget, each->property));
    object = kmk_gtk_bearer(G_OBJECT(widget), each->property);
    kmk_gtk_put(object, each->property, kmk_gtk_kind_of(object, each->property), next);
    user_waits();
    assert_value(&t, each->second);
    assert_shown(widget, each->property, each->second);
    json_decref(next);
    close_table(&t);
  }
}

static void what_a_reducer_takes_back_is_taken_from_the_widget(void **unused) {
  (void)unused;
  table t = open_table(picky, json_null());
  GtkWidget *list = combo();
  gtk_combo_box_text_append(GTK_COMBO_BOX_TEXT(list), "x", "extra large");
  GtkWidget *spin = gtk_spin_button_new_with_range(0, 1000, 1);
  add(&t, list);
  add(&t, spin);
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", list, "active-id"));
  gtk_combo_box_set_active(GTK_COMBO_BOX(list), 0);
  assert_value(&t, "\"s\"");
  gtk_combo_box_set_active(GTK_COMBO_BOX(list), 2);
  assert_value(&t, "null");
  assert_int_equal(gtk_combo_box_get_active(GTK_COMBO_BOX(list)), -1);
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", spin, "value"));
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), 500);
  assert_float_equal(gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin)), 0, 0);
  close_table(&t);
}

static int writes;

static kmk_effect *refuse(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  writes++;
  kmk_state_set_new(state, "/v", json_string("of no choice"));
  return NULL;
}

/* A notebook always shows a page, whatever the state contains, and notifies late. */
static void what_a_widget_cannot_take_back_is_written_once(void **unused) {
  (void)unused;
  table t = open_table(refuse, json_integer(0));
  GtkWidget *pages = notebook(), *calendar = gtk_calendar_new();
  GDateTime *day = g_date_time_new_local(2027, 2, 1, 12, 0, 0);
  add(&t, pages);
  add(&t, calendar);
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", calendar, "date"));
  writes = 0;
  gtk_calendar_select_day(GTK_CALENDAR(calendar), day);
  assert_int_equal(writes, 1);
  assert_value(&t, "\"of no choice\"");
  g_object_freeze_notify(G_OBJECT(pages));
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", pages, "page"));
  gtk_notebook_set_current_page(GTK_NOTEBOOK(pages), 1);
  g_object_thaw_notify(G_OBJECT(pages));
  assert_in_range(writes, 2, 3);
  g_date_time_unref(day);
  close_table(&t);
}

/* ------------------------------------------------------------------------- mismatches */

static void values_that_do_not_fit_are_none(void **unused) {
  (void)unused;
  static const struct {
    GtkWidget *(*make)(void);
    const char *property, *value, *expected;
  } all[] = {
      {sizes, "selected", "\"large\"", "null"},
      {sizes, "selected", "-1", "null"},
      {sizes, "selected-item", "\"huge\"", "null"},
      {sizes, "selected-item", "1", "null"},
      {combo, "active", "{}", "null"},
      {combo, "active-id", "\"huge\"", "null"},
      {combo, "active-id", "3", "null"},
      {gtk_calendar_new, "date", "\"soon\"", "\"2026-01-31\""}, /* a calendar always shows a day */
      {gtk_calendar_new, "date", "\"2026-02-30\"", "\"2026-01-31\""},
      {gtk_calendar_new, "date", "null", "\"2026-01-31\""},
      {gtk_color_button_new, "rgba", "\"no colour\"", "\"rgba(0,0,0,0)\""},
      {gtk_color_button_new, "rgba", "[1]", "\"rgba(0,0,0,0)\""},
      {box, "orientation", "\"askew\"", "\"horizontal\""},
      {box, "orientation", "1", "\"horizontal\""},
      {gtk_entry_new, "text", "[1]", "\"\""},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
    if (!has_none(&(struct widget){all[i].make, NULL, NULL, NULL}))
      continue;
    GtkWidget *widget = all[i].make();
    table t = open_table(NULL, json_string("2026-01-31"));
    add(&t, widget);
    assert_true(kmk_gtk_show(t.store, "/v", widget, all[i].property));
    write_value(&t, all[i].value);
    assert_shown(widget, all[i].property, all[i].expected);
    close_table(&t);
  }
}

/* -------------------------------------------------------------------------- a calendar */

static kmk_effect *count(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  writes++;
  return NULL;
}

static void a_day_is_written_once(void **unused) {
  (void)unused;
  table t = open_table(count, json_string("2026-01-31"));
  GtkWidget *calendar = gtk_calendar_new();
  GDateTime *next = g_date_time_new_local(2027, 2, 1, 12, 0, 0);
  add(&t, calendar);
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", calendar, "date"));
  writes = 0;
  gtk_calendar_select_day(GTK_CALENDAR(calendar), next);
  assert_int_equal(writes, 1);
  assert_value(&t, "\"2027-02-01\"");
  g_date_time_unref(next);
  close_table(&t);
}

/* -------------------------------------------------------------------------- conditions */

static void conditions_decide_a_truth(void **unused) {
  (void)unused;
  static const struct {
    kmk_gtk_condition condition;
    const char *text, *is_true, *is_false; /* values, with spaces */
  } all[] = {
      {KMK_GTK_IS, NULL, "1 true \"a\" {}", "null 0 false \"\" []"},
      {KMK_GTK_IS_NOT, NULL, "null 0 false \"\" []", "1 true \"a\" {}"},
      {KMK_GTK_NULL, NULL, "null", "0 false \"\" [] {}"},
      {KMK_GTK_NOT_NULL, NULL, "0 false \"\" [] {}", "null"},
      {KMK_GTK_EQUAL, "3", "3 \"3\"", "null 4 3.5 \"\" [3] true"},
      {KMK_GTK_EQUAL, "true", "true \"true\"", "false 1 null"},
      {KMK_GTK_EQUAL, "", "\"\"", "null 0 false {} []"},
      {KMK_GTK_NOT_EQUAL, "a", "null 1 \"b\" {\"a\":1}", "\"a\""},
      {KMK_GTK_CASE, "a", "\"a\" {\"a\":1} {\"a\":null}", "\"b\" {\"b\":1} {\"a\":1,\"b\":2} null"},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
    for (int is_true = 0; is_true < 2; is_true++) {
      char **values = g_strsplit(is_true ? all[i].is_true : all[i].is_false, " ", -1);
      for (char **value = values; *value; value++) {
        table t = open_table(NULL, json_loads(*value, JSON_DECODE_ANY, NULL));
        GtkWidget *label = gtk_label_new(NULL);
        add(&t, label);
        assert_true(
            kmk_gtk_show_if(t.store, "/v", all[i].condition, all[i].text, label, "visible"));
        if (gtk_widget_get_visible(label) != is_true)
          fail_msg("condition %zu: %s is not %d", i, *value, is_true);
        close_table(&t);
      }
      g_strfreev(values);
    }
  }
}

static void a_condition_follows_the_state(void **unused) {
  (void)unused;
  table t = open_table(NULL, json_null());
  GtkWidget *label = gtk_label_new(NULL);
  add(&t, label);
  assert_true(kmk_gtk_show_if(t.store, "/v", KMK_GTK_NOT_NULL, NULL, label, "visible"));
  assert_true(kmk_gtk_show_if(t.store, "/nowhere", KMK_GTK_NULL, NULL, label, "sensitive"));
  assert_false(gtk_widget_get_visible(label));
  assert_true(gtk_widget_get_sensitive(label));
  write_value(&t, "0");
  assert_true(gtk_widget_get_visible(label));
  write_value(&t, "null");
  assert_false(gtk_widget_get_visible(label));
  close_table(&t);
}

/* ----------------------------------------------------------------------------- choices */

static void a_choice_is_one_of_several(void **unused) {
  (void)unused;
  for (int is_toggle = 0; is_toggle < 2; is_toggle++) {
    for (int is_group = 0; is_group < 2; is_group++) {
      static const char *const texts[] = {"s", "m", "xl"};
      GtkWidget *buttons[3];
      table t = open_table(picky, json_string("m"));
      for (int i = 0; i < 3; i++) {
        buttons[i] = is_toggle ? gtk_toggle_button_new() : gtk_check_button_new();
        add(&t, buttons[i]);
        if (is_group && i && is_toggle)
          gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(buttons[i]), GTK_TOGGLE_BUTTON(buttons[0]));
        if (is_group && i && !is_toggle)
          gtk_check_button_set_group(GTK_CHECK_BUTTON(buttons[i]), GTK_CHECK_BUTTON(buttons[0]));
        assert_true(kmk_gtk_bind_choice(t.store, "/v", "binding", buttons[i], texts[i]));
      }
      assert_shown(buttons[1], "active", "true");
      g_object_set(buttons[0], "active", TRUE, NULL);
      assert_value(&t, "\"s\"");
      assert_shown(buttons[0], "active", "true");
      assert_shown(buttons[1], "active", "false");
      g_object_set(buttons[0], "active", FALSE, NULL); /* one item is always selected */
      assert_value(&t, "\"s\"");
      assert_shown(buttons[0], "active", "true");
      g_object_set(buttons[2], "active", TRUE, NULL); /* refused, and nothing is selected */
      assert_value(&t, "null");
      for (int i = 0; i < 3; i++)
        assert_shown(buttons[i], "active", "false");
      write_value(&t, "\"m\"");
      assert_shown(buttons[1], "active", "true");
      close_table(&t);
    }
  }
}

/* --------------------------------------------------------------------------- mistakes */

static void a_condition_that_cannot_be_is_named(void **unused) {
  (void)unused;
  table t = open_table(NULL, json_integer(1));
  GtkWidget *label = gtk_label_new(NULL);
  add(&t, label);
  assert_false(kmk_gtk_show_if(t.store, "/v", KMK_GTK_IS_NOT, NULL, label, "label"));
  assert_non_null(strstr(said, "\"label\" of a GtkLabel cannot follow /v: it is not a boolean"));
  assert_false(kmk_gtk_show_if(t.store, "/v", KMK_GTK_EQUAL, NULL, label, "visible"));
  assert_non_null(strstr(said, "there is no string to compare with"));
  assert_false(kmk_gtk_show_if(t.store, "/v", KMK_GTK_IS, NULL, label, "nothing"));
  assert_non_null(strstr(said, "there is no property with that name"));
  assert_false(kmk_gtk_bind_choice(t.store, "/v", "binding", label, "a"));
  assert_non_null(strstr(said, "\"active\" of a GtkLabel"));
  assert_false(kmk_gtk_bind(t.store, "/v", "binding", label, "date"));
  said[0] = 0;
  assert_false(kmk_gtk_show_if(NULL, "/v", KMK_GTK_IS, NULL, label, "visible"));
  assert_false(kmk_gtk_show_if(t.store, NULL, KMK_GTK_IS, NULL, label, "visible"));
  assert_false(
      kmk_gtk_bind_choice(NULL, "/v", "binding", gtk_window_get_child(GTK_WINDOW(t.window)), NULL));
  close_table(&t);
}

/* ---------------------------------------------------------- choices filled after the binding */

static void fill(GtkWidget *widget, const char *const *names) {
  for (; *names; names++) {
    if (GTK_IS_NOTEBOOK(widget))
      gtk_notebook_append_page(GTK_NOTEBOOK(widget), gtk_label_new(*names), NULL);
    else if (GTK_IS_STACK(widget))
      gtk_stack_add_named(GTK_STACK(widget), gtk_label_new(*names), *names);
    else if (!gtk_drop_down_get_model(GTK_DROP_DOWN(widget)))
      gtk_drop_down_set_model(GTK_DROP_DOWN(widget), G_LIST_MODEL(gtk_string_list_new(names)));
  }
}

static GtkWidget *empty_drop_down(void) { return gtk_drop_down_new(NULL, NULL); }

static void a_state_keeps_its_choice_until_the_widget_has_it(void **unused) {
  (void)unused;
  static const char *const names[] = {"a", "b", "c", NULL};
  static const struct {
    GtkWidget *(*make)(void);
    const char *property, *chosen, *other;
  } all[] = {{empty_drop_down, "selected", "2", "1"},
             {empty_drop_down, "selected-item", "\"c\"", "\"b\""},
             {gtk_notebook_new, "page", "2", "1"},
             {gtk_stack_new, "visible-child-name", "\"c\"", "\"b\""}};
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
    table t = open_table(NULL, json_loads(all[i].chosen, JSON_DECODE_ANY, NULL));
    GtkWidget *widget = all[i].make();
    add(&t, widget);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", widget, all[i].property));
    fill(widget, names);
    assert_value(&t, all[i].chosen);
    assert_shown(widget, all[i].property, all[i].chosen);
    json_t *other = json_loads(all[i].other, JSON_DECODE_ANY, NULL); /* as its user chooses */
    GObject *object = G_OBJECT(widget);
    if (json_is_string(other) && GTK_IS_STACK(widget))
      g_object_set(object, all[i].property, json_string_value(other), NULL);
    else
      g_object_set(object, GTK_IS_NOTEBOOK(widget) ? "page" : "selected", 1, NULL);
    assert_value(&t, all[i].other);
    json_decref(other);
    close_table(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_state_keeps_its_choice_until_the_widget_has_it),
      cmocka_unit_test(every_widget_shows_the_value_of_the_state),
      cmocka_unit_test(every_widget_writes_what_its_user_makes_of_it),
      cmocka_unit_test(what_a_reducer_takes_back_is_taken_from_the_widget),
      cmocka_unit_test(what_a_widget_cannot_take_back_is_written_once),
      cmocka_unit_test(values_that_do_not_fit_are_none),
      cmocka_unit_test(a_day_is_written_once),
      cmocka_unit_test(conditions_decide_a_truth),
      cmocka_unit_test(a_condition_follows_the_state),
      cmocka_unit_test(a_choice_is_one_of_several),
      cmocka_unit_test(a_condition_that_cannot_be_is_named),
  };
  gtk_init();
  user_reads_messages();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
