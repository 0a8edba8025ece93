/* Properties of fields that follow the state and write it: booleans, numbers, and strings with their cursors.
 * test_bound_objects.c has objects that are not widgets, and properties that cannot be bound. */
#include "field_table.h"
#include "gtk_support.h"

#include <kumiki_gtk.h>
#include <string.h>

/* ----------------------------------------------------------------------- booleans */

static void a_truth_is_whether_something_is_there(void **unused) {
  (void)unused;
  static const struct {
    const char *value;
    bool is_true;
  } all[] = {
      {"null", false}, {"false", false}, {"0", false},        {"0.0", false}, {"\"\"", false},
      {"[]", false},   {"true", true},   {"-1", true},        {"0.5", true},  {"\"no\"", true},
      {"[0]", true},   {"{}", true},     {"{\"a\":0}", true},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
    table t = open_table(NULL, json_loads(all[i].value, JSON_DECODE_ANY, NULL));
    GtkWidget *button = gtk_button_new();
    gtk_window_set_child(GTK_WINDOW(t.window), button);
    assert_true(kmk_gtk_show(t.store, "/v", button, "sensitive"));
    assert_int_equal(gtk_widget_get_sensitive(button), all[i].is_true);
    assert_true(kmk_gtk_show(t.store, "/nowhere", button, "visible"));
    assert_false(gtk_widget_get_visible(button));
    close_table(&t);
  }
}

/* ------------------------------------------------------------------------ strings */

/* Accepts names without an "x", and counts the requests. */
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
  kmk_store_send_text(store, "\"reset\"", NULL); /* shown, and not written back */
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

/* Keeps digits only, in groups of three. */
static kmk_effect *digits(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data, (void)action;
  const char *text = json_string_value(kmk_state_get(state, "/v"));
  GString *kept = g_string_new(NULL);
  for (const char *c = text; *c; c++)
    if (g_ascii_isdigit(*c))
      g_string_append_c(kept, *c);
  for (gssize i = (gssize)kept->len - 3; i > 0; i -= 3)
    g_string_insert_c(kept, i, ' ');
  if (strcmp(kept->str, text) != 0)
    kmk_state_set_new(state, "/v", json_string(kept->str));
  g_string_free(kept, TRUE);
  return NULL;
}

/* Types like the keyboard: through the actions of the GtkText in an entry, or of a GtkTextView. */
static void press(GtkWidget *into, const char *keys) {
  for (; *keys; keys++) {
    char letter[] = {*keys, 0};
    if (*keys == '<')
      g_signal_emit_by_name(into, "backspace");
    else if (*keys == '>')
      g_signal_emit_by_name(into, "delete-from-cursor", GTK_DELETE_CHARS, 1);
    else
      g_signal_emit_by_name(into, "insert-at-cursor", letter);
    user_waits();
  }
}

/* The text before, the keys typed, and the text after; "|" is the cursor. */
static const char *const typed[][3] = {
    {"12|3", "q", "12|3"},     {"12|3", "q8", "1 28|3"},  {"|", "q", "|"},
    {"123|", "q", "123|"},     {"123|", "4", "1 234|"},   {"1 234|", "<", "123|"},
    {"1| 234", ">", "1| 234"}, {"1 |234", "<", "1 |234"}, {"1 2|34", "9", "12 9|34"},
    {"11|1", "x", "11|1"},
};

static gint split(const char *marked, char *text) {
  const char *bar = strchr(marked, '|');
  g_strlcpy(text, marked, 32);
  memmove(text + (bar - marked), bar + 1, strlen(bar + 1) + 1);
  return (gint)(bar - marked);
}

static void assert_marked(const char *text, gint cursor, const char *expected) {
  char *marked = g_strdup_printf("%.*s|%s", cursor, text, text + cursor);
  assert_string_equal(marked, expected);
  g_free(marked);
}

static void the_cursor_of_an_entry_stays_with_what_was_taken(void **unused) {
  (void)unused;
  for (size_t i = 0; i < G_N_ELEMENTS(typed); i++) {
    char text[32];
    gint cursor = split(typed[i][0], text);
    table t = open_table(digits, json_string(text));
    GtkWidget *entry = gtk_entry_new();
    gtk_window_set_child(GTK_WINDOW(t.window), entry);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", entry, "text"));
    gtk_editable_set_position(GTK_EDITABLE(entry), cursor);
    press(GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(entry))), typed[i][1]);
    assert_marked(gtk_editable_get_text(GTK_EDITABLE(entry)),
                  gtk_editable_get_position(GTK_EDITABLE(entry)), typed[i][2]);
    close_table(&t);
  }
}

