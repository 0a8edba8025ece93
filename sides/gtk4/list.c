/* Widgets for the visible rows of a list. */
#include "kumiki_gtk_list.h"

/* How a list makes its rows: the data of a kmk_gtk_row_factory_new_with. */
typedef struct kmk_gtk_row_makers {
  kmk_gtk_set_up_with_fn set_up;
  kmk_gtk_show_with_fn show;
  void *user_data;
  kmk_free_fn free_fn;
  int height;           /* the last visible row's; other rows use it until they have widgets */
  GHashTable *waiting;  /* places that have just been mapped */
  GdkFrameClock *clock; /* reports when they are laid out; NULL while none waits */
} kmk_gtk_row_makers;

static kmk_gtk_row_makers *kmk_gtk_row_makers_of(GtkWidget *place) {
  return g_object_get_data(G_OBJECT(place), "kmk-gtk-makers");
}

static void kmk_gtk_row_changed(const json_t *value, void *data) {
  GtkWidget *place = (GtkWidget *)data;
  const kmk_gtk_row_makers *makers = kmk_gtk_row_makers_of(place);
  if (value == NULL)
    return;
  g_object_ref(place); /* show may remove the row */
  makers->show(gtk_widget_get_first_child(place), value, makers->user_data);
  g_object_unref(place);
}

static void kmk_gtk_row_unobserve(gpointer subscription) {
  kmk_subscription_free((kmk_subscription *)subscription);
}

/* Makes a place show its item. Before the program's show function returns, it may remove the row or give the place
 * another item. Then it is called again for that item, if the place has one. */
static void kmk_gtk_row_observe(GtkWidget *place) {
  gpointer item = g_object_get_data(G_OBJECT(place), "kmk-gtk-item");
  kmk_store *view;
  kmk_subscription *subscription;
  g_object_set_data(G_OBJECT(place), "kmk-gtk-told", NULL);
  if (item == NULL || !gtk_widget_get_mapped(place))
    return;
  g_object_ref(place);
  g_object_ref(item);
  view = kmk_gtk_row_store(item);
  subscription =
      view != NULL ? kmk_store_observe(view, "", kmk_gtk_row_changed, place, NULL, NULL) : NULL;
  if (gtk_widget_get_mapped(place) && g_object_get_data(G_OBJECT(place), "kmk-gtk-item") == item &&
      g_object_get_data(G_OBJECT(place), "kmk-gtk-told") == NULL)
    g_object_set_data_full(G_OBJECT(place), "kmk-gtk-told", subscription, kmk_gtk_row_unobserve);
  else
    kmk_subscription_free(subscription);
  g_object_unref(item);
  g_object_unref(place);
}

static void kmk_gtk_row_stop(kmk_gtk_row_makers *makers) {
  if (makers->clock == NULL)
    return;
  g_signal_handlers_disconnect_by_data(makers->clock, makers);
  g_clear_object(&makers->clock);
}

static void kmk_gtk_row_build(kmk_gtk_row_makers *makers, GtkWidget *place) {
  GtkWidget *built = makers->set_up(makers->user_data);
  gtk_widget_set_hexpand(built, TRUE);
  gtk_box_append(GTK_BOX(place), built);
  gtk_widget_set_size_request(place, -1, -1); /* the height of its widgets */
  kmk_gtk_row_observe(place);
  gtk_widget_measure(built, GTK_ORIENTATION_VERTICAL, -1, NULL, &makers->height, NULL, NULL);
}

/* The list has laid out the places of its rows. Places that are still mapped are visible, and the widgets that they
 * need are laid out in the same frame. The program's functions may change the list: the places are kept alive
 * meanwhile, a removed place gets no widgets, and an added place waits for the next frame. */
static void kmk_gtk_row_laid_out(GdkFrameClock *clock, gpointer data) {
  kmk_gtk_row_makers *makers = data;
  GPtrArray *places = g_ptr_array_new_with_free_func(g_object_unref);
  GHashTableIter each;
  gpointer place;
  guint i;
  (void)clock;
  kmk_gtk_row_stop(makers);
  g_hash_table_iter_init(&each, makers->waiting);
  while (g_hash_table_iter_next(&each, &place, NULL))
    g_ptr_array_add(places, g_object_ref(place));
  g_hash_table_remove_all(makers->waiting);
  for (i = 0; i < places->len; i++) {
    place = g_ptr_array_index(places, i);
    if (gtk_widget_get_mapped((GtkWidget *)place) &&
        gtk_widget_get_first_child((GtkWidget *)place) == NULL)
      kmk_gtk_row_build(makers, (GtkWidget *)place);
  }
  g_ptr_array_unref(places); /* the last place may free the makers */
}

/* A list prepares about 200 rows and shows only a few. All are mapped until the list has laid them out. So a row gets
 * its widgets only after that, and observes the state only while it is visible. */
