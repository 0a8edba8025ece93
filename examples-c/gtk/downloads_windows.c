/* The list, an open download and the settings are screens of one window, a GtkStack; the form and the alert are
 * windows on top of it. A widget that sends an action is named after it. */
#include "downloads_windows.h"
#include "../downloads/downloads.h"
#include "parts.h"

#include <kumiki_gtk_bar.h>
#include <kumiki_gtk_list.h>
#include <kumiki_gtk_present.h>

/* ------------------------------------------------------------------------- rows */

/* The widgets of a row. They are reused for other downloads. */
typedef struct row {
  GtkWidget *name, *bar, *phase, *job;
} row;

static const char *const phases[] = {[DOWNLOADS_ROW_PHASE_WAITING] = "waiting",
                                     [DOWNLOADS_ROW_PHASE_RUNNING] = "",
                                     [DOWNLOADS_ROW_PHASE_PAUSED] = "paused",
                                     [DOWNLOADS_ROW_PHASE_FINISHED] = "finished",
                                     [DOWNLOADS_ROW_PHASE_FAILED] = "failed"};

static double share(json_int_t done, json_int_t size) {
  return size > 0 ? MIN((double)done / (double)size, 1) : 0;
}

/* Its name is the action that it sends: "pause" or "resume". */
static void pause_or_resume(GtkWidget *button, void *data) {
  (void)data;
  gpointer item = kmk_gtk_row_around(button);
  if (item)
    kmk_store_send_at(kmk_gtk_row_store(item), gtk_widget_get_name(button), NULL, NULL);
}

static void remove_row(GtkWidget *button, void *store) {
  gpointer item = kmk_gtk_row_around(button);
  if (item)
    kmk_store_send_at(store, DOWNLOADS_CASE_REMOVE, kmk_gtk_row_id(item), NULL);
}

static GtkWidget *append_button(GtkWidget *box, const char *icon, const char *name,
                                const char *tip) {
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
  gtk_widget_set_name(button, name);
  gtk_widget_set_tooltip_text(button, tip);
  gtk_box_append(GTK_BOX(box), button);
  return button;
}

static GtkWidget *set_up_row(void *store) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  row *parts = g_new(row, 1);
  *parts = (row){gtk_label_new(NULL), gtk_progress_bar_new(), gtk_label_new(NULL), NULL};
  g_object_set_data_full(G_OBJECT(box), "parts", parts, g_free);
  gtk_label_set_xalign(GTK_LABEL(parts->name), 0);
  gtk_label_set_ellipsize(GTK_LABEL(parts->name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars(GTK_LABEL(parts->phase), 8);
  gtk_widget_add_css_class(parts->phase, "dim-label");
  gtk_widget_set_hexpand(parts->name, TRUE);
  gtk_widget_set_valign(parts->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_name(parts->name, "name");
  gtk_widget_set_name(parts->phase, "phase");
  gtk_box_append(GTK_BOX(box), parts->name);
  gtk_box_append(GTK_BOX(box), parts->bar);
  gtk_box_append(GTK_BOX(box), parts->phase);
  parts->job = append_button(box, "media-playback-pause-symbolic", "pause", NULL);
  g_signal_connect(parts->job, "clicked", G_CALLBACK(pause_or_resume), NULL);
  GtkWidget *gone = append_button(box, "user-trash-symbolic", "remove", "Remove from the list");
  g_signal_connect(gone, "clicked", G_CALLBACK(remove_row), store);
  return box;
}

static void show_row(GtkWidget *box, const json_t *shown, void *store) {
  (void)store;
  const downloads_row_json download = downloads_row_json_of(shown);
  const row *parts = g_object_get_data(G_OBJECT(box), "parts");
  bool has_job = downloads_row_has_job(download);
  downloads_row_phase_case phase = downloads_row_phase(download);
  gtk_label_set_text(GTK_LABEL(parts->name), downloads_row_name(download));
  gtk_label_set_text(GTK_LABEL(parts->phase), phases[phase]);
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(parts->bar),
                                share(downloads_row_done(download), downloads_row_size(download)));
  gtk_widget_set_name(parts->job, has_job ? "pause" : "resume");
  gtk_button_set_icon_name(GTK_BUTTON(parts->job), has_job ? "media-playback-pause-symbolic"
                                                           : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text(parts->job, has_job ? "Pause" : "Go on");
  gtk_widget_set_sensitive(parts->job, phase != DOWNLOADS_ROW_PHASE_FINISHED);
}

static void open_row(GtkListView *list, guint position, void *store) {
  gpointer item = g_list_model_get_item(G_LIST_MODEL(gtk_list_view_get_model(list)), position);
  kmk_store_send_at(store, DOWNLOADS_CASE_OPEN, kmk_gtk_row_id(item), NULL);
  g_object_unref(item);
}

/* The widgets of the visible rows, in the order of the list. */
static GtkWidget *rows(kmk_store *store, kmk_list *list) {
  GListModel *model = kmk_gtk_list_rows_new(store, DOWNLOADS_AT_ROWS, DOWNLOADS_CASE_ROWS, list);
  GtkSelectionModel *selection = GTK_SELECTION_MODEL(gtk_no_selection_new(model));
  GtkWidget *shown =
      gtk_list_view_new(selection, kmk_gtk_row_factory_new_with(set_up_row, show_row, store, NULL));
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_widget_set_name(shown, "downloads");
  gtk_widget_set_vexpand(scrolled, TRUE);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), shown);
  g_signal_connect(shown, "activate", G_CALLBACK(open_row), store);
  return scrolled;
}

