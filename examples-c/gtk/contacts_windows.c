/* The list and an open contact are screens of one window, a GtkStack; the form and the alert are
 * windows on top of it. A widget that sends an action is named after it. */
#include "contacts_windows.h"
#include "parts.h"

#include <kumiki_gtk_bar.h>
#include <kumiki_gtk_list.h>
#include <kumiki_gtk_present.h>

/* ------------------------------------------------------------------------- rows */

/* The widgets of a row. They are reused for other contacts. */
typedef struct row {
  GtkWidget *star, *name, *phone;
} row;

static void star(GtkWidget *button, void *data) {
  (void)data;
  gpointer item = kmk_gtk_row_around(button);
  if (item)
    kmk_store_send_at(kmk_gtk_row_store(item), "star", NULL, NULL);
}

static void delete_contact(GtkWidget *button, void *store) {
  gpointer item = kmk_gtk_row_around(button);
  if (item)
    kmk_store_send_at(store, "delete", kmk_gtk_row_id(item), NULL);
}

static GtkWidget *icon_button(const char *icon, const char *name, const char *tip) {
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
  gtk_widget_set_name(button, name);
  gtk_widget_set_tooltip_text(button, tip);
  return button;
}

static GtkWidget *set_up_row(void *store) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  row *parts = g_new(row, 1);
  *parts = (row){icon_button("non-starred-symbolic", "star", "Favourite"), gtk_label_new(NULL),
                 gtk_label_new(NULL)};
  GtkWidget *remove = icon_button("user-trash-symbolic", "delete", "Delete");
  g_object_set_data_full(G_OBJECT(box), "parts", parts, g_free);
  gtk_label_set_xalign(GTK_LABEL(parts->name), 0);
  gtk_widget_set_hexpand(parts->name, TRUE);
  gtk_label_set_ellipsize(GTK_LABEL(parts->name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_name(parts->name, "name");
  gtk_widget_add_css_class(parts->phone, "dim-label");
  g_signal_connect(parts->star, "clicked", G_CALLBACK(star), NULL);
  g_signal_connect(remove, "clicked", G_CALLBACK(delete_contact), store);
  gtk_box_append(GTK_BOX(box), parts->star);
  gtk_box_append(GTK_BOX(box), parts->name);
  gtk_box_append(GTK_BOX(box), parts->phone);
  gtk_box_append(GTK_BOX(box), remove);
  return box;
}

static void show_row(GtkWidget *box, const json_t *contact, void *store) {
  (void)store;
  const row *parts = g_object_get_data(G_OBJECT(box), "parts");
  bool is_favourite = json_is_true(json_object_get(contact, "favourite"));
  gtk_label_set_text(GTK_LABEL(parts->name), json_string_value(json_object_get(contact, "name")));
  gtk_label_set_text(GTK_LABEL(parts->phone), json_string_value(json_object_get(contact, "phone")));
  gtk_button_set_icon_name(GTK_BUTTON(parts->star),
                           is_favourite ? "starred-symbolic" : "non-starred-symbolic");
}

static void open_contact(GtkListView *list, guint position, void *store) {
  gpointer item = g_list_model_get_item(G_LIST_MODEL(gtk_list_view_get_model(list)), position);
  kmk_store_send_at(store, "open", kmk_gtk_row_id(item), NULL);
  g_object_unref(item);
}

static GtkWidget *contacts_list(kmk_store *store) {
  GListModel *rows = kmk_gtk_rows_new(store, "/contacts", "contacts", "/hits");
  /* A selection model would search all new rows for its row, and so request 100,000 items. */
  GtkNoSelection *selection = gtk_no_selection_new(rows);
  GtkWidget *list =
      gtk_list_view_new(GTK_SELECTION_MODEL(selection),
                        kmk_gtk_row_factory_new_with(set_up_row, show_row, store, NULL));
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_widget_set_name(list, "contacts");
  gtk_widget_set_vexpand(scrolled, TRUE);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  g_signal_connect(list, "activate", G_CALLBACK(open_contact), store);
  return scrolled;
}

/* ---------------------------------------------------------------- presentations */

static GtkWidget *form(kmk_store *view) {
  GtkWidget *bar, *window = kmk_gtk_bar_window_new("Contact", &bar), *column = parts_column();
  GtkWidget *name = gtk_entry_new(), *phone = gtk_entry_new();
  gtk_window_set_child(GTK_WINDOW(window), column);
  gtk_window_set_default_size(GTK_WINDOW(window), 320, 220);
  gtk_widget_set_name(name, "name");
  gtk_widget_set_name(phone, "phone");
  gtk_entry_set_activates_default(GTK_ENTRY(name), TRUE);
  gtk_entry_set_activates_default(GTK_ENTRY(phone), TRUE);
  parts_field(column, "Name", name);
  parts_field(column, "Phone", phone);
  kmk_gtk_bind(view, "/name", "binding", name, "text");
  kmk_gtk_bind(view, "/phone", "binding", phone, "text");
  GtkWidget *problem = parts_label(column, view, "/problem");
  gtk_widget_set_name(problem, "problem");
  gtk_widget_add_css_class(problem, "error");
  kmk_gtk_show_if(view, "/problem", KMK_GTK_NOT_NULL, NULL, problem, "visible");
  kmk_gtk_bar_close(bar, "Cancel");
  kmk_gtk_bar_button(bar, "Done", "suggested", view, "done");
  return window;
}

static GtkWidget *sheet(kmk_store *view, const char *name, void *data) {
  static const kmk_gtk_alert_button buttons[] = {{"Cancel", NULL, "cancel"},
                                                 {"Delete", "delete", "destructive"}};
  (void)data;
  return g_str_equal(name, "edit") ? form(view)
                                   : kmk_gtk_alert_new(view, buttons, KMK_COUNT(buttons));
}

static void edit(GtkWidget *button, void *view) {
  json_t *id = kmk_store_get(view, "/id", NULL);
  kmk_store_send_at_new(g_object_get_data(G_OBJECT(button), "store"), "edit", id, NULL);
}

/* The open contact: a scoped store of its row, which includes later edits. */
static GtkWidget *detail(kmk_store *view, const char *name, void *store) {
  (void)name;
  json_t *id = kmk_store_get(view, "/id", NULL);
  kmk_store *contact = kmk_store_scope_element(store, "/contacts", "contacts", id, NULL);
  GtkWidget *column = parts_column(), *bar;
  GtkWidget *page = kmk_gtk_bar_page_new("", column, &bar);
  GtkWidget *button = gtk_button_new_with_label("Edit"), *star = gtk_label_new("★ Favourite");
  kmk_gtk_bar_close(bar, NULL);
  kmk_gtk_show(contact, "/name", kmk_gtk_bar_title(bar), "label");
  gtk_widget_add_css_class(parts_label(column, contact, "/name"), "title-2");
  GtkWidget *phone = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(phone), 0);
  gtk_label_set_selectable(GTK_LABEL(phone), TRUE);
  parts_field(column, "Phone", phone);
  kmk_gtk_show(contact, "/phone", phone, "label");
  gtk_label_set_xalign(GTK_LABEL(star), 0);
  gtk_box_append(GTK_BOX(column), star);
  kmk_gtk_show(contact, "/favourite", star, "visible");
  gtk_widget_set_name(button, "edit");
  g_object_set_data(G_OBJECT(button), "store", store);
  g_signal_connect(button, "clicked", G_CALLBACK(edit), view);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), button);
  kmk_store_free(contact); /* its observers continue */
  json_decref(id);
  return page;
}

