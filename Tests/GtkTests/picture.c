/* The picture for the docs: a form on top of a meeting, beside the state that presents both.
 *
 * Run:  picture FILE    by Tests/GtkTests/run --picture */
#include "gtk_support.h"

#include "../../examples-c/gtk/meetings_windows.h"
#include "../../examples-c/meetings/meetings.h"

#include <stdlib.h>
#include <string.h>

#define GAP 24

static const char *const actions[] = {
    "{\"meetingTapped\": \"design\"}",
    "{\"destination\": {\"presented\": {\"detail\": \"editTapped\"}}}",
    ("{\"destination\": {\"presented\": {\"detail\": {\"destination\": {\"presented\": {\"edit\":"
     " {\"setDuration\": 6}}}}}}}"),
};

static void grey(cairo_t *on, double share) { cairo_set_source_rgb(on, share, share, share); }

static void write_text(cairo_t *on, const char *font, const char *text, double x, double y,
                       PangoAttrList *attributes) {
  PangoLayout *layout = pango_cairo_create_layout(on);
  PangoFontDescription *named = pango_font_description_from_string(font);
  pango_layout_set_font_description(layout, named);
  pango_layout_set_text(layout, text, -1);
  if (attributes)
    pango_layout_set_attributes(layout, attributes);
  cairo_move_to(on, x, y);
  pango_cairo_show_layout(on, layout);
  pango_font_description_free(named);
  g_object_unref(layout);
}

static void paint_window(cairo_t *on, GtkWidget *window, double x, double y) {
  int width = gtk_widget_get_width(window), height = gtk_widget_get_height(window);
  GdkPaintable *seen = gtk_widget_paintable_new(window);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(seen, snapshot, width, height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  grey(on, 0.55);
  cairo_rectangle(on, x - 1, y - 1, width + 2, height + 2);
  cairo_fill(on);
  grey(on, 1);
  cairo_rectangle(on, x, y, width, height);
  cairo_fill(on);
  cairo_save(on);
  cairo_translate(on, x, y);
  gsk_render_node_draw(node, on);
  cairo_restore(on);
  gsk_render_node_unref(node);
  g_object_unref(seen);
}

/* The end of the next JSON object in a text. */
static const char *end_of(const char *text) {
  int depth = 0;
  for (text = strchr(text, '{'); *text; text++) {
    depth += (*text == '{') - (*text == '}');
    if (depth == 0)
      return text + 1;
  }
  return text;
}

/* Writes the state, with the form's part in another colour. */
static void write_state(cairo_t *on, kmk_store *store, double x, double y) {
  json_t *shown = json_pack("{s:o}", "destination", kmk_store_get(store, "/destination", NULL));
  char *text = json_dumps(shown, JSON_INDENT(2));
  const char *form = strstr(text, "\"edit\"");
  PangoAttrList *attributes = pango_attr_list_new();
  PangoAttribute *colour = pango_attr_foreground_new(0x1a00, 0x5f00, 0xb400);
  colour->start_index = (guint)(form - text);
  colour->end_index = (guint)(end_of(form) - text);
  pango_attr_list_insert(attributes, colour);
  grey(on, 0.25);
  write_text(on, "Monospace 9.5", text, x, y, attributes);
  pango_attr_list_unref(attributes);
  free(text);
  json_decref(shown);
}

static bool take_picture(kmk_store *store, GtkWidget *below, GtkWidget *above, const char *path) {
  int wide = gtk_widget_get_width(below) + 130, height = gtk_widget_get_height(below) + 90;
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, wide + 330, height);
  cairo_t *on = cairo_create(surface);
  grey(on, 1);
  cairo_paint(on);
  paint_window(on, below, 1, 1);
  paint_window(on, above, wide - gtk_widget_get_width(above) - 1,
               height - gtk_widget_get_height(above) - 1);
  write_state(on, store, wide + GAP, 8);
  cairo_destroy(on);
  bool is_written = cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS;
  cairo_surface_destroy(surface);
  return is_written;
}

int main(int argc, char **argv) {
  kmk_error error;
  if (argc < 2)
    return 2;
  gtk_init();
  g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, "gtk-enable-animations",
               FALSE, NULL);
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = NULL;
  if (meetings_register() == KMK_OK)
    store = kmk_store_open(loop, "Meetings", NULL, &error);
  GtkWidget *window = meetings_window(store);
  gtk_window_present(GTK_WINDOW(window));
  for (size_t i = 0; i < KMK_COUNT(actions); i++) {
    if (kmk_store_send_text(store, actions[i], &error) != KMK_OK)
      g_error("%s", error.message);
  }
  for (int i = 0; i < 20; i++) { /* a layout in one frame is drawn in the next */
    user_sees(window);
    user_sees(user_top());
    user_waits();
  }
  bool is_taken = take_picture(store, window, user_top(), argv[1]);
  gtk_window_destroy(GTK_WINDOW(window));
  user_waits();
  kmk_store_free(store);
  kmk_loop_free(loop);
  kmk_feature_unregister("Meetings");
  return is_taken ? 0 : 1;
}
