/* Features in plug-ins: loaded, unloaded, loaded again in a changed version (N4), and replaced while their store is
 * open (R8). */
#define _GNU_SOURCE

#include "support.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* A plug-in from its host's point of view. */
typedef struct plugin {
  void *library;
  char path[PATH_MAX + 32];
  kmk_status (*start)(kmk_error *);
  kmk_reducer *(*reducer)(void);
  int (*freed)(void);
} plugin;

static void load(plugin *p, const char *name) {
  char self[PATH_MAX] = "";
  assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
  snprintf(p->path, sizeof p->path, "%s/%s", dirname(self), name);
  p->library = dlopen(p->path, RTLD_NOW | RTLD_LOCAL);
  if (p->library == NULL) {
    fail_msg("%s", dlerror());
  }
  *(void **)&p->start = dlsym(p->library, "plugin_register");
  *(void **)&p->reducer = dlsym(p->library, "plugin_reducer");
  *(void **)&p->freed = dlsym(p->library, "plugin_freed");
  assert_true(p->start != NULL && p->reducer != NULL && p->freed != NULL);
}

/* Checks that the code has left the process. */
static void unload(plugin *p) {
  assert_int_equal(dlclose(p->library), 0);
  assert_null(dlopen(p->path, RTLD_NOW | RTLD_NOLOAD));
}

TEST(N4_a_plugin_is_unloaded_and_loaded_again_changed) {
  const char *names[] = {"plugin_adding.so", "plugin_doubling.so", "plugin_adding.so"};
  const char *results[] = {"{'number': 6}", "{'number': 10}", "{'number': 6}"};
  for (size_t i = 0; i < COUNT_OF(names); i++) {
    plugin p = {0};
    load(&p, names[i]);
    assert_int_equal(p.start(NULL), KMK_OK);
    k->store = kmk_store_open(k->loop, "Plugged", NULL, NULL);
    send_ok(k->store, "'go'");
    assert_state_text(k->store, results[i]);
    assert_int_equal(kmk_feature_unregister("Plugged"), KMK_ERR_BUSY);
    send_ok(k->store, "'go'");
    end_store(k);
    assert_int_equal(p.freed(), 0);
    assert_int_equal(kmk_feature_unregister("Plugged"), KMK_OK);
    assert_int_equal(p.freed(), 1);
    unload(&p);
    kmk_error error = {0};
    assert_null(kmk_store_open(k->loop, "Plugged", NULL, &error));
    assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  }
}

TEST(R8_a_plugin_is_replaced_while_its_store_lives) {
  const char *names[] = {"plugin_adding.so", "plugin_doubling.so"};
  const char *results[] = {"{'number': 12}", "{'number': 13}", "{'number': 26}", "{'number': 27}"};
  plugin p = {0};
  load(&p, names[0]);
  k->store = open_store(k->loop, p.reducer(), "{'number': 5}");
  send_ok(k->store, "'go'");
  for (size_t i = 0; i < COUNT_OF(results); i++) {
    /* One running effect, and one that waits for its turn. */
    send_ok(k->store, "'start'");
    run_due(k->loop);
    send_ok(k->store, "'start'");
    plugin next = {0};
    load(&next, names[(i + 1) % 2]);
    assert_int_equal(kmk_store_replace_reducer(k->store, next.reducer(), NULL), KMK_OK);
    assert_int_equal(p.freed(), 3);
    unload(&p);
    p = next;
    run_due(k->loop);
    send_ok(k->store, "'go'");
    assert_state_text(k->store, results[i]);
  }
  end_store(k);
  unload(&p);
}

TEST(R8_the_name_of_a_feature_that_was_replaced_is_free) {
  plugin p = {0};
  load(&p, "plugin_adding.so");
  assert_int_equal(p.start(NULL), KMK_OK);
  k->store = kmk_store_open(k->loop, "Plugged", NULL, NULL);
  kmk_store *view = kmk_store_scope(k->store, "/number", "number", NULL);
  assert_int_equal(kmk_feature_unregister("Plugged"), KMK_ERR_BUSY);
  assert_int_equal(kmk_store_replace_reducer(k->store, counter(), NULL), KMK_OK);
  assert_int_equal(kmk_feature_unregister("Plugged"), KMK_OK);
  assert_int_equal(p.freed(), 1);
  unload(&p);
  assert_state_text(view, "5");
  kmk_store_free(view);
}
