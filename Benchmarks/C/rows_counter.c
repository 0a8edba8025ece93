/* A counter, alone and presented. */
#include "support.h"

static kmk_effect *parent(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "open"))
    kmk_state_set_new(state, "/destination", json_pack("{s:{s:i}}", "counter", "count", 0));
  return NULL;
}

static kmk_store *plain, *presenting;
static json_t *increment, *presented_increment, *open_counter, *dismiss;

static void set_up_plain(void) {
  plain = store_of(counter_reducer(), json_pack("{s:i}", "count", 0));
  increment = value_of("s", "increment");
}

static void set_up_presenting(void) {
  kmk_reducer *child = kmk_scope_case("counter", "counter", counter_reducer());
  presenting = store_of(kmk_presentation(kmk_reducer_new(parent, NULL, NULL), "/destination",
                                         "destination", NULL, child),
                        json_pack("{s:{s:{s:i}}}", "destination", "counter", "count", 0));
  presented_increment =
      value_of("{s:{s:{s:s}}}", "destination", "presented", "counter", "increment");
  open_counter = value_of("s", "open");
  dismiss = value_of("{s:s}", "destination", "dismiss");
}

static void send_plain(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(plain, increment, NULL));
}

static void send_presented(size_t times) {
  for (size_t index = 0; index < times; index++)
    check(kmk_store_send(presenting, presented_increment, NULL));
}

static void present_and_dismiss(size_t times) {
  for (size_t index = 0; index < times; index++) {
    check(kmk_store_send(presenting, dismiss, NULL));
    check(kmk_store_send(presenting, open_counter, NULL));
  }
}

static const struct bench_row rows[] = {
    {"c.counter", send_plain, set_up_plain, NULL},
    {"c.presented", send_presented, set_up_presenting, NULL},
    {"c.present", present_and_dismiss, set_up_presenting, NULL},
};
const struct theme counter_rows = THEME(rows);
