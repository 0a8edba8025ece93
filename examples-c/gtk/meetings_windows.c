/* The list and the detail are screens of one window, a GtkStack; forms, alerts and the recording
 * are windows on top of it. A widget that sends an action is named after it. */
#include "meetings_windows.h"
#include "parts.h"

#include <kumiki_gtk_present.h>

/* ------------------------------------------------------------------------- form */

static void add_attendee(GtkWidget *entry, void *view) {
  const char *name = gtk_editable_get_text(GTK_EDITABLE(entry));
  if (!*name)
    return;
  kmk_store_send_at_new(view, "addAttendee", json_string(name), NULL);
  gtk_editable_set_text(GTK_EDITABLE(entry), "");
}

static void show_attendees(const json_t *names, void *label) {
  GString *line = g_string_new(NULL);
  size_t index;
  json_t *name;
  json_array_foreach(names, index, name)
      g_string_append_printf(line, index ? ", %s" : "%s", json_string_value(name));
  gtk_label_set_text(label, line->str);
  g_string_free(line, TRUE);
}

static void attendees(GtkWidget *column, kmk_store *view, const char *pointer) {
  GtkWidget *label = parts_label(column, NULL, NULL);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  kmk_gtk_own(label, kmk_store_observe(view, pointer, show_attendees, label, NULL, NULL));
}

/* A draft. Whoever opened it says what is done with it: by the action for the button. */
static GtkWidget *form(kmk_store *view, const char *title, kmk_store *opener, const char *done) {
  GtkWidget *column, *window = parts_window(title, 300, 260, &column);
  GtkWidget *name = gtk_entry_new(), *attendee = gtk_entry_new();
  GtkWidget *duration = gtk_spin_button_new_with_range(1, 3600, 1);
  gtk_widget_set_name(name, "setTitle");
  gtk_widget_set_name(duration, "setDuration");
  gtk_widget_set_name(attendee, "addAttendee");
  parts_field(column, "Title", name);
  parts_field(column, "Seconds", duration);
  parts_field(column, "Who attends", attendee);
  attendees(column, view, "/attendees");
  kmk_gtk_bind_action(view, "/title", "setTitle", name, "text");
  kmk_gtk_bind_action(view, "/duration", "setDuration", duration, "value");
  g_signal_connect(attendee, "activate", G_CALLBACK(add_attendee), view);
  GtkWidget *buttons = parts_buttons(column);
  parts_close_button(buttons, "Cancel");
  gtk_window_set_default_widget(GTK_WINDOW(window), parts_button(buttons, "Done", opener, done));
  return window;
}

/* -------------------------------------------------------------------- recording */

static void show_time(const json_t *state, void *label) {
  json_int_t elapsed = json_integer_value(json_object_get(state, "elapsed"));
  json_int_t duration = json_integer_value(json_object_get(state, "duration"));
  const json_t *names = json_object_get(state, "attendees");
  size_t turn = (size_t)elapsed * json_array_size(names) / (size_t)(duration ? duration : 1);
  const char *speaker = json_string_value(json_array_get(names, turn));
  char *line =
      g_strdup_printf("%d of %d s, %s", (int)elapsed, (int)duration, speaker ? speaker : "nobody");
  gtk_label_set_text(label, line);
  g_free(line);
}

static GtkWidget *end_alert(kmk_store *view, const char *name, void *data) {
  static const char *const buttons[][2] = {{"Discard", "discard"}, {"Save", "save"}};
  (void)name, (void)data;
  return parts_alert(view, KMK_COUNT(buttons), buttons);
}

static GtkWidget *recording(kmk_store *view) {
  GtkWidget *column, *window = parts_window("Recording", 280, 120, &column);
  GtkWidget *label = parts_label(column, NULL, NULL);
  kmk_gtk_own(label, kmk_store_observe(view, "", show_time, label, NULL, NULL));
  parts_button(parts_buttons(column), "End", view, "endTapped");
  kmk_gtk_present(view, "/alert", "alert", window, end_alert, NULL, NULL);
  kmk_store_send_at(view, "appeared", NULL, NULL);
  return window;
}

