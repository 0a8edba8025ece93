/* glib_loop: the loop as a source of GLib's main loop, as in a GTK program.
 *
 * Teaches: a source on the descriptor; the result of its function; a source that may run inside
 *          itself, so that the main loop of a dialog serves it too.
 * Run:     glib_loop [FROM]
 * Needs:   glib-2.0
 * Prints:  expected/glib_loop.txt */
#include "countdown.h"

#include <glib-unix.h>
#include <stdio.h>

static const char *reason = "over";

static void end(void *main_loop) { g_main_loop_quit(main_loop); }

static gboolean end_by_signal(gpointer main_loop) {
  reason = "asked to end";
  g_main_loop_quit(main_loop);
  return G_SOURCE_CONTINUE;
}

/* Inside a callback of the loop, a dispatch returns KMK_ERR_BUSY. Nothing is lost: the descriptor is
 * readable again once that callback has returned. After any other error the source is removed,
 * because it would be ready forever. */
static gboolean dispatch(gint descriptor, GIOCondition condition, gpointer loop) {
  (void)descriptor, (void)condition;
  int ran = kmk_loop_dispatch(loop, 0);
  if (ran >= 0 || ran == KMK_ERR_BUSY)
    return G_SOURCE_CONTINUE;
  g_printerr("glib_loop: dispatch: %s\n", kmk_status_name((kmk_status)ran));
  return G_SOURCE_REMOVE;
}

/* Attaches the loop to the main loop of this thread. */
static GSource *attach(kmk_loop *loop) {
  GSource *source = g_unix_fd_source_new(kmk_loop_fd(loop), G_IO_IN);
  g_source_set_callback(source, G_SOURCE_FUNC(dispatch), loop, NULL);
  g_source_set_can_recurse(source, TRUE);
  g_source_attach(source, NULL);
  return source;
}

int main(int argc, char **argv) {
  GMainLoop *main_loop = g_main_loop_new(NULL, FALSE);
  guint signals[] = {g_unix_signal_add(SIGINT, end_by_signal, main_loop),
                     g_unix_signal_add(SIGTERM, end_by_signal, main_loop)};
  kmk_loop *loop = kmk_loop_new(NULL);
  GSource *source = attach(loop);
  countdown countdown;
  countdown_open(&countdown, loop, countdown_from(argc, argv), end, main_loop);

  g_main_loop_run(main_loop);
  puts(reason);

  countdown_close(&countdown);
  g_source_destroy(source); /* before the loop, whose descriptor it watches */
  g_source_unref(source);
  kmk_loop_free(loop);
  g_source_remove(signals[0]);
  g_source_remove(signals[1]);
  g_main_loop_unref(main_loop);
  return 0;
}
