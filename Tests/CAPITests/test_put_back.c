/* Elements and rows that go and come back under their id: in one step they were there all the time, in two
 * steps, be they of one burst, they come anew (D85, F5, E31). */
#include "writer_support.h"

#include <stdio.h>

static kmk_reducer *screen(void) {
  return kmk_presentation(writer(), "/sheet", "sheet", NULL, counter());
}

static kmk_reducer *path(void) { return kmk_stack(writer(), "/list", "list", screen()); }

static kmk_reducer *rows(void) { return kmk_for_each(writer(), "/list", "list", NULL, screen()); }

/* The same inside of an optional child. */
static kmk_reducer *inner_path(void) { return kmk_if_let(writer(), "/in", "in", NULL, path()); }

#define SHEET "'sheet': {'count': 0}"
#define ENTRY "{'id': 5, 'element': {" SHEET "}}"
#define ROW "{'id': 5, " SHEET "}"

typedef struct kind {
  kmk_reducer *(*make)(void);
  const char *initial, *slot;
  const char *away, *back; /* actions */
  const char *timer;       /* starts one in what is presented */
  const char *look;        /* lets the operators look again */
} kind;

#define IN_ELEMENT "{'list': {'element': {'id': 5, 'action': 'noop'}}}"
#define IN_SHEET                                                                                   \
  "{'list': {'element': {'id': 5, 'action': {'sheet': {'presented': 'startTimer'}}}}}"

static const kind kinds[] = {
    {path, "{'list': [" ENTRY "]}", "/list/0/element/sheet", "{'pop': ['/list', 5]}",
     "{'insert': ['/list/-', " ENTRY "]}", IN_SHEET, "'noop'"},
    {path, "{'list': [" ENTRY "]}", "/list/0/element/sheet", "{'remove': '/list/0'}",
     "{'set': ['/list', [" ENTRY "]]}", IN_SHEET, "'noop'"},
    {path, "{'list': [" ENTRY "]}", "/list/0/element/sheet", "{'set': ['/list', []]}",
     "{'set': ['', {'list': [" ENTRY "]}]}", IN_SHEET, "'noop'"},
    {rows, "{'list': [" ROW "]}", "/list/0/sheet", "{'remove': '/list/0'}",
     "{'insert': ['/list/-', " ROW "]}", IN_SHEET, "'noop'"},
    {rows, "{'list': [" ROW "]}", "/list/0/sheet", "{'set': ['/list', []]}",
     "{'set': ['/list', [" ROW "]]}", IN_SHEET, "'noop'"},
    {inner_path, "{'in': {'list': [" ENTRY "]}}", "/in/list/0/element/sheet",
     "{'pop': ['/in/list', 5]}", "{'insert': ['/in/list/-', " ENTRY "]}", "{'in': " IN_SHEET "}",
     "{'in': " IN_ELEMENT "}"},
};

/* Whether another presentation is up after an action that takes it away and puts it back: "all" in one
 * step, "send" in one burst. Its observer and its effects say the same. */
static bool is_another(kit *k, const kind *kind, const char *how, bool is_watched) {
  kmk_store *store = open_store(k->loop, kind->make(), kind->initial);
  json_t *ids = json_array();
  kmk_subscription *subscription = is_watched ? observe_into(store, kind->slot, ids) : NULL;
  char *before = kmk_store_presentation_id(store, kind->slot, NULL);
  assert_non_null(before);
  send_ok(store, kind->timer);
  assert_int_equal(kmk_store_effect_count(store), 1);
  json_t *action = json_pack("{s:[o, o]}", how, json_of(kind->away), json_of(kind->back));
  assert_int_equal(kmk_store_send_new(store, action, NULL), KMK_OK);
  /* What was written from outside of an operator is noticed by its next action (D63, E33). */
  send_ok(store, kind->look);
  char *after = kmk_store_presentation_id(store, kind->slot, NULL);
  assert_non_null(after);
  bool is_other = strcmp(before, after) != 0;
  if (kmk_store_effect_count(store) != (is_other ? 0 : 1)) {
    fail_msg("%s, %s, %s: of effects there are %zu", how, kind->away, kind->back,
             kmk_store_effect_count(store));
  }
  kmk_text_free(before);
  kmk_text_free(after);
  kmk_subscription_free(subscription);
  kmk_store_free(store);
  json_decref(ids);
  return is_other;
}

static void assert_all(kit *k, const char *how, bool is_another_one) {
  for (size_t i = 0; i < COUNT_OF(kinds); i++) {
    for (int is_watched = 0; is_watched < 2; is_watched++) {
      if (is_another(k, &kinds[i], how, is_watched) != is_another_one) {
        fail_msg("%s, %s, %s: what is presented is %s", how, kinds[i].away, kinds[i].back,
                 is_another_one ? "the same" : "another");
      }
    }
  }
}

static void D85_what_comes_back_in_a_later_step_of_the_burst_presents_anew(void **state) {
  assert_all(*state, "send", true);
}

static void F5_what_comes_back_in_the_same_step_presents_what_it_did(void **state) {
  assert_all(*state, "all", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      KIT_TEST(D85_what_comes_back_in_a_later_step_of_the_burst_presents_anew),
      KIT_TEST(F5_what_comes_back_in_the_same_step_presents_what_it_did),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