/* ------------------------------------------------------------------------ totals */

typedef struct head {
  kmk_list *list;
  GtkWidget *label, *bar;
} head;

static json_int_t sum(const json_t *totals, const char *place) {
  const json_t *numbers = json_object_get(totals, "numbers");
  return json_integer_value(json_object_get(json_object_get(numbers, place), "sum"));
}

/* The list keeps the sums, however many rows it has. */
static void show_totals(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count;
  const head *shown = data;
  json_t *totals = kmk_list_totals(shown->list, NULL);
  json_int_t done = sum(totals, DOWNLOADS_ROW_AT_DONE), size = sum(totals, DOWNLOADS_ROW_AT_SIZE);
  char *line = g_strdup_printf("%zu files, %lld of %lld MB", kmk_list_count(shown->list),
                               done / 1000000, size / 1000000);
  gtk_label_set_text(GTK_LABEL(shown->label), line);
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(shown->bar), share(done, size));
  g_free(line);
  json_decref(totals);
}

static void append_totals(GtkWidget *column, kmk_list *list) {
  GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  head *shown = g_new(head, 1);
  *shown = (head){list, gtk_label_new(NULL), gtk_progress_bar_new()};
  gtk_widget_set_name(shown->label, "totals");
  gtk_widget_set_valign(shown->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand(shown->bar, TRUE);
  gtk_box_append(GTK_BOX(line), shown->label);
  gtk_box_append(GTK_BOX(line), shown->bar);
  gtk_box_append(GTK_BOX(column), line);
  kmk_gtk_own(line, kmk_list_observe(list, show_totals, shown, g_free, NULL));
}

/* ---------------------------------------------------------------------- choices */

/* An order: its value in the settings, and its name. */
static const char *const sorts[] = {NULL, "-/done", "/name"};
static const char *const sort_names[] = {"As added", "Furthest first", "By name", NULL};

static void show_sort(const json_t *sort, void *choice) {
  guint index = 0;
  for (guint i = 1; i < KMK_COUNT(sorts); i++)
    index = g_strcmp0(json_string_value(sort), sorts[i]) == 0 ? i : index;
  gtk_drop_down_set_selected(choice, index);
}

static void choose_sort(GtkDropDown *choice, GParamSpec *property, void *store) {
  (void)property;
  const char *sort = sorts[gtk_drop_down_get_selected(choice)];
  json_t *value = sort ? json_string(sort) : json_null();
  kmk_store_write_binding(store, DOWNLOADS_CASE_BINDING, DOWNLOADS_AT_SETTINGS_SORT, value, NULL);
  json_decref(value);
}

static void append_choices(GtkWidget *column, kmk_store *store) {
  GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *query = gtk_search_entry_new();
  GtkWidget *sort = gtk_drop_down_new_from_strings(sort_names);
  gtk_widget_set_name(query, "query");
  gtk_widget_set_name(sort, "sort");
  gtk_widget_set_hexpand(query, TRUE);
  gtk_box_append(GTK_BOX(line), query);
  gtk_box_append(GTK_BOX(line), sort);
  gtk_box_append(GTK_BOX(column), line);
  kmk_gtk_bind(store, DOWNLOADS_AT_QUERY, DOWNLOADS_CASE_BINDING, query, "text");
  kmk_gtk_own(sort,
              kmk_store_observe(store, DOWNLOADS_AT_SETTINGS_SORT, show_sort, sort, NULL, NULL));
  g_signal_connect(sort, "notify::selected", G_CALLBACK(choose_sort), store);
}

/* ---------------------------------------------------------------- over the list */

static GtkWidget *form(kmk_store *view) {
  GtkWidget *bar, *window = kmk_gtk_bar_window_new("Add", &bar), *column = parts_column();
  GtkWidget *url = gtk_entry_new(), *name = gtk_entry_new(), *checking = gtk_spinner_new();
  GtkWidget *size = gtk_label_new(NULL);
  gtk_window_set_child(GTK_WINDOW(window), column);
  gtk_window_set_default_size(GTK_WINDOW(window), 360, 260);
  gtk_widget_set_name(url, "url");
  gtk_widget_set_name(name, "name");
  gtk_widget_set_name(size, "size");
  gtk_label_set_xalign(GTK_LABEL(size), 0);
  gtk_entry_set_activates_default(GTK_ENTRY(url), TRUE);
  gtk_entry_set_activates_default(GTK_ENTRY(name), TRUE);
  parts_field(column, "File", url);
  parts_field(column, "Name", name);
  parts_field(column, "Bytes", size);
  gtk_box_append(GTK_BOX(column), checking);
  kmk_gtk_bind(view, DOWNLOADS_FORM_AT_URL, DOWNLOADS_CASE_BINDING, url, "text");
  kmk_gtk_bind(view, DOWNLOADS_FORM_AT_NAME, DOWNLOADS_CASE_BINDING, name, "text");
  kmk_gtk_show(view, DOWNLOADS_FORM_AT_SIZE, size, "label");
  kmk_gtk_show(view, DOWNLOADS_FORM_AT_IS_CHECKING, checking, "spinning");
  GtkWidget *problem = parts_label(column, view, DOWNLOADS_FORM_AT_PROBLEM);
  gtk_widget_set_name(problem, "problem");
  gtk_widget_add_css_class(problem, "error");
  kmk_gtk_show_if(view, DOWNLOADS_FORM_AT_PROBLEM, KMK_GTK_NOT_NULL, NULL, problem, "visible");
  kmk_gtk_bar_close(bar, "Cancel");
  kmk_gtk_bar_button(bar, "Download", "suggested", view, "done");
  return window;
}

static GtkWidget *sheet(kmk_store *view, const char *name, void *data) {
  static const kmk_gtk_alert_button buttons[] = {{"Cancel", NULL, "cancel"},
                                                 {"Remove", "clear", "destructive"}};
  (void)data;
  return g_str_equal(name, "add") ? form(view)
                                  : kmk_gtk_alert_new(view, buttons, KMK_COUNT(buttons));
}

/* An open download: a scoped store of its row, which includes later progress. */
static GtkWidget *opened(kmk_store *view, kmk_store *store) {
  json_t *id = kmk_store_get(view, "/id", NULL);
  kmk_store *download =
      kmk_store_scope_element(store, DOWNLOADS_AT_ROWS, DOWNLOADS_CASE_ROWS, id, NULL);
  GtkWidget *column = parts_column(), *bar, *page = kmk_gtk_bar_page_new("", column, &bar);
  static const struct {
    const char *name, *place;
  } fields[] = {{"From", DOWNLOADS_ROW_AT_URL},
                {"Bytes", DOWNLOADS_ROW_AT_SIZE},
                {"Of them here", DOWNLOADS_ROW_AT_DONE}};
  kmk_gtk_bar_close(bar, NULL);
  kmk_gtk_show(download, DOWNLOADS_ROW_AT_NAME, kmk_gtk_bar_title(bar), "label");
  for (size_t i = 0; i < KMK_COUNT(fields); i++) {
    GtkWidget *value = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(value), 0);
    gtk_label_set_wrap(GTK_LABEL(value), TRUE);
    gtk_widget_set_name(value, fields[i].place + 1);
    parts_field(column, fields[i].name, value);
    kmk_gtk_show(download, fields[i].place, value, "label");
  }
  gtk_widget_add_css_class(parts_label(column, download, DOWNLOADS_ROW_AT_PROBLEM), "error");
  kmk_store_free(download); /* its observers continue */
  json_decref(id);
  return page;
}

