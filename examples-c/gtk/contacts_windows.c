/* The list and an open contact are screens of one window, a GtkStack; the form and the alert are
 * windows on top of it. A widget that sends an action is named after it. */
#include "contacts_windows.h"
#include "parts.h"

#include <kumiki_gtk_list.h>
#include <kumiki_gtk_present.h>

/* ------------------------------------------------------------------------- rows */

/* The widgets of a row, which show one contact after the other. */
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

static kmk_store *list_store; /* of the one window, for the buttons of its rows */

static GtkWidget *icon_button(const char *icon, const char *name, const char *tip) {
  GtkWidget *button = gtk_button_new_from_icon_name(icon);
  gtk_button_set_has_frame(GTK_BUTTON(button), FALSE);
  gtk_widget_set_name(button, name);
  gtk_widget_set_tooltip_text(button, tip);
  return button;
}

static GtkWidget *set_up_row(void) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  row *parts = g_new(row, 1);
  *parts = (row){icon_button("non-starred-symbolic", "star", "Favourite"), gtk_label_new(NULL),
                 gtk_label_new(NULL)};
  GtkWidget *remove = icon_button("user-trash-symbolic", "delete", "Delete");
  g_object_set_data_full(G_OBJECT(box), "parts", parts, g_free);
  gtk_label_set_xalign(GTK_LABEL(parts->name), 0);
  gtk_widget_set_hexpand(parts->name, TRUE);
  gtk_widget_set_name(parts->name, "name");
  g_signal_connect(parts->star, "clicked", G_CALLBACK(star), NULL);
  g_signal_connect(remove, "clicked", G_CALLBACK(delete_contact), list_store);
  gtk_box_append(GTK_BOX(box), parts->star);
  gtk_box_append(GTK_BOX(box), parts->name);
  gtk_box_append(GTK_BOX(box), parts->phone);
  gtk_box_append(GTK_BOX(box), remove);
  return box;
}

static void show_row(GtkWidget *box, const json_t *contact) {
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
  list_store = store;
  GListModel *rows = kmk_gtk_rows_new(store, "/contacts", "contacts", "/hits");
  /* A selection looks for its row among all new ones: it would ask for 100,000 items. */
  GtkNoSelection *selection = gtk_no_selection_new(rows);
  GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(selection),
                                      kmk_gtk_row_factory_new(set_up_row, show_row));
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_widget_set_name(list, "contacts");
  gtk_widget_set_vexpand(scrolled, TRUE);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  g_signal_connect(list, "activate", G_CALLBACK(open_contact), store);
  return scrolled;
}

/* ------------------------------------------------------------ what is presented */

static GtkWidget *form(kmk_store *view) {
  GtkWidget *column, *window = parts_window("Contact", 300, 220, &column);
  GtkWidget *name = gtk_entry_new(), *phone = gtk_entry_new();
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
  kmk_gtk_show(view, "/problem", problem, "visible");
  GtkWidget *buttons = parts_buttons(column);
  parts_close_button(buttons, "Cancel");
  gtk_window_set_default_widget(GTK_WINDOW(window), parts_button(buttons, "Done", view, "done"));
  return window;
}

static GtkWidget *sheet(kmk_store *view, const char *name, void *data) {
  static const char *const buttons[][2] = {{"Delete", "delete"}};
  (void)data;
  return g_str_equal(name, "edit") ? form(view) : parts_alert(view, 1, buttons);
}

static void edit(GtkWidget *button, void *view) {
  json_t *id = kmk_store_get(view, "/id", NULL);
  kmk_store_send_at_new(g_object_get_data(G_OBJECT(button), "store"), "edit", id, NULL);
}

/* The contact that is open: a view of its row, and so of what was edited meanwhile. */
static GtkWidget *detail(kmk_store *view, const char *name, void *store) {
  (void)name;
  json_t *id = kmk_store_get(view, "/id", NULL);
  kmk_store *contact = kmk_store_scope_element(store, "/contacts", "contacts", id, NULL);
  GtkWidget *page = parts_column();
  parts_close_button(page, "Back");
  gtk_widget_add_css_class(parts_label(page, contact, "/name"), "title-2");
  parts_label(page, contact, "/phone");
  GtkWidget *button = gtk_button_new_with_label("Edit");
  gtk_widget_set_name(button, "edit");
  g_object_set_data(G_OBJECT(button), "store", store);
  g_signal_connect(button, "clicked", G_CALLBACK(edit), view);
  gtk_box_append(GTK_BOX(parts_buttons(page)), button);
  kmk_store_free(contact); /* its observers go on */
  json_decref(id);
  return page;
}

/* -------------------------------------------------------------------- the window */

static GtkWidget *list_page(kmk_store *store) {
  GtkWidget *page = parts_column(), *query = gtk_search_entry_new();
  gtk_widget_set_name(query, "query");
  gtk_box_append(GTK_BOX(page), query);
  kmk_gtk_bind(store, "/query", "binding", query, "text");
  gtk_box_append(GTK_BOX(page), contacts_list(store));
  GtkWidget *problem = parts_label(page, store, "/problem");
  kmk_gtk_show(store, "/problem", problem, "visible");
  GtkWidget *buttons = parts_buttons(page);
  gtk_widget_set_vexpand(buttons, FALSE);
  GtkWidget *undo = parts_button(buttons, "Undo", store, "undo");
  GtkWidget *redo = parts_button(buttons, "Redo", store, "redo");
  kmk_gtk_show(store, "/isReady", parts_button(buttons, "Add", store, "add"), "sensitive");
  kmk_gtk_show(store, "/isReady", query, "sensitive");
  kmk_gtk_show(store, "/history/undo", undo, "sensitive");
  kmk_gtk_show(store, "/history/redo", redo, "sensitive");
  return page;
}

GtkWidget *contacts_window(kmk_store *store) {
  GtkWidget *window = gtk_window_new(), *screens = gtk_stack_new();
  gtk_window_set_title(GTK_WINDOW(window), "Contacts");
  gtk_window_set_default_size(GTK_WINDOW(window), 420, 520);
  gtk_window_set_child(GTK_WINDOW(window), screens);
  gtk_stack_add_child(GTK_STACK(screens), list_page(store));
  kmk_gtk_present(store, "/detail", "detail", screens, detail, store, NULL);
  kmk_gtk_present(store, "/sheet", "sheet", window, sheet, NULL, NULL);
  return window;
}
