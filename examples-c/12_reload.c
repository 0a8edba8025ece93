/* 12_reload: a feature in a plug-in, replaced by its next version while the program runs.
 *
 * Teaches: kmk_store_replace_reducer keeps the state, the presentations and the observers, and ends
 *          the effects of the old version; then nothing needs the old code any more.
 * Run:     12_reload, with plugin_clock_1.so and plugin_clock_2.so in the same folder
 * Prints:  expected/12_reload.txt */
#include <dlfcn.h>
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A version of the feature: its code, and its registered name. */
typedef struct version {
  void *code;
  char name[32];
} version;

static void fail(const char *what) {
  fprintf(stderr, "12_reload: %s\n", what);
  exit(1);
}

/* Each version gets its own name, because the previous version is still in use. */
static version load(const char *folder, int number) {
  version v;
  char path[4096];
  kmk_error error;
  kmk_status (*plugin_register)(const char *name, kmk_error *error);
  snprintf(path, sizeof path, "%s/plugin_clock_%d.so", folder, number);
  snprintf(v.name, sizeof v.name, "Clock %d", number);
  v.code = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (v.code == NULL)
    fail(dlerror());
  *(void **)&plugin_register = dlsym(v.code, "plugin_register");
  if (plugin_register == NULL)
    fail(dlerror());
  if (plugin_register(v.name, &error) != KMK_OK)
    fail(error.message);
  return v;
}

/* While a store runs the version, this returns KMK_ERR_BUSY. */
static void unload(const version *v) {
  printf("unregister \"%s\": %s\n", v->name, kmk_status_name(kmk_feature_unregister(v->name)));
  dlclose(v->code);
}

static void replace(kmk_store *store, const version *old, const version *next) {
  kmk_error error;
  printf("%s is in use: %s\n", old->name, kmk_status_name(kmk_feature_unregister(old->name)));
  /* If the state did not match, the store would continue with the old version. */
  if (kmk_store_replace_reducer(store, kmk_feature(next->name), &error) != KMK_OK)
    fail(error.message);
  printf("%s has taken over; effects in flight: %zu\n", next->name, kmk_store_effect_count(store));
  unload(old);
}

/* ------------------------------------------------------------------------------- the view */

static void show_count(const json_t *count, void *data) {
  (void)data;
  printf("count: %" JSON_INTEGER_FORMAT "\n", json_integer_value(count));
}

static void show_sheet(const char *id, const char *name, const json_t *state, void *data) {
  (void)id, (void)name, (void)data;
  printf("the sheet opens: %s\n", json_string_value(json_object_get(state, "note")));
}

static void close_sheet(const char *id, void *data) {
  (void)id, (void)data;
  puts("the sheet closes");
}

int main(int argc, char **argv) {
  char folder[4096] = ".";
  if (argc > 0 && strrchr(argv[0], '/') != NULL)
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(argv[0], '/') - argv[0]), argv[0]);
  kmk_loop *loop = kmk_loop_new_virtual(NULL); /* a clock that the program moves */
  version first = load(folder, 1);
  kmk_store *store = kmk_store_open(loop, first.name, NULL, NULL);
  const kmk_presentation_callbacks sheet = {sizeof sheet, show_sheet, NULL, close_sheet};
  kmk_subscription *views[] = {
      kmk_store_observe(store, "/count", show_count, NULL, NULL, NULL),
      kmk_store_observe_presentation(store, "/sheet", &sheet, NULL, NULL, NULL)};
  kmk_store_send_text(store, "\"start\"", NULL);
  kmk_store_send_text(store, "\"open\"", NULL);
  kmk_loop_advance(loop, KMK_SECONDS(3), NULL);

  version second = load(folder, 2);
  replace(store, &first, &second);
  kmk_loop_advance(loop, KMK_SECONDS(3), NULL); /* the old timer has ended */
  kmk_store_send_text(store, "\"start\"", NULL);
  kmk_loop_advance(loop, KMK_SECONDS(2), NULL);
  kmk_store_dismiss(store, "sheet", NULL); /* the sheet that the first version presented */

  kmk_subscription_free(views[0]);
  kmk_subscription_free(views[1]);
  kmk_store_free(store);
  unload(&second);
  kmk_loop_free(loop);
  return 0;
}
