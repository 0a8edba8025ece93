/* 06_screens: a navigation path, with the last screen on top.
 *
 * Teaches: pushing and popping from the reducer, from a view and from a screen's own effect; ids
 *          that survive reordering and are never reused; both operators for a navigation path. The
 *          features are in screens/feature.c, and in Swift in architecture/Examples/Features.
 * Run:     06_screens [--live] [SCRIPT]
 * Prints:  expected/06_screens.txt, for the script 06_screens.jsonl */
#include "screens/screens.h"
#include "support/script.h"

int main(int argc, char **argv) {
  const example screens = {
      .name = "06_screens",
      .register_features = screens_register,
      .feature = "Stack",
  };
  return run_example(&screens, argc, argv);
}
