/* Paths, as far as only C has them: the id that a push returns, and mismatches. Tests/Scenarios/paths covers the
   rest. */
#include "stack_support.h"

TEST(E1_appended_elements_stand_in_order_with_their_ids) {
  seen s = {0};
  open_stack(k, &s, EMPTY);
  for (uint64_t id = 0; id < 3; id++) {
    send_ok(k->store, "'add'");
    assert_int_equal(s.status, KMK_OK);
    assert_int_equal(s.id, id);
  }
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}

TEST(E20_what_is_no_path_action_is_refused_at_once) {
  seen s = {0};
  open_stack(k, &s, THREE);
  const char *misfits[] = {"{'path': {'element': {}}}",
                           "{'path': {'element': {'id': 'x', 'action': 'inc'}}}",
                           "{'path': {'element': {'id': -1, 'action': 'inc'}}}",
                           "{'path': 'popFrom'}",
                           "{'path': {'popFrom': 1}}",
                           "{'path': {'popFrom': {'id': 1.5}}}",
                           "{'path': {'popFrom': {'id': 1}, 'push': {'state': {}}}}",
                           "{'path': {'push': {'id': 3}}}",
                           "{'path': {'push': {'id': 'x', 'state': {}}}}",
                           "{'path': {'dismiss': {'id': 0}}}",
                           "{'path': {'setPath': []}}"};
  for (size_t i = 0; i < COUNT_OF(misfits); i++) {
    if (send_status(k->store, misfits[i]) != KMK_ERR_DECODE) {
      fail_msg("%s was taken", misfits[i]);
    }
  }
  assert_json_text(s.ids, "[]");
  assert_state_text(k->store, THREE);
  close_stack(k, &s);
}
