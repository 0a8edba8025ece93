/* Ids of rows that are objects or arrays: a write inside of one gives the row another id (F16). */
#include <stdio.h>

#include "shape_support.h"
#include "writer_support.h"

#define THREE "{'rows': [{'id': {'a': 1}}, {'id': {'a': [2]}}, {'id': {'a': {'b': 3}}, 'n': 0}]}"

static kmk_reducer *rows(void) {
  kmk_reducer *row =
      kmk_presentation_destination(shape_writer(), "/slot", "slot", NULL, shaped("{n: integer}"));
  return kmk_for_each(shape_writer(), "/rows", "rows", NULL, row);
}

TEST(F16_what_is_in_a_row_that_was_given_another_id_is_looked_at) {
  k->store = open_store(k->loop, rows(), THREE);
  send_ok(k->store, "{'set': ['/rows/0/id/a', 9]}");
  assert_refused_write(k, "{'set': ['/rows/0/slot', 0]}", "/rows/0/slot", "expected an object");
  send_ok(k->store,
          "{'rows': {'element': {'id': {'a': 9}, 'action': {'slot': {'present': {'state': "
          "{'n': 1}}}}}}}");
  assert_state_is(k->store, "{'rows': [{'id': {'a': 9}, 'slot': {'n': 1}}, {'id': {'a': [2]}}, "
                            "{'id': {'a': {'b': 3}}, 'n': 0}]}");
}