static void kmk_gtk_row_seen(GtkWidget *place, gpointer unused) {
  kmk_gtk_row_makers *makers = kmk_gtk_row_makers_of(place);
  (void)unused;
  if (!gtk_widget_get_mapped(place))
    return;
  if (gtk_widget_get_first_child(place) != NULL) {
    kmk_gtk_row_observe(place);
    return;
  }
  g_hash_table_add(makers->waiting, place);
  if (makers->clock != NULL)
    return;
  makers->clock = GDK_FRAME_CLOCK(g_object_ref(gtk_widget_get_frame_clock(place)));
  g_signal_connect_after(makers->clock, "layout", G_CALLBACK(kmk_gtk_row_laid_out), makers);
  gdk_frame_clock_request_phase(makers->clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}

static void kmk_gtk_row_unseen(GtkWidget *place, gpointer unused) {
  kmk_gtk_row_makers *makers = kmk_gtk_row_makers_of(place);
  (void)unused;
  g_object_set_data(G_OBJECT(place), "kmk-gtk-told", NULL);
  g_hash_table_remove(makers->waiting, place);
  if (g_hash_table_size(makers->waiting) == 0)
    kmk_gtk_row_stop(makers);
}

static void kmk_gtk_row_makers_free(gpointer data) {
  kmk_gtk_row_makers *makers = data;
  kmk_gtk_row_stop(makers);
  g_hash_table_unref(makers->waiting);
  if (makers->free_fn != NULL)
    makers->free_fn(makers->user_data);
  g_free(makers);
}

static void kmk_gtk_row_set_up(GtkListItemFactory *factory, GtkListItem *item, gpointer makers) {
  GtkWidget *place = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  g_object_set_data(G_OBJECT(place), "kmk-gtk-makers", makers);
  g_object_set_data_full(G_OBJECT(place), "kmk-gtk-factory", g_object_ref(factory), g_object_unref);
  gtk_widget_set_size_request(place, -1, ((kmk_gtk_row_makers *)makers)->height);
  g_signal_connect(place, "map", G_CALLBACK(kmk_gtk_row_seen), NULL);
  g_signal_connect(place, "unmap", G_CALLBACK(kmk_gtk_row_unseen), NULL);
  gtk_list_item_set_child(item, place);
}

static void kmk_gtk_row_bind(GtkListItemFactory *factory, GtkListItem *item) {
  GtkWidget *place = gtk_list_item_get_child(item);
  (void)factory;
  g_object_set_data(G_OBJECT(place), "kmk-gtk-item", gtk_list_item_get_item(item));
  kmk_gtk_row_seen(place, NULL);
}

static void kmk_gtk_row_unbind(GtkListItemFactory *factory, GtkListItem *item) {
  GtkWidget *place = gtk_list_item_get_child(item);
  (void)factory;
  kmk_gtk_row_unseen(place, NULL);
  g_object_set_data(G_OBJECT(place), "kmk-gtk-item", NULL);
}

GtkListItemFactory *kmk_gtk_row_factory_new_with(kmk_gtk_set_up_with_fn set_up,
                                                 kmk_gtk_show_with_fn show, void *user_data,
                                                 kmk_free_fn free_fn) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  kmk_gtk_row_makers *makers = g_new0(kmk_gtk_row_makers, 1);
  makers->set_up = set_up;
  makers->show = show;
  makers->user_data = user_data;
  makers->free_fn = free_fn;
  makers->height = 32;
  makers->waiting = g_hash_table_new(NULL, NULL);
  g_object_set_data_full(G_OBJECT(factory), "kmk-gtk-makers", makers, kmk_gtk_row_makers_free);
  g_signal_connect(factory, "setup", G_CALLBACK(kmk_gtk_row_set_up), makers);
  g_signal_connect(factory, "bind", G_CALLBACK(kmk_gtk_row_bind), NULL);
  g_signal_connect(factory, "unbind", G_CALLBACK(kmk_gtk_row_unbind), NULL);
  return factory;
}

/* The functions of a kmk_gtk_row_factory_new, which have no user_data. */
typedef struct kmk_gtk_row_fns {
  kmk_gtk_set_up_fn set_up;
  kmk_gtk_show_fn show;
} kmk_gtk_row_fns;

static GtkWidget *kmk_gtk_set_up_without(void *fns) {
  return ((const kmk_gtk_row_fns *)fns)->set_up();
}

static void kmk_gtk_show_without(GtkWidget *row, const json_t *value, void *fns) {
  ((const kmk_gtk_row_fns *)fns)->show(row, value);
}

static void kmk_gtk_free_fns(void *fns) { g_free(fns); }

GtkListItemFactory *kmk_gtk_row_factory_new(kmk_gtk_set_up_fn set_up, kmk_gtk_show_fn show) {
  kmk_gtk_row_fns *fns = g_new(kmk_gtk_row_fns, 1);
  fns->set_up = set_up;
  fns->show = show;
  return kmk_gtk_row_factory_new_with(kmk_gtk_set_up_without, kmk_gtk_show_without, fns,
                                      kmk_gtk_free_fns);
}

gpointer kmk_gtk_row_around(GtkWidget *inside) {
  for (; inside != NULL; inside = gtk_widget_get_parent(inside)) {
    gpointer item = g_object_get_data(G_OBJECT(inside), "kmk-gtk-item");
    if (item != NULL)
      return item;
  }
  return NULL;
}
