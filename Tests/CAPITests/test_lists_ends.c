/* Lists and observers that end while the observers are notified (J51). */
#include "list_support.h"
#include "writer_support.h"

#define ROWS "{'rows': [{'id': 'a', 'n': 3}, {'id': 'b', 'n': 1}, {'id': 'c', 'n': 2}]}"

static void ignore_edits(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, (void)data;
}

/* The list is the last owner of this observer's user data. Its free function uses the list. */
typedef struct owning {
  kmk_list *list;
  kmk_subscription *other;
  int ended;
} owning;

static void end_owning(void *data) {
  owning *o = data;
  o->ended++;
  kmk_subscription_free(o->other);
  o->other = kmk_list_observe(o->list, ignore_edits, NULL, NULL, NULL);
}

static void end_with_list(void *data) {
  owning *o = data;
  o->ended++;
  kmk_list_free(o->list);
}

TEST(J51_the_end_of_an_observer_may_end_observe_and_free_the_list) {
  owning o = {0};
  kit_open(k, writer(), ROWS);
  o.list = kmk_list_new(k->store, "/rows", NULL, NULL, NULL, NULL);
  kmk_subscription *one = kmk_list_observe(o.list, ignore_edits, &o, end_owning, NULL);
  o.other = kmk_list_observe(o.list, ignore_edits, NULL, NULL, NULL);
  kmk_subscription *two = kmk_list_observe(o.list, ignore_edits, &o, end_with_list, NULL);
  kmk_subscription_free(one);
  assert_int_equal(o.ended, 1);
  send_ok(k->store, "{'set': ['/rows/1/n', 8]}");
  kmk_subscription_free(two);
  assert_int_equal(o.ended, 2);
  kmk_subscription_free(o.other);
}
