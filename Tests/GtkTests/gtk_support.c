#include "gtk_support.h"

#include <string.h>

char said[256];

static GLogWriterOutput read_message(GLogLevelFlags level, const GLogField *fields, gsize count,
                                     gpointer data) {
  (void)level, (void)data;
  for (gsize i = 0; i < count; i++)
    if (strcmp(fields[i].key, "MESSAGE") == 0)
      g_strlcpy(said, fields[i].value, sizeof said);
  return G_LOG_WRITER_HANDLED;
}

void user_reads_messages(void) { g_log_set_writer_func(read_message, NULL, NULL); }

static void has_drawn(GdkFrameClock *clock, bool *is_drawn) {
  (void)clock;
  *is_drawn = true;
}

void user_sees(GtkWidget *window) {
  bool is_drawn = false;
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  gulong told = g_signal_connect(clock, "after-paint", G_CALLBACK(has_drawn), &is_drawn);
  gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT);
  while (!is_drawn)
    g_main_context_iteration(NULL, TRUE);
  g_signal_handler_disconnect(clock, told);
}

void user_waits(void) {
  while (g_main_context_iteration(NULL, FALSE))
    continue;
}

static GtkWidget *window_at(guint index) {
  GtkWidget *window = g_list_model_get_item(gtk_window_get_toplevels(), index);
  if (window)
    g_object_unref(window); /* GTK has one too */
  return window;
}

guint user_windows(void) {
  guint count = 0;
  for (guint i = 0; window_at(i); i++)
    count += gtk_widget_get_visible(window_at(i)) ? 1 : 0;
  return count;
}

static bool is_below(GtkWidget *window) {
  for (guint i = 0; window_at(i); i++) {
    GtkWindow *other = GTK_WINDOW(window_at(i));
    if (gtk_widget_get_visible(GTK_WIDGET(other)) &&
        gtk_window_get_transient_for(other) == GTK_WINDOW(window))
      return true;
  }
  return false;
}

GtkWidget *user_top(void) {
  for (guint i = 0; window_at(i); i++) {
    if (gtk_widget_get_visible(window_at(i)) && !is_below(window_at(i)))
      return window_at(i);
  }
  return NULL;
}

static GtkWidget *find(GtkWidget *in, const char *name) {
  if (strcmp(gtk_widget_get_name(in), name) == 0 && gtk_widget_get_mapped(in) &&
      gtk_widget_is_sensitive(in))
    return in;
  for (GtkWidget *each = gtk_widget_get_first_child(in); each;
       each = gtk_widget_get_next_sibling(each)) {
    GtkWidget *found = find(each, name);
    if (found)
      return found;
  }
  return NULL;
}

GtkWidget *user_finds(const char *name) {
  user_waits();
  GtkWidget *top = user_top();
  if (top)
    user_sees(top);
  return top ? find(top, name) : NULL;
}

bool user_clicks(const char *name) {
  GtkWidget *widget = user_finds(name);
  if (!widget)
    return false;
  if (GTK_IS_BUTTON(widget))
    g_signal_emit_by_name(widget, "clicked");
  else
    gtk_widget_activate(widget);
  user_waits();
  return true;
}

bool user_types(const char *name, const char *text) {
  GtkWidget *widget = user_finds(name);
  if (!widget)
    return false;
  int position = 0;
  gtk_editable_delete_text(GTK_EDITABLE(widget), 0, -1);
  for (const char *letter = text; *letter;) {
    int length = g_utf8_skip[(unsigned char)*letter];
    gtk_editable_insert_text(GTK_EDITABLE(widget), letter, length, &position);
    letter += length;
  }
  if (GTK_IS_SPIN_BUTTON(widget))
    gtk_spin_button_update(GTK_SPIN_BUTTON(widget));
  user_waits();
  return true;
}

bool user_enters(const char *name) {
  GtkWidget *widget = user_finds(name);
  if (widget)
    g_signal_emit_by_name(widget, "activate");
  user_waits();
  return widget;
}

void user_closes(void) {
  user_waits();
  gtk_window_close(GTK_WINDOW(user_top()));
  user_waits();
}
