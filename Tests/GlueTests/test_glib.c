/* kumiki_glib.h: a GSource. */
#include "glue_support.h"

#include <string.h>

#include <kumiki_glib.h>

static guint source;

void host_open(kmk_loop *loop) { source = kmk_glib_attach(loop, NULL); }

void host_close(void) { g_source_remove(source); }

void host_serve(bool (*is_over)(void *), void *data) {
  while (!is_over(data))
    g_main_context_iteration(NULL, TRUE);
}

static gboolean time_is_up(gpointer data) {
  *(bool *)data = true;
  return G_SOURCE_REMOVE;
}

int host_turns(int milliseconds) {
  bool is_up = false;
  int turns = 0;
  g_timeout_add((guint)milliseconds, time_is_up, &is_up);
  while (!is_up) {
    g_main_context_iteration(NULL, TRUE);
    turns++;
  }
  return turns;
}

/* ----------------------------------------------------------------------- GLib only */

static bool logged_two_or_more(fixture *f) { return logged(f) >= 2; }

static void a_source_may_have_a_context_of_its_own(void **state) {
  fixture *f = *state;
  GMainContext *context = g_main_context_new();
  GSource *own = kmk_glib_source_new(f->loop);
  assert_non_null(own);
  g_source_set_priority(own, G_PRIORITY_HIGH);
  g_source_attach(own, context);
  kmk_store_send_text(f->store, "\"start\"", NULL);
  while (!logged_two_or_more(f))
    g_main_context_iteration(context, TRUE);
  g_source_destroy(own);
  g_source_unref(own);
  g_main_context_unref(context);
}

static GSource *made_elsewhere;

static void make_source(fixture *f) { made_elsewhere = kmk_glib_source_new(f->loop); }

static void where_there_is_nothing_to_serve_there_is_no_source(void **state) {
  fixture *f = *state;
  assert_null(kmk_glib_source_new(NULL));
  assert_int_equal(kmk_glib_attach(NULL, NULL), 0);
  on_thread(make_source, f);
  assert_null(made_elsewhere);
}

static GMainContext *foreign;
static GLogLevelFlags level;
static char *said;

static void keep_what_is_said(const gchar *domain, GLogLevelFlags flags, const gchar *message,
                              gpointer data) {
  (void)domain, (void)data;
  level = flags;
  g_free(said);
  said = g_strdup(message);
}

static void iterate(fixture *f) {
  (void)f;
  g_main_context_iteration(foreign, FALSE);
}

static void a_source_on_another_thread_says_so_and_goes(void **state) {
  fixture *f = *state;
  foreign = g_main_context_new();
  GSource *own = kmk_glib_source_new(f->loop);
  g_source_attach(own, foreign);
  g_log_set_default_handler(keep_what_is_said, NULL);
  kmk_store_send_text(f->store, "\"start\"", NULL);
  on_thread(iterate, f);
  g_log_set_default_handler(g_log_default_handler, NULL);
  assert_true(g_source_is_destroyed(own));
  assert_true(level & G_LOG_LEVEL_CRITICAL);
  assert_non_null(strstr(said, "KMK_ERR_WRONG_THREAD"));
  g_free(said);
  g_source_unref(own);
  g_main_context_unref(foreign);
  host_serve(logged_two, f);
}

/* ------------------------------------------------------------------ endless actions */

static kmk_effect *send_again(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)state, (void)action, (void)env, (void)data;
  return kmk_effect_after_new(0, json_string("again"));
}

static gboolean count(gpointer turns) {
  ++*(int *)turns;
  return G_SOURCE_CONTINUE;
}

static void sources_of_a_lower_priority_get_their_turn(void **state) {
  (void)state;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_object();
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(send_again, NULL, NULL), initial, NULL);
  int high = 0, low = 0;
  guint own = kmk_glib_attach(loop, NULL);
  guint sources[] = {g_timeout_add_full(G_PRIORITY_HIGH_IDLE + 20, 5, count, &high, NULL),
                     g_idle_add_full(G_PRIORITY_LOW, count, &low, NULL)};
  kmk_store_send_text(store, "\"again\"", NULL);
  while (high < 3 /* as GDK draws */ || low == 0)
    g_main_context_iteration(NULL, TRUE);
  g_source_remove(sources[0]);
  g_source_remove(sources[1]);
  g_source_remove(own);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(initial);
}

/* ----------------------------------------------------------- docs/threads.md: a GLib pool */

static void work(gpointer job, gpointer unused) { (void)unused, kmk_job_run(job); }
static bool submit(kmk_job *job, void *pool) { return g_thread_pool_push(pool, job, NULL); }

static void look(kmk_sender *sender, void *data) {
  kmk_sender_send_new(sender, json_string(g_thread_self() == data ? "here" : "elsewhere"));
}

static kmk_effect *look_where(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env;
  if (kmk_action_is(action, "look"))
    return kmk_effect_blocking(look, data, NULL);
  kmk_state_set(state, "", action);
  return NULL;
}

static void a_pool_of_glibs_does_the_blocking_work(void **state) {
  (void)state;
  GThreadPool *pool = g_thread_pool_new(work, NULL, 2, FALSE, NULL);
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.submit = submit;
  kmk_loop *loop = kmk_loop_new_with(&options, pool, NULL, NULL);
  json_t *initial = json_object();
  kmk_reducer *reducer = kmk_reducer_new(look_where, g_thread_self(), NULL);
  kmk_store *store = kmk_store_new(loop, reducer, initial, NULL);
  kmk_store_send_text(store, "\"look\"", NULL);
  assert_int_equal(kmk_loop_run_until_idle(loop, -1, NULL), KMK_OK);
  char *text = kmk_store_state_text(store, 0);
  assert_string_equal(text, "\"elsewhere\"");
  kmk_text_free(text);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(initial);
  g_thread_pool_free(pool, FALSE, TRUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST(timers_and_threads_are_served),
      FIXTURE_TEST(nested_loops_serve_to_any_depth),
      FIXTURE_TEST(a_loop_inside_an_observer_sleeps),
      FIXTURE_TEST(a_source_may_have_a_context_of_its_own),
      FIXTURE_TEST(where_there_is_nothing_to_serve_there_is_no_source),
      cmocka_unit_test(sources_of_a_lower_priority_get_their_turn),
      cmocka_unit_test(a_pool_of_glibs_does_the_blocking_work),
      FIXTURE_TEST(a_source_on_another_thread_says_so_and_goes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
