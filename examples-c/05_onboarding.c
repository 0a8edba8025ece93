/* 05_onboarding: a session whose state determines which reducer runs, and with which service.
 *
 * Teaches: a state that is one of several cases; a dynamic reducer (kmk_reader), which is chosen for
 *          each action; dependencies that depend on the state. The features are in
 *          onboarding/feature.c, and in Swift in architecture/Examples/Features.
 * Run:     05_onboarding [--live] [SCRIPT]
 * Prints:  expected/05_onboarding.txt, for the script 05_onboarding.jsonl */
#include "onboarding/onboarding.h"
#include "support/script.h"

int main(int argc, char **argv) {
  const example onboarding = {
      .name = "05_onboarding",
      .register_features = onboarding_register,
      .feature = "Onboarding",
  };
  return run_example(&onboarding, argc, argv);
}
