/* Reducers that respond to writes, and invalid ones (U3; Tests/Scenarios/writes covers their notifications). */
#include "support.h"

TEST(U3_its_user_data_is_freed_and_NULL_is_a_mistake) {
  int freed = 0;
  kmk_reducer_free(kmk_on_write(counter(), "/count", no_answer_to_write, &freed, count_free));
  assert_int_equal(freed, 1);
  assert_invalid_reducer(k, kmk_on_write(counter(), NULL, no_answer_to_write, &freed, count_free),
                         NULL);
  assert_invalid_reducer(k, kmk_on_write(counter(), "", NULL, &freed, count_free), NULL);
  assert_invalid_reducer(k, kmk_on_write(NULL, "", no_answer_to_write, &freed, count_free), NULL);
  assert_int_equal(freed, 4);
}
