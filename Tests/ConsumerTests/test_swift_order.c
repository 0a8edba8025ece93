/* Sets, dictionaries whose keys are not strings, and rows by their index, in a feature written in Swift. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "mixed_support.h"

static void open_bag(mixed *m, bool isTyped) {
  kmk_error error = {0};
  if (isTyped) {
    m->store = kmk_store_open(m->loop, "Bag", NULL, &error);
  } else {
    json_t *initial = mixed_json("{'bag': {'tags': [], 'tones': [], 'rows': []}}");
    m->store =
        kmk_store_new(m->loop, kmk_scope("/bag", "bag", kmk_feature("Bag")), initial, &error);
    json_decref(initial);
  }
  if (m->store == NULL)
    fail_msg("%s %s", error.path, error.message);
}

#define TAGS "['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']"
#define TONES "['a', 5, 'b', 6, 'c', 0, 'd', 1, 'e', 2, 'f', 3, 'g', 4]"

static void M100_what_has_no_order_is_in_the_order_of_its_json(void **state) {
  mixed *m = *state;
  open_bag(m, true);
  mixed_send(m, "{'tag': ['h', 'c', 'a', 'g', 'b', 'f', 'e', 'd']}");
  mixed_send(m, "'tune'");
  mixed_assert(m, "/tags", TAGS);
  mixed_assert(m, "/tags/2", "'c'");
  mixed_assert(m, "/tones", TONES);
  mixed_assert(m, "/tones/1", "5");
  mixed_send(m, "{'untag': 'c'}");
  mixed_assert(m, "/tags/2", "'d'");
}

static void note_value(const json_t *value, void *user_data) {
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  snprintf(user_data, 256, "%s", text);
  free(text);
}

static void M100_in_a_tree_written_in_c_too(void **state) {
  mixed *m = *state;
  char told[256] = "";
  open_bag(m, false);
  kmk_subscription *patches =
      kmk_store_observe_patches(m->store, "/bag/tags", note_value, told, NULL, NULL);
  mixed_send(m, "{'bag': {'tag': ['h', 'c', 'a', 'g', 'b', 'f', 'e', 'd']}}");
  mixed_send(m, "{'bag': 'tune'}");
  mixed_assert(m, "/bag", "{'tags': " TAGS ", 'tones': " TONES ", 'rows': []}");
  told[0] = '\0';
  mixed_send(m, "{'bag': {'tag': ['a']}}");
  assert_string_equal(told, "");
  kmk_subscription_free(patches);
}

/* The shortest time for 20 reads, in nanoseconds. */
static long time_of_reading(const mixed *m) {
  long least = 0;
  for (int trial = 0; trial < 10; trial++) {
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    for (int i = 0; i < 20; i++)
      json_decref(kmk_store_get(m->store, "/rows/1/note", NULL));
    clock_gettime(CLOCK_MONOTONIC, &ended);
    long time = (ended.tv_sec - began.tv_sec) * 1000000000L + ended.tv_nsec - began.tv_nsec;
    if (trial == 0 || time < least)
      least = time;
  }
  return least;
}

static void M101_a_row_is_read_by_its_index_however_many_there_are(void **state) {
  mixed *m = *state;
  open_bag(m, true);
  mixed_send(m, "{'fill': 2}");
  long few = time_of_reading(m);
  mixed_send(m, "{'fill': 20000}");
  long many = time_of_reading(m);
  if (many > 100 * few)
    fail_msg("20 reads take %ld ns among 2 rows, and %ld ns among 20,000", few, many);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, mixed_setup, mixed_teardown)
  const struct CMUnitTest tests[] = {
      T(M100_what_has_no_order_is_in_the_order_of_its_json),
      T(M100_in_a_tree_written_in_c_too),
      T(M101_a_row_is_read_by_its_index_however_many_there_are),
  };
  if (team_register() != 0)
    return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