/* ----------------------------------------------------------------------- detail */

static GtkWidget *over_detail(kmk_store *view, const char *name, void *detail) {
  static const char *const buttons[][2] = {{"Delete", "confirmDeletion"}};
  if (g_str_equal(name, "edit"))
    return form(view, "Edit", detail, "doneTapped");
  return g_str_equal(name, "record") ? recording(view) : parts_alert(view, 1, buttons);
}

static GtkWidget *detail(kmk_store *view) {
  GtkWidget *page = parts_column();
  GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_box_append(GTK_BOX(page), bar);
  parts_close_button(bar, "Back");
  gtk_widget_add_css_class(parts_label(bar, view, "/meeting/title"), "title-2");
  GtkWidget *seconds = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(seconds), 0);
  parts_field(page, "Seconds", seconds);
  kmk_gtk_show(view, "/meeting/duration", seconds, "label");
  attendees(page, view, "/meeting/attendees");
  GtkWidget *buttons = parts_buttons(page);
  parts_button(buttons, "Delete", view, "deleteTapped");
  parts_button(buttons, "Edit", view, "editTapped");
  parts_button(buttons, "Record", view, "recordTapped");
  kmk_gtk_present(view, "/destination", "destination", page, over_detail, view, NULL);
  return page;
}

/* ------------------------------------------------------------------------- list */

static GtkWidget *over_list(kmk_store *view, const char *name, void *store) {
  return g_str_equal(name, "add") ? form(view, "New meeting", store, "confirmAddTapped")
                                  : detail(view);
}

static void open_meeting(GtkListBox *list, GtkListBoxRow *row, void *store) {
  (void)list;
  json_t *id = json_string(gtk_widget_get_name(GTK_WIDGET(row)));
  kmk_store_send_at_new(store, "meetingTapped", id, NULL);
}

static void show_meetings(const json_t *meetings, void *list) {
  GtkListBoxRow *old;
  size_t index;
  json_t *meeting;
  while ((old = gtk_list_box_get_row_at_index(list, 0)))
    gtk_list_box_remove(list, GTK_WIDGET(old));
  json_array_foreach(meetings, index, meeting) {
    GtkWidget *row = gtk_list_box_row_new();
    GtkWidget *label = gtk_label_new(json_string_value(json_object_get(meeting, "title")));
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_widget_set_name(row, json_string_value(json_object_get(meeting, "id")));
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), label);
    gtk_list_box_append(list, row);
  }
}

static GtkWidget *list(kmk_store *store) {
  GtkWidget *page = parts_column(), *rows = gtk_list_box_new();
  gtk_widget_set_vexpand(rows, TRUE);
  gtk_box_append(GTK_BOX(page), rows);
  g_signal_connect(rows, "row-activated", G_CALLBACK(open_meeting), store);
  kmk_gtk_own(rows, kmk_store_observe(store, "/meetings", show_meetings, rows, NULL, NULL));
  GtkWidget *buttons = parts_buttons(page);
  gtk_widget_set_vexpand(buttons, FALSE);
  parts_button(buttons, "New meeting", store, "addTapped");
  return page;
}

GtkWidget *meetings_window(kmk_store *store) {
  GtkWidget *window = gtk_window_new(), *screens = gtk_stack_new();
  gtk_window_set_title(GTK_WINDOW(window), "Meetings");
  gtk_window_set_default_size(GTK_WINDOW(window), 420, 360);
  gtk_window_set_child(GTK_WINDOW(window), screens);
  gtk_stack_add_child(GTK_STACK(screens), list(store));
  kmk_gtk_present(store, "/destination", "destination", screens, over_list, store, NULL);
  return window;
}
