/* The list and the detail are screens of one window, a GtkStack; forms, alerts and the recording
 * are windows on top of it. A widget that sends an action is named after it. */
#include "meetings_windows.h"
#include "parts.h"

#include <kumiki_gtk_bar.h>
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

static GtkWidget *attendees(kmk_store *view, const char *pointer) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  kmk_gtk_own(label, kmk_store_observe(view, pointer, show_attendees, label, NULL, NULL));
  return label;
}

/* A draft. The caller decides what happens to the draft: it gives the action of the button. */
static GtkWidget *form(kmk_store *view, const char *title, kmk_store *opener, const char *done) {
  GtkWidget *bar, *window = kmk_gtk_bar_window_new(title, &bar), *column = parts_column();
  GtkWidget *name = gtk_entry_new(), *attendee = gtk_entry_new();
  GtkWidget *duration = gtk_spin_button_new_with_range(1, 3600, 1);
  gtk_window_set_child(GTK_WINDOW(window), column);
  gtk_window_set_default_size(GTK_WINDOW(window), 320, 260);
  gtk_widget_set_name(name, "setTitle");
  gtk_widget_set_name(duration, "setDuration");
  gtk_widget_set_name(attendee, "addAttendee");
  parts_field(column, "Title", name);
  parts_field(column, "Seconds", duration);
  parts_field(column, "Who attends", attendee);
  gtk_box_append(GTK_BOX(column), attendees(view, "/attendees"));
  kmk_gtk_bind_action(view, "/title", "setTitle", name, "text");
  kmk_gtk_bind_action(view, "/duration", "setDuration", duration, "value");
  g_signal_connect(attendee, "activate", G_CALLBACK(add_attendee), view);
  kmk_gtk_bar_close(bar, "Cancel");
  kmk_gtk_bar_button(bar, "Done", "suggested", opener, done);
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
  static const kmk_gtk_alert_button buttons[] = {{"Cancel", NULL, "cancel"},
                                                 {"Discard", "discard", "destructive"},
                                                 {"Save", "save", "suggested"}};
  (void)name, (void)data;
  return kmk_gtk_alert_new(view, buttons, KMK_COUNT(buttons));
}

static void show_share(const json_t *state, void *progress) {
  double elapsed = json_number_value(json_object_get(state, "elapsed"));
  double duration = json_number_value(json_object_get(state, "duration"));
  gtk_progress_bar_set_fraction(progress, duration > 0 ? MIN(elapsed / duration, 1) : 0);
}

static GtkWidget *recording(kmk_store *view) {
  GtkWidget *bar, *window = kmk_gtk_bar_window_new("Recording", &bar), *column = parts_column();
  gtk_window_set_child(GTK_WINDOW(window), column);
  gtk_window_set_default_size(GTK_WINDOW(window), 300, 120);
  gtk_header_bar_set_show_title_buttons(GTK_HEADER_BAR(bar), FALSE);
  GtkWidget *label = parts_label(column, NULL, NULL), *progress = gtk_progress_bar_new();
  gtk_box_append(GTK_BOX(column), progress);
  kmk_gtk_own(label, kmk_store_observe(view, "", show_time, label, NULL, NULL));
  kmk_gtk_own(progress, kmk_store_observe(view, "", show_share, progress, NULL, NULL));
  kmk_gtk_bar_button(bar, "End", NULL, view, "endTapped");
  kmk_gtk_present(view, "/alert", "alert", window, end_alert, NULL, NULL);
  kmk_store_send_at(view, "appeared", NULL, NULL);
  return window;
}

/* ----------------------------------------------------------------------- detail */

static GtkWidget *over_detail(kmk_store *view, const char *name, void *detail) {
  static const kmk_gtk_alert_button buttons[] = {{"Cancel", NULL, "cancel"},
                                                 {"Delete", "confirmDeletion", "destructive"}};
  if (g_str_equal(name, "edit"))
    return form(view, "Edit", detail, "doneTapped");
  return g_str_equal(name, "record") ? recording(view)
                                     : kmk_gtk_alert_new(view, buttons, KMK_COUNT(buttons));
}

static GtkWidget *detail(kmk_store *view) {
  GtkWidget *column = parts_column(), *bar;
  GtkWidget *page = kmk_gtk_bar_page_new("", column, &bar);
  kmk_gtk_bar_close(bar, NULL);
  kmk_gtk_bar_button(bar, "Edit", NULL, view, "editTapped");
  kmk_gtk_show(view, "/meeting/title", kmk_gtk_bar_title(bar), "label");
  GtkWidget *seconds = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(seconds), 0);
  parts_field(column, "Seconds", seconds);
  kmk_gtk_show(view, "/meeting/duration", seconds, "label");
  parts_field(column, "Who attends", attendees(view, "/meeting/attendees"));
  GtkWidget *buttons = parts_buttons(column);
  parts_button(buttons, "Delete", "destructive", view, "deleteTapped");
  parts_button(buttons, "Record", "suggested", view, "recordTapped");
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
  GtkWidget *rows = gtk_list_box_new(), *bar;
  GtkWidget *page = kmk_gtk_bar_page_new("Meetings", rows, &bar);
  gtk_widget_add_css_class(rows, "rich-list");
  g_signal_connect(rows, "row-activated", G_CALLBACK(open_meeting), store);
  kmk_gtk_own(rows, kmk_store_observe(store, "/meetings", show_meetings, rows, NULL, NULL));
  GtkWidget *add = kmk_gtk_bar_button(bar, "list-add-symbolic", NULL, store, "addTapped");
  gtk_widget_set_tooltip_text(add, "New meeting");
  return page;
}

GtkWidget *meetings_window(kmk_store *store) {
  GtkWidget *window = gtk_window_new(), *screens = gtk_stack_new();
  gtk_window_set_title(GTK_WINDOW(window), "Meetings");
  gtk_window_set_default_size(GTK_WINDOW(window), 420, 360);
  kmk_gtk_bar_in_pages(window);
  gtk_window_set_child(GTK_WINDOW(window), screens);
  gtk_stack_add_child(GTK_STACK(screens), list(store));
  kmk_gtk_present(store, "/destination", "destination", screens, over_list, store, NULL);
  return window;
}