static GtkWidget *settings(kmk_store *store) {
  GtkWidget *column = parts_column(), *bar;
  GtkWidget *page = kmk_gtk_bar_page_new("Settings", column, &bar);
  GtkWidget *limit = gtk_spin_button_new_with_range(1, 16, 1);
  GtkWidget *hides = gtk_check_button_new_with_label("Hide what has finished");
  gtk_widget_set_name(limit, "limit");
  gtk_widget_set_name(hides, "hides");
  kmk_gtk_bar_close(bar, NULL);
  parts_field(column, "How many at once", limit);
  gtk_box_append(GTK_BOX(column), hides);
  kmk_gtk_bind(store, DOWNLOADS_AT_SETTINGS_LIMIT, DOWNLOADS_CASE_BINDING, limit, "value");
  kmk_gtk_bind(store, DOWNLOADS_AT_SETTINGS_HIDES_FINISHED, DOWNLOADS_CASE_BINDING, hides,
               "active");
  return page;
}

static GtkWidget *screen(kmk_store *view, const char *name, void *store) {
  return g_str_equal(name, "row") ? opened(view, store) : settings(store);
}

/* -------------------------------------------------------------------- the window */

static GtkWidget *list_page(kmk_store *store, kmk_list *list) {
  GtkWidget *column = parts_column(), *bar;
  GtkWidget *page = kmk_gtk_bar_page_new("Downloads", column, &bar);
  parts_bar_icon(bar, "list-add-symbolic", "Add a download", store, DOWNLOADS_CASE_ADD, NULL);
  parts_bar_icon(bar, "edit-undo-symbolic", "Undo", store, DOWNLOADS_CASE_UNDO,
                 DOWNLOADS_AT_HISTORY_UNDO);
  parts_bar_icon(bar, "edit-redo-symbolic", "Redo", store, DOWNLOADS_CASE_REDO,
                 DOWNLOADS_AT_HISTORY_REDO);
  GtkWidget *choose =
      kmk_gtk_bar_button(bar, "emblem-system-symbolic", NULL, store, DOWNLOADS_CASE_OPEN_SETTINGS);
  gtk_widget_set_tooltip_text(choose, "Settings");
  GtkWidget *clear =
      kmk_gtk_bar_button(bar, "edit-clear-all-symbolic", NULL, store, DOWNLOADS_CASE_CLEAR);
  gtk_widget_set_tooltip_text(clear, "Remove what has finished");
  append_choices(column, store);
  append_totals(column, list);
  GtkWidget *none = gtk_label_new("No downloads yet");
  gtk_widget_add_css_class(none, "dim-label");
  gtk_box_append(GTK_BOX(column), none);
  kmk_gtk_show_if(store, DOWNLOADS_AT_ROWS, KMK_GTK_IS_NOT, NULL, none, "visible");
  gtk_box_append(GTK_BOX(column), rows(store, list));
  return page;
}

static void free_list(void *list) { kmk_list_free(list); }

GtkWidget *downloads_window(kmk_store *store, kmk_error *error) {
  kmk_list *list = downloads_list(store, error);
  if (!list)
    return NULL;
  GtkWidget *window = gtk_window_new(), *screens = gtk_stack_new();
  gtk_window_set_title(GTK_WINDOW(window), "Downloads");
  gtk_window_set_default_size(GTK_WINDOW(window), 560, 560);
  kmk_gtk_bar_in_pages(window);
  gtk_window_set_child(GTK_WINDOW(window), screens);
  gtk_stack_add_child(GTK_STACK(screens), list_page(store, list));
  kmk_gtk_path(store, DOWNLOADS_AT_PATH, DOWNLOADS_CASE_PATH, screens, screen, store, NULL);
  kmk_gtk_present(store, DOWNLOADS_AT_SHEET, DOWNLOADS_CASE_SHEET, window, sheet, NULL, NULL);
  /* The widgets were destroyed before. */
  g_object_set_data_full(G_OBJECT(window), "list", list, free_list);
  return window;
}