static void the_cursor_of_a_text_view_stays_with_what_was_taken(void **unused) {
  (void)unused;
  for (size_t i = 0; i < G_N_ELEMENTS(typed); i++) {
    char text[32], *now;
    gint cursor = split(typed[i][0], text);
    table t = open_table(digits, json_string(text));
    GtkWidget *view = gtk_text_view_new();
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
    GtkTextIter at;
    gtk_window_set_child(GTK_WINDOW(t.window), view);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", view, "text"));
    gtk_text_buffer_get_iter_at_offset(buffer, &at, cursor);
    gtk_text_buffer_place_cursor(buffer, &at);
    press(view, typed[i][1]);
    g_object_get(buffer, "text", &now, "cursor-position", &cursor, NULL);
    assert_marked(now, cursor, typed[i][2]);
    g_free(now);
    close_table(&t);
  }
}

static void a_text_is_changed_where_it_differs(void **unused) {
  (void)unused;
  static const char *const changes[][3] = {
      {"abc|def", "abXdef", "ab|Xdef"},
      {"abcd|", "Xabcd", "Xabcd|"},
      {"abc|d", "abcdX", "abc|dX"},
      {"a|b", "", "|"},
      {"|", "ab", "|ab"},
      {"ab|", "ab", "ab|"},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(changes); i++) {
    char text[32];
    gint cursor = split(changes[i][0], text);
    table t = open_table(NULL, json_string(text));
    GtkWidget *entry = gtk_entry_new();
    json_t *next = json_string(changes[i][1]);
    gtk_window_set_child(GTK_WINDOW(t.window), entry);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", entry, "text"));
    gtk_editable_set_position(GTK_EDITABLE(entry), cursor);
    kmk_store_write_binding(t.store, "binding", "/v", next, NULL);
    assert_marked(gtk_editable_get_text(GTK_EDITABLE(entry)),
                  gtk_editable_get_position(GTK_EDITABLE(entry)), changes[i][2]);
    json_decref(next);
    close_table(&t);
  }
}

static void letters_of_several_bytes_stay_whole(void **unused) {
  (void)unused;
  table t = open_table(NULL, json_string("aé"));
  GtkWidget *entry = gtk_entry_new();
  gtk_window_set_child(GTK_WINDOW(t.window), entry);
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", entry, "text"));
  const char *const next[] = {"aè", "日é", "日本é", "é", "😀é", "😁é"};
  for (size_t i = 0; i < G_N_ELEMENTS(next); i++) {
    json_t *text = json_string(next[i]);
    kmk_store_write_binding(t.store, "binding", "/v", text, NULL);
    assert_string_equal(gtk_editable_get_text(GTK_EDITABLE(entry)), next[i]);
    json_decref(text);
  }
  close_table(&t);
}

static void a_number_is_written_with_all_its_digits(void **unused) {
  (void)unused;
  static const char *const all[][2] = {{"0.1", "0.1"},
                                       {"1234567.5", "1234567.5"},
                                       {"0.30000000000000004", NULL},
                                       {"1e300", "1e+300"},
                                       {"-2.5", "-2.5"},
                                       {"123456789", "123456789"},
                                       {"123456789.25", NULL},
                                       {"3.0", "3"}};
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
    table t = open_table(NULL, json_loads(all[i][0], JSON_DECODE_ANY, NULL));
    GtkWidget *label = gtk_label_new(NULL);
    gtk_window_set_child(GTK_WINDOW(t.window), label);
    assert_true(kmk_gtk_show(t.store, "/v", label, "label"));
    assert_string_equal(gtk_label_get_text(GTK_LABEL(label)), all[i][1] ? all[i][1] : all[i][0]);
    assert_true(kmk_gtk_show_if(t.store, "/v", KMK_GTK_EQUAL, all[i][0], label, "sensitive"));
    assert_true(gtk_widget_get_sensitive(label));
    write_value(&t, "0.5");
    assert_false(gtk_widget_get_sensitive(label));
    close_table(&t);
  }
}

static void a_value_is_shown_when_the_range_has_it(void **unused) {
  (void)unused;
  for (int kind = 0; kind < 3; kind++) {
    table t = open_table(NULL, json_integer(150));
    GtkAdjustment *range = gtk_adjustment_new(0, 0, 0, 1, 1, 0);
    GtkWidget *widget = kind == 0   ? gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, range)
                        : kind == 1 ? gtk_spin_button_new(range, 1, 0)
                                    : gtk_scale_button_new(0, 0, 1, NULL);
    if (kind == 2)
      range = gtk_scale_button_get_adjustment(GTK_SCALE_BUTTON(widget));
    gtk_window_set_child(GTK_WINDOW(t.window), widget);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", widget, "value"));
    gtk_adjustment_set_upper(range, 100);
    assert_float_equal(gtk_adjustment_get_value(range), 100, 0);
    gtk_adjustment_set_upper(range, 200);
    assert_float_equal(gtk_adjustment_get_value(range), 150, 0);
    assert_value(&t, "150");
    gtk_adjustment_set_value(range, 120);
    assert_value(&t, "120");
    g_object_ref(range);
    close_table(&t);
    gtk_adjustment_set_upper(range, 300); /* no store follows it any more */
    g_object_unref(range);
  }
}

/* ------------------------------------------------------- one write for each user's edit */

static int writes;
/* The reducer's value: NULL keeps the written string, "" makes it upper case, and any other string replaces it. */
static const char *made;

