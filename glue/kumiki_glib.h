/**
 * Runs a loop from GLib's main loop, and so from GTK's.
 *
 *     kmk_loop *loop = kmk_loop_new(NULL);
 *     guint source = kmk_glib_attach(loop, NULL);
 *     g_main_loop_run(main_loop);
 *     g_source_remove(source);
 *     kmk_loop_free(loop);
 *
 * The thread that runs the context dispatches the loop's due work; it must be the loop's thread. A main
 * loop in a callback, for a modal dialog, also runs the kmk_loop, provided that the callback was deferred
 * with kmk_loop_defer. Inside any other callback of Kumiki, the kmk_loop does not run until the callback
 * has returned.
 *
 * Between two dispatches every other source gets a turn, whatever its priority: GTK draws even under a
 * constant stream of actions. kmk_loop_set_turn_budget bounds the time of one dispatch.
 *
 * Everything here is inline, so the library does not need GLib. A program needs the package glib-2.0.
 */
#ifndef KUMIKI_GLIB_H
#define KUMIKI_GLIB_H

#include <glib.h>

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The data of the GSource that kmk_glib_source_new makes. */
typedef struct kmk_glib_source {
  GSource source;
  kmk_loop *loop;
  GPollFD due;
  gboolean has_run; /* skips one iteration, for the other sources */
} kmk_glib_source;

/* GLib runs sources of a lower priority, such as drawing (GDK's is 120) and idle functions, only while no
 * source of a higher priority is ready. So this source is ready in every second iteration at most, even
 * if work is due. */
static inline gboolean kmk_glib_check(GSource *source) {
  kmk_glib_source *glue = (kmk_glib_source *)(void *)source;
  gboolean is_ready = glue->due.revents != 0 && !glue->has_run;
  glue->has_run = FALSE;
  return is_ready;
}

/* The source's dispatch function. If the loop can no longer be dispatched, the source is removed. */
static inline gboolean kmk_glib_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
  kmk_glib_source *glue = (kmk_glib_source *)(void *)source;
  int ran = kmk_loop_dispatch(glue->loop, 0);
  (void)callback, (void)data;
  glue->has_run = TRUE;
  if (ran >= 0 || ran == KMK_ERR_BUSY) return TRUE;
  g_critical("the loop is not served any more: %s", kmk_status_name((kmk_status)ran));
  return FALSE;
}

/**
 * Creates a source that dispatches a loop when work is due in it.
 *
 * Set the priority and the context as for any other source. The source can recurse: a main loop inside a
 * function deferred with kmk_loop_defer also runs the kmk_loop. Destroy the source before kmk_loop_free.
 * If the loop cannot be dispatched, in a context of another thread or after fork, the source reports it
 * with g_critical and removes itself.
 *
 * @return the source, or NULL (a NULL loop, another thread, a loop inherited by fork).
 *
 * Owns: loop borrowed, source new (g_source_unref). NULL: returns NULL. Threads: owner, callback. Since:
 * 0.2.
 */
static inline GSource *kmk_glib_source_new(kmk_loop *loop) {
  static GSourceFuncs functions = {NULL, kmk_glib_check, kmk_glib_dispatch, NULL, NULL, NULL};
  int fd = kmk_loop_fd(loop);
  GSource *source;
  kmk_glib_source *glue;
  if (fd < 0) return NULL;
  source = g_source_new(&functions, sizeof(kmk_glib_source));
  glue = (kmk_glib_source *)(void *)source;
  glue->loop = loop;
  glue->due.fd = fd;
  glue->due.events = G_IO_IN;
  g_source_add_poll(source, &glue->due);
  g_source_set_can_recurse(source, TRUE);
  g_source_set_name(source, "kumiki");
  return source;
}

/**
 * Creates a source that dispatches a loop, as kmk_glib_source_new does, and attaches it to a context.
 *
 * @param context  NULL: the default context.
 * @return the source's id, for g_source_remove in the default context; 0 if there is no source.
 *
 * Owns: loop and context borrowed; the context owns the source. NULL: a NULL loop returns 0. Threads:
 * owner, callback. Since: 0.2.
 */
static inline guint kmk_glib_attach(kmk_loop *loop, GMainContext *context) {
  GSource *source = kmk_glib_source_new(loop);
  guint id;
  if (source == NULL) return 0;
  id = g_source_attach(source, context);
  g_source_unref(source);
  return id;
}

#ifdef __cplusplus
}
#endif
#endif
