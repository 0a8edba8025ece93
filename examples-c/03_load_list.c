/* 03_load_list: a list whose rows open a screen that is loaded first.
 *
 * Teaches: nested optional children; an effect that takes time and can be cancelled, also by the
 *          next effect; writing a child's result back into a row.
 *          The features are in load_list/feature.c, and in Swift in architecture/Examples/Features.
 * Run:     03_load_list [--live] [SCRIPT]
 * Prints:  expected/03_load_list.txt, for the script 03_load_list.jsonl */
#include "load_list/loadlist.h"
#include "support/script.h"

int main(int argc, char **argv) {
  const example load_list = {
      .name = "03_load_list",
      .register_features = loadlist_register,
      .feature = "NavigateAndLoadList",
  };
  return run_example(&load_list, argc, argv);
}
