/* 02_sheet_demo: plays a script of actions to a feature that presents and dismisses, and prints the
 * calls that a view would receive.
 *
 * Teaches: observing a presentation. support/script.c, which the following examples share, shows how
 *          to open a feature by its name, move a virtual clock and read an error.
 *          The feature is sheet_demo/feature.c. architecture/Examples/SheetDemo contains the same
 *          feature in Swift: linked with that library instead, this file prints the same.
 * Run:     02_sheet_demo [--live] [SCRIPT]
 * Prints:  expected/02_sheet_demo.txt, for the script 02_sheet_demo.jsonl */
#include "sheet_demo/sheetdemo.h"
#include "support/script.h"

#include <stdio.h>

/* ---------------------------------------------------------------- the view
 * A program with windows would open, redraw and close them in these three functions. */

static void on_present(const char *id, const char *state_case, const json_t *state, void *data) {
  (void)data;
  printf("   present %s: %s ", id, state_case ? state_case : "");
  json_dumpf(state, stdout, PRINTED);
  printf("\n");
}

static void on_update(const char *id, const json_t *state, void *data) {
  (void)data;
  printf("   update %s: ", id);
  json_dumpf(state, stdout, PRINTED);
  printf("\n");
}

static void on_dismiss(const char *id, void *data) {
  (void)data;
  printf("   dismiss %s\n", id);
}

static void watch(kmk_store *store, kmk_subscription *kept[WATCHED]) {
  const kmk_presentation_callbacks view = {sizeof view, on_present, on_update, on_dismiss};
  kmk_error error;
  kept[0] = kmk_store_observe_presentation(store, "/destination", &view, NULL, NULL, &error);
  if (!kept[0])
    die("observe", error.message);
}

int main(int argc, char **argv) {
  const example sheet_demo = {
      .name = "02_sheet_demo",
      .register_features = sheetdemo_register,
      .feature = "SheetDemo",
      .watch = watch,
  };
  return run_example(&sheet_demo, argc, argv);
}
