/* A long run of an app, recorded and replayed. `make soak` uses a million actions. */
#include "living_support.h"
#include "shared_support.h"

FILE_TEST(Z40_many_actions_of_an_app_run_again_write_the_same) {
  (void)k;
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  long count = rounds(10000L);
  program p;
  chance = 40;
  live(10, NULL, &p);
  options.flush = KMK_FLUSH_FULL;
  p.recorder = kmk_recorder_new(p.store, in_folder("whole.log"), &options, NULL);
  assert_non_null(p.recorder);
  act_long(&p, count);
  json_t *state = kmk_store_state(p.store);
  end(&p);

  kmk_replay *replay = kmk_replay_open(in_folder("whole.log"), app_reducer(false), &error);
  assert_non_null(replay);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_null(kmk_replay_divergence(replay));
  assert_true(kmk_replay_step(replay) >= (uint64_t)count / 2);
  if (factor() > 1)
    print_message("replay: %llu steps\n", (unsigned long long)kmk_replay_step(replay));
  json_t *again = kmk_store_state(kmk_replay_store(replay));
  assert_true(json_equal(state, again));
  json_decref(state);
  json_decref(again);
  kmk_replay_free(replay);
}