/* -------------------------------------------------------------------- the window */

/* A field above the list, which a button in the bar or Escape hides. */
static GtkWidget *search_bar(kmk_store *store, GtkWidget *bar) {
  GtkWidget *search = gtk_search_bar_new(), *query = gtk_search_entry_new();
  GtkWidget *toggle = gtk_toggle_button_new();
  gtk_button_set_icon_name(GTK_BUTTON(toggle), "edit-find-symbolic");
  gtk_widget_set_tooltip_text(toggle, "Search");
  gtk_widget_set_name(toggle, "search");
  gtk_widget_set_name(query, "query");
  gtk_widget_set_hexpand(query, TRUE);
  gtk_search_bar_set_child(GTK_SEARCH_BAR(search), query);
  gtk_search_bar_connect_entry(GTK_SEARCH_BAR(search), GTK_EDITABLE(query));
  gtk_search_bar_set_search_mode(GTK_SEARCH_BAR(search), TRUE);
  g_object_bind_property(search, "search-mode-enabled", toggle, "active",
                         G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  gtk_header_bar_pack_end(GTK_HEADER_BAR(bar), toggle);
  kmk_gtk_bind(store, "/query", "binding", query, "text");
  kmk_gtk_show(store, "/isReady", query, "sensitive");
  return search;
}

static GtkWidget *list_page(kmk_store *store) {
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *bar;
  GtkWidget *page = kmk_gtk_bar_page_new("Contacts", column, &bar);
  parts_bar_icon(bar, "list-add-symbolic", "New contact", store, "add", "/isReady");
  parts_bar_icon(bar, "edit-undo-symbolic", "Undo", store, "undo", "/history/undo");
  parts_bar_icon(bar, "edit-redo-symbolic", "Redo", store, "redo", "/history/redo");
  gtk_box_append(GTK_BOX(column), search_bar(store, bar));
  GtkWidget *problem = parts_label(column, store, "/problem");
  gtk_widget_add_css_class(problem, "error");
  kmk_gtk_show_if(store, "/problem", KMK_GTK_NOT_NULL, NULL, problem, "visible");
  GtkWidget *none = gtk_label_new("No contacts yet");
  gtk_widget_add_css_class(none, "dim-label");
  gtk_widget_set_margin_top(none, 24);
  gtk_box_append(GTK_BOX(column), none);
  kmk_gtk_show_if(store, "/contacts", KMK_GTK_IS_NOT, NULL, none, "visible");
  gtk_box_append(GTK_BOX(column), contacts_list(store));
  return page;
}

GtkWidget *contacts_window(kmk_store *store) {
  GtkWidget *window = gtk_window_new(), *screens = gtk_stack_new();
  gtk_window_set_title(GTK_WINDOW(window), "Contacts");
  gtk_window_set_default_size(GTK_WINDOW(window), 420, 520);
  kmk_gtk_bar_in_pages(window);
  gtk_window_set_child(GTK_WINDOW(window), screens);
  gtk_stack_add_child(GTK_STACK(screens), list_page(store));
  kmk_gtk_present(store, "/detail", "detail", screens, detail, store, NULL);
  kmk_gtk_present(store, "/sheet", "sheet", window, sheet, NULL, NULL);
  return window;
}
