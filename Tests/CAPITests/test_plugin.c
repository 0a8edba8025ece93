/* Features in plug-ins: loaded, unloaded, and loaded again changed (N4). */
#define _GNU_SOURCE

#include "support.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* A plug-in as its host has it. */
typedef struct plugin {
  void *library;
  char path[PATH_MAX + 32];
  kmk_status (*start)(kmk_error *);
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
  *(void **)&p->freed = dlsym(p->library, "plugin_freed");
  assert_true(p->start != NULL && p->freed != NULL);
}

/* The code has left the process. */
static void unload(plugin *p) {
  assert_int_equal(dlclose(p->library), 0);
  assert_null(dlopen(p->path, RTLD_NOW | RTLD_NOLOAD));
}

static void N4_a_plugin_is_unloaded_and_loaded_again_changed(void **state) {
  kit *k = *state;
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
    kmk_store_free(k->store);
    k->store = NULL;
    assert_int_equal(p.freed(), 0);
    assert_int_equal(kmk_feature_unregister("Plugged"), KMK_OK);
    assert_int_equal(p.freed(), 1);
    unload(&p);
    kmk_error error = {0};
    assert_null(kmk_store_open(k->loop, "Plugged", NULL, &error));
    assert_int_equal(error.status, KMK_ERR_UNKNOWN_FEATURE);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {KIT_TEST(N4_a_plugin_is_unloaded_and_loaded_again_changed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