static kmk_effect *makes(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data, (void)action;
  char *capitals = g_utf8_strup(json_string_value(kmk_state_get(state, "/v")), -1);
  writes++;
  if (made)
    kmk_state_set_new(state, "/v", json_string(*made ? made : capitals));
  g_free(capitals);
  return NULL;
}

/* Like GTK when a letter is typed over the selection. NULL only deletes the selection. */
static void type_over_in_an_entry(GtkWidget *entry, gint from, gint to, const char *letter) {
  GtkEditable *text = gtk_editable_get_delegate(GTK_EDITABLE(entry));
  gtk_editable_select_region(text, from, to);
  gtk_editable_delete_selection(text);
  if (letter) {
    gint at = gtk_editable_get_position(text);
    gtk_editable_insert_text(text, letter, -1, &at);
    gtk_editable_set_position(text, at);
  }
}

static void type_over_in_a_view(GtkWidget *view, gint from, gint to, const char *letter) {
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
  GtkTextIter first, last;
  gtk_text_buffer_get_iter_at_offset(buffer, &first, from);
  gtk_text_buffer_get_iter_at_offset(buffer, &last, to);
  gtk_text_buffer_select_range(buffer, &last, &first); /* the cursor is at its end */
  gtk_text_buffer_begin_user_action(buffer);
  gtk_text_buffer_delete_selection(buffer, TRUE, TRUE);
  if (letter)
    gtk_text_buffer_insert_interactive_at_cursor(buffer, letter, -1, TRUE);
  gtk_text_buffer_end_user_action(buffer);
}

static void typing_over_a_selection_is_one_write(void **unused) {
  (void)unused;
  static const struct {
    const char *made, *letter, *then;
  } all[] = {{NULL, "x", "hx|lo"},      {"", "x", "HX|LO"}, {"hello", "x", "hel|lo"},
             {NULL, "xyz", "hxyz|lo"},  {"", NULL, NULL},   {NULL, NULL, "h|lo"},
             {"hello", NULL, "hel|lo"}, {"", "é", NULL}};
  for (size_t i = 0; i < 2 * G_N_ELEMENTS(all); i++) {
    bool is_entry = i % 2 == 0;
    table t = open_table(makes, json_string("hello"));
    GtkWidget *widget = is_entry ? gtk_entry_new() : gtk_text_view_new();
    gtk_window_set_child(GTK_WINDOW(t.window), widget);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", widget, "text"));
    made = all[i / 2].made;
    writes = 0;
    (is_entry ? type_over_in_an_entry : type_over_in_a_view)(widget, 1, 3, all[i / 2].letter);
    user_waits();
    assert_int_equal(writes, 1);
    gpointer object = is_entry ? (gpointer)widget : gtk_text_view_get_buffer(GTK_TEXT_VIEW(widget));
    char *now;
    gint cursor;
    g_object_get(object, "text", &now, "cursor-position", &cursor, NULL);
    if (all[i / 2].then)
      assert_marked(now, cursor, all[i / 2].then);
    g_free(now);
    close_table(&t);
  }
}

static void a_corrected_letter_is_one_write(void **unused) {
  (void)unused;
  for (int is_entry = 0; is_entry < 2; is_entry++) {
    table t = open_table(makes, json_string(""));
    GtkWidget *widget = is_entry ? gtk_entry_new() : gtk_text_view_new();
    gtk_window_set_child(GTK_WINDOW(t.window), widget);
    assert_true(kmk_gtk_bind(t.store, "/v", "binding", widget, "text"));
    made = "";
    writes = 0;
    press(is_entry ? GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(widget))) : widget, "ab");
    assert_int_equal(writes, 2);
    assert_value(&t, "\"AB\"");
    close_table(&t);
  }
}

static void a_deletion_that_waits_goes_with_its_widget(void **unused) {
  (void)unused;
  table t = open_table(makes, json_string("hello"));
  GtkWidget *entry = gtk_entry_new();
  gtk_window_set_child(GTK_WINDOW(t.window), entry);
  assert_true(kmk_gtk_bind(t.store, "/v", "binding", entry, "text"));
  type_over_in_an_entry(entry, 1, 3, NULL);
  close_table(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_truth_is_whether_something_is_there),
      cmocka_unit_test(an_entry_says_what_the_state_says),
      cmocka_unit_test(the_cursor_of_an_entry_stays_with_what_was_taken),
      cmocka_unit_test(the_cursor_of_a_text_view_stays_with_what_was_taken),
      cmocka_unit_test(a_number_is_written_with_all_its_digits),
      cmocka_unit_test(a_value_is_shown_when_the_range_has_it),
      cmocka_unit_test(typing_over_a_selection_is_one_write),
      cmocka_unit_test(a_corrected_letter_is_one_write),
      cmocka_unit_test(a_deletion_that_waits_goes_with_its_widget),
      cmocka_unit_test(a_text_is_changed_where_it_differs),
      cmocka_unit_test(letters_of_several_bytes_stay_whole),
  };
  gtk_init();
  user_reads_messages();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
