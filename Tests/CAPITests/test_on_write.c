/* What answers what was written, and what is no such reducer (U3; Tests/Scenarios/writes has what is told). */
#include "support.h"

static kmk_effect *answer(kmk_state *state, const json_t *places, const json_t *action,
                          kmk_env *env, void *data) {
  (void)state, (void)places, (void)action, (void)env, (void)data;
  return NULL;
}

TEST(U3_its_user_data_is_freed_and_NULL_is_a_mistake) {
  int freed = 0;
  kmk_reducer_free(kmk_on_write(counter(), "/count", answer, &freed, count_free));
  assert_int_equal(freed, 1);
  assert_invalid_reducer(k, kmk_on_write(counter(), NULL, answer, &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_on_write(counter(), "", NULL, &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_on_write(NULL, "", answer, &freed, count_free), NULL);
  assert_int_equal(freed, 4);
}
