/**
 * A loop served by GLib's main loop, and so by GTK.
 *
 *     kmk_loop *loop = kmk_loop_new(NULL);
 *     guint source = kmk_glib_attach(loop, NULL);
 *     g_main_loop_run(main_loop);
 *     g_source_remove(source);
 *     kmk_loop_free(loop);
 *
 * What is due in the loop is dispatched by the thread that runs the context, which must be the
 * loop's. A main loop inside of a callback, a modal dialog, serves the loop too where it is run from
 * kmk_loop_defer; in any other callback of Kumiki's the loop waits until that has returned.
 *
 * Other sources get their turn between two dispatches, whatever their priority: GTK draws while actions
 * come without end. How long one dispatch takes is bounded by kmk_loop_set_turn_budget.
 *
 * Everything here is inline: the library does not need GLib. A program needs its package glib-2.0.
 */
#ifndef KUMIKI_GLIB_H
#define KUMIKI_GLIB_H

#include <glib.h>

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is behind the GSource of kmk_glib_source_new. */
typedef struct kmk_glib_source {
  GSource source;
  kmk_loop *loop;
  GPollFD due;
  gboolean has_run; /* and gives way to the others once */
} kmk_glib_source;

/* GLib lets sources of a lower priority run only while none of a higher one is ready: drawing (GDK's is
 * 120) and idle functions. So this is ready in every second iteration at most, even with work due. */
static inline gboolean kmk_glib_check(GSource *source) {
  kmk_glib_source *glue = (kmk_glib_source *)(void *)source;
  gboolean is_ready = glue->due.revents != 0 && !glue->has_run;
  glue->has_run = FALSE;
  return is_ready;
}

/* The source's dispatch function. One that cannot be served any more takes itself away. */
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
 * Makes a source that dispatches a loop when something is due in it.
 *
 * It may be given a priority and a context as any source, and recurses: a main loop that is run from
 * kmk_loop_defer serves the loop too. Destroy it before kmk_loop_free. Where it cannot be served, in
 * a context of another thread or after fork, it says so by g_critical and takes itself away.
 *
 * @return the source, or NULL (NULL, another thread, a loop inherited by fork).
 *
 * Owns: loop borrowed, source new (g_source_unref). NULL: NULL. Threads: owner, callback.
 * Since: 0.2.
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
 * Makes such a source and puts it into a context.
 *
 * @param context  NULL: the default one.
 * @return the source's id, for g_source_remove in the default context; 0 where there is none.
 *
 * Owns: loop and context borrowed; the context owns the source. NULL: a NULL loop: 0.
 * Threads: owner, callback. Since: 0.2.
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
