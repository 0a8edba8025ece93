/* What happens to a row that is given another id (F10, F14): its own step goes by the id. */
#include "writer_support.h"

/* Rows with rows inside. */
static kmk_reducer *shelves(void) {
  kmk_reducer *shelf = kmk_for_each(writer(), "/books", "books", NULL, writer());
  return kmk_for_each(writer(), "/shelves", "shelves", NULL, shelf);
}

#define SHELVES "{'shelves': [{'id': 1, 'box': {'n': 1}, 'books': [{'id': 'a'}]}]}"
#define IN_SHELF(action) "{'shelves': {'element': {'id': 1, 'action': " action "}}}"

/* What the operators need inside of a row is there under its new id. */
TEST(F14_a_row_with_another_id_refuses_an_id_twice_inside) {
  kit_open(k, shelves(), SHELVES);
  send_ok(k->store, "{'set': ['/shelves/0/id', 2]}");
  send_ok(k->store, "{'insert': ['/shelves/0/books/-', {'id': 'a'}]}");
  assert_issues(k, "['duplicate-element-id']");
  send_ok(k->store, "{'shelves': {'element': {'id': 2, 'action': {'set': ['/box/n', 5]}}}}");
  assert_state_text(k->store, "{'shelves': [{'id': 2, 'box': {'n': 5}, 'books': [{'id': 'a'}]}]}");
}

TEST(F10_a_row_that_renamed_itself_refuses_an_id_twice_inside) {
  kit_open(k, shelves(), SHELVES);
  send_ok(k->store, IN_SHELF("{'set': ['/id', 7]}"));
  assert_issues(k, "['element-id-changed']");
  send_ok(k->store, IN_SHELF("{'insert': ['/books/-', {'id': 'a'}]}"));
  assert_issues(k, "['duplicate-element-id']");
}

TEST(F10_a_row_that_inserts_its_whole_state_writes_itself_and_nothing_beside_it) {
  kit_open(k, shelves(), SHELVES);
  send_ok(k->store, IN_SHELF("{'insert': ['', {'id': 1, 'books': []}]}"));
  assert_state_text(k->store, "{'shelves': [{'id': 1, 'books': []}]}");
}
