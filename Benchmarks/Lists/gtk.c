/* GtkSortListModel of a GtkFilterListModel. They do not watch the items: a change is announced with items-changed. */
#include "lists.h"

#include <gtk/gtk.h>

#define ROW_TYPE (row_get_type())
G_DECLARE_FINAL_TYPE(Row, row, LISTS, ROW, GObject)

struct _Row {
  GObject parent;
  struct lists_row values;
};

G_DEFINE_FINAL_TYPE(Row, row, G_TYPE_OBJECT)

static void row_class_init(RowClass *class) { (void)class; }
static void row_init(Row *row) { (void)row; }

static GListStore *rows;
static GtkSortListModel *list;
static GtkSorter *sorters[2];

static gboolean is_shown(gpointer row, gpointer data) {
  (void)data;
  return LISTS_ROW(row)->values.kind != 0;
}

/* Comparing the values themselves is faster than a GtkNumericSorter of a property. */
static int by_progress(gconstpointer left, gconstpointer right, gpointer data) {
  (void)data;
  gint64 a = ((const Row *)left)->values.progress, b = ((const Row *)right)->values.progress;
  return (a > b) - (a < b);
}

static int by_bytes(gconstpointer left, gconstpointer right, gpointer data) {
  (void)data;
  gint64 a = ((const Row *)left)->values.bytes, b = ((const Row *)right)->values.bytes;
  return (a > b) - (a < b);
}

static void count_told(GListModel *model, guint position, guint removed, guint added,
                       gpointer data) {
  (void)model, (void)position, (void)removed, (void)added, (void)data;
  lists_told++;
}

static void make(const struct lists_row *from, size_t count) {
  rows = g_list_store_new(ROW_TYPE);
  for (size_t index = 0; index < count; index++) {
    Row *row = g_object_new(ROW_TYPE, NULL);
    row->values = from[index];
    g_list_store_append(rows, row);
    g_object_unref(row);
  }
  sorters[LISTS_PROGRESS] = GTK_SORTER(gtk_custom_sorter_new(by_progress, NULL, NULL));
  sorters[LISTS_BYTES] = GTK_SORTER(gtk_custom_sorter_new(by_bytes, NULL, NULL));
  GtkFilter *filter = GTK_FILTER(gtk_custom_filter_new(is_shown, NULL, NULL));
  GListModel *shown = G_LIST_MODEL(gtk_filter_list_model_new(G_LIST_MODEL(rows), filter));
  list = gtk_sort_list_model_new(shown, g_object_ref(sorters[LISTS_PROGRESS]));
  g_signal_connect(list, "items-changed", G_CALLBACK(count_told), NULL);
}

static void change(size_t index, int64_t progress) {
  Row *row = g_list_model_get_item(G_LIST_MODEL(rows), (guint)index);
  row->values.progress = progress;
  g_object_unref(row);
  g_list_model_items_changed(G_LIST_MODEL(rows), (guint)index, 1, 1);
}

static void sort(enum lists_key key) { gtk_sort_list_model_set_sorter(list, sorters[key]); }

static size_t count(void) { return g_list_model_get_n_items(G_LIST_MODEL(list)); }

static int64_t id(size_t index) {
  Row *row = g_list_model_get_item(G_LIST_MODEL(list), (guint)index);
  int64_t id = row->values.id;
  g_object_unref(row);
  return id;
}

int main(int argc, char **argv) {
  return lists_main(argc, argv, &(struct lists_library){make, change, sort, count, id});
}
