/* Lists of rows inside of rows, and of rows with the rows that their ids name (J431, J432): edits, random histories and
 * mistakes. Scenarios and the model cover the rest. */
#include "support.h"
#include "writer_support.h"

#include <stdio.h>

#define TEXTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define FEEDS                                                                                      \
  "{'feeds': [{'id': 'a', 'title': 'Ape', 'articles': [{'id': 1, 'n': 5}, {'id': 2, 'n': 1}]}, "   \
  "{'id': 'b', 'title': 'Bear', 'articles': [{'id': 1, 'n': 3}]}, {'id': 'c', 'title': 'Cub'}]}"

typedef struct nested {
  kmk_list_options options;
  kmk_list *list;
  kmk_subscription *subscription;
  json_t *ids;  /* built from the edits */
  json_t *told; /* the edits since the last check, as strings */
  int resets;
} nested;

static void take(const kmk_list_edit *edits, size_t count, void *data) {
  static const char names[] = "=+-><";
  nested *s = data;
  for (size_t i = 0; i < count; i++) {
    const kmk_list_edit *edit = &edits[i];
    char *id = edit->id ? json_dumps(edit->id, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    json_array_append_new(
        s->told, json_sprintf("%c%zu %s", names[edit->change], edit->index, id ? id : "?"));
    free(id);
    if (edit->change == KMK_LIST_RESET) {
      s->resets++;
      json_array_clear(s->ids);
      for (size_t at = 0; at < edit->index; at++)
        json_array_append_new(s->ids, kmk_list_id(s->list, at, NULL));
    }
    if (edit->change == KMK_LIST_REMOVE || edit->change == KMK_LIST_MOVE)
      assert_int_equal(
          json_array_remove(s->ids, edit->change == KMK_LIST_MOVE ? edit->from : edit->index), 0);
    if (edit->change == KMK_LIST_INSERT || edit->change == KMK_LIST_MOVE)
      assert_int_equal(json_array_insert_new(s->ids, edit->index, kmk_json_retain(edit->id)), 0);
  }
}

static void open_nested(nested *s, kmk_store *store, const char *pointer) {
  kmk_error error;
  s->ids = json_array();
  s->told = json_array();
  s->list = kmk_list_new(store, pointer, &s->options, NULL, NULL, &error);
  assert_non_null(s->list);
  s->subscription = kmk_list_observe(s->list, take, s, NULL, NULL);
  json_array_clear(s->told);
  s->resets = 0;
}

static void close_nested(nested *s) {
  kmk_subscription_free(s->subscription);
  kmk_list_free(s->list);
  json_decref(s->ids);
  json_decref(s->told);
}

/* The rows and the ids of another list that is made now, and the ids that the edits lead to. */
static void assert_current(nested *s, kmk_store *store, const char *pointer) {
  kmk_list *now = kmk_list_new(store, pointer, &s->options, NULL, NULL, NULL);
  assert_int_equal(kmk_list_count(s->list), kmk_list_count(now));
  assert_int_equal(kmk_list_count(s->list), json_array_size(s->ids));
  for (size_t i = 0; i < kmk_list_count(now); i++) {
    json_t *expected = kmk_list_get(now, i, NULL), *row = kmk_list_get(s->list, i, NULL);
    json_t *id = kmk_list_id(s->list, i, NULL), *other = kmk_list_id(now, i, NULL);
    assert_true(json_equal(expected, row));
    assert_true(json_equal(id, other) && json_equal(id, json_array_get(s->ids, i)));
    assert_int_equal(kmk_list_index(s->list, id), i);
    json_decref(expected), json_decref(row), json_decref(id), json_decref(other);
  }
  json_t *totals = kmk_list_totals(s->list, NULL), *others = kmk_list_totals(now, NULL);
  assert_true(json_equal(totals, others));
  json_decref(totals), json_decref(others);
  kmk_list_free(now);
}

#define assert_told(s, expected)                                                                   \
  do {                                                                                             \
    assert_current((s), k->store, "/feeds");                                                       \
    assert_json_text((s)->told, (expected));                                                       \
    json_array_clear((s)->told);                                                                   \
  } while (0)

static kmk_reducer *feeds(void) {
  kmk_reducer *feed = kmk_for_each(writer(), "/articles", "articles", NULL, writer());
  return kmk_for_each(writer(), "/feeds", "feeds", NULL, feed);
}

TEST(J431_rows_of_all_parents_are_one_list_told_edit_by_edit) {
  nested s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.nested = "/articles";
  s.options.sort = TEXTS("/n");
  kit_open(k, feeds(), FEEDS);
  open_nested(&s, k->store, "/feeds");
  assert_value_is(s.ids, "[['a', 2], ['b', 1], ['a', 1]]");
  send_ok(k->store, "{'set': ['/feeds/0/articles/1/n', 9]}");
  assert_told(&s, "[\">2 [\\\"a\\\",2]\"]");
  send_ok(k->store, "{'insert': ['/feeds/2/articles', [{'id': 1, 'n': 4}]]}");
  assert_told(&s, "[\"+1 [\\\"c\\\",1]\"]");
  send_ok(k->store, "{'remove': '/feeds/0'}");
  assert_told(&s, "[\"-2 [\\\"a\\\",1]\",\"-2 [\\\"a\\\",2]\"]");
  send_ok(k->store, "{'insert': ['/feeds/0', {'id': 'd', 'articles': [{'id': 7, 'n': 0}]}]}");
  assert_told(&s, "[\"+0 [\\\"d\\\",7]\"]");
  send_ok(k->store, "{'set': ['/feeds/1/title', 'Bison']}"); /* nothing that the list reads */
  assert_told(&s, "[]");
  send_ok(k->store, "{'set': ['/feeds/1/articles', null]}");
  assert_told(&s, "[\"-1 [\\\"b\\\",1]\"]");
  close_nested(&s);
}

TEST(J431_a_parent_that_moves_takes_its_rows_along) {
  nested s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.nested = "/articles";
  kit_open(k, feeds(), FEEDS);
  open_nested(&s, k->store, "/feeds");
  assert_value_is(s.ids, "[['a', 1], ['a', 2], ['b', 1]]");
  send_ok(k->store, "{'move': ['/feeds/0', '/feeds/2']}");
  assert_current(&s, k->store, "/feeds");
  assert_value_is(s.ids, "[['b', 1], ['a', 1], ['a', 2]]");
  send_ok(k->store, "{'move': ['/feeds/2', '/feeds/0']}");
  assert_current(&s, k->store, "/feeds");
  assert_value_is(s.ids, "[['a', 1], ['a', 2], ['b', 1]]");
  assert_int_equal(s.resets, 0);
  close_nested(&s);
}

TEST(J431_a_row_reads_its_parent_without_its_rows) {
  nested s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.nested = "/articles";
  s.options.parent = "/feed";
  s.options.sort = TEXTS("-/feed/title", "/n");
  kit_open(k, feeds(), FEEDS);
  open_nested(&s, k->store, "/feeds");
  json_t *row = kmk_list_get(s.list, 0, NULL);
  assert_value_is(row, "{'id': 1, 'n': 3, 'feed': {'id': 'b', 'title': 'Bear'}}");
  json_decref(row);
  send_ok(k->store, "{'set': ['/feeds/0/title', 'Zebra']}");
  assert_current(&s, k->store, "/feeds");
  assert_value_is(s.ids, "[['a', 2], ['a', 1], ['b', 1]]");
  assert_int_equal(s.resets, 0);
  json_array_clear(s.told);
  send_ok(k->store, "{'set': ['/feeds/0/articles/0/n', 0]}");
  assert_told(&s, "[\">0 [\\\"a\\\",1]\"]");
  close_nested(&s);
}

TEST(J432_a_row_is_read_with_the_rows_that_its_ids_name) {
  nested s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.sort = TEXTS("/feed/title");
  s.options.joins = TEXTS("/feed", "/feeds", "/feed/owner", "/people");
  kit_open(k, writer(),
           "{'articles': [{'id': 1, 'feed': 'a'}, {'id': 2, 'feed': 'b'}, {'id': 3, 'feed': 'x'}], "
           "'feeds': [{'id': 'a', 'title': 'M', 'owner': 7}, {'id': 'b', 'title': 'A'}], "
           "'people': [{'id': 7, 'name': 'Ada'}]}");
  open_nested(&s, k->store, "/articles");
  assert_value_is(s.ids, "[3, 2, 1]");
  json_t *row = kmk_list_get(s.list, 2, NULL);
  assert_value_is(
      row, "{'id': 1, 'feed': {'id': 'a', 'title': 'M', 'owner': {'id': 7, 'name': 'Ada'}}}");
  json_decref(row);
  static const struct {
    const char *action, *told;
  } steps[] = {{"{'set': ['/feeds/1/title', 'Z']}", "[\">2 2\"]"},
               {"{'set': ['/people/0/name', 'Eve']}", "[\"<1 1\"]"},
               {"{'insert': ['/feeds/0', {'id': 'x', 'title': 'Y'}]}", "[\">1 3\"]"},
               {"{'remove': '/feeds/0'}", "[\">0 3\"]"},
               {"{'set': ['/articles/0/feed', 'b']}", "[\"<1 1\"]"},
               {"{'set': ['/feeds/0/id', 'y']}", "[]"}};
  for (size_t i = 0; i < COUNT_OF(steps); i++) {
    send_ok(k->store, steps[i].action);
    assert_current(&s, k->store, "/articles");
    assert_json_text(s.told, steps[i].told);
    json_array_clear(s.told);
  }
  close_nested(&s);
}

/* A list that follows the writes is the list that is made from the state. */
TEST(J431_J432_after_any_writes_the_list_is_the_one_of_the_state) {
  nested s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.nested = "/articles";
  s.options.parent = "/feed";
  s.options.sort = TEXTS("/by/name", "/n");
  s.options.joins = TEXTS("/by", "/people");
  s.options.numbers = TEXTS("/n");
  kit_open(k, feeds(), "{'feeds': [], 'people': []}");
  open_nested(&s, k->store, "/feeds");
  unsigned seed = 7;
  for (int round = 0; round < ROUNDS_OF(1500); round++) {
    json_t *state = kmk_store_state(k->store), *all = json_array();
    int feeds_count = (int)json_array_size(json_object_get(state, "feeds"));
    int people = (int)json_array_size(json_object_get(state, "people"));
    for (int writes = 0; writes < 3; writes++) {
      unsigned draw = (seed = seed * 1103515245u + 12345u) >> 8, id = draw % 97;
      int feed = feeds_count > 0 ? (int)(draw / 7) % feeds_count : 0;
      json_t *articles = json_object_get(
          json_array_get(json_object_get(state, "feeds"), (size_t)feed), "articles");
      int article =
          json_array_size(articles) > 0 ? (int)(draw / 11 % json_array_size(articles)) : 0;
      json_t *write = NULL;
      if (writes > 0 && draw % 3 != 0)
        continue; /* indices of the state before the burst: mostly one write that may miss */
      switch (draw / 101 % 10) {
      case 0:
        write =
            json_pack("{s:[s, {s:i, s:[{s:i, s:i, s:i}]}]}", "insert", "/feeds/0", "id",
                      round * 8 + writes, "articles", "id", 1, "n", (int)id, "by", (int)(id % 4));
        break;
      case 1:
        write = json_pack("{s:o}", "remove", json_sprintf("/feeds/%d", feed));
        break;
      case 2:
        write = json_pack("{s:[o, o]}", "move", json_sprintf("/feeds/%d", feed),
                          json_sprintf("/feeds/%d", (feed + 1) % (feeds_count + 1)));
        break;
      case 3:
      case 4:
        write = json_pack("{s:[o, {s:i, s:i, s:i}]}", "insert",
                          json_sprintf("/feeds/%d/articles/0", feed), "id", round * 8 + writes, "n",
                          (int)id, "by", (int)(id % 4));
        break;
      case 5:
        write = json_pack("{s:o}", "remove", json_sprintf("/feeds/%d/articles/%d", feed, article));
        break;
      case 6:
        write = json_pack("{s:[o, i]}", "set",
                          json_sprintf("/feeds/%d/articles/%d/n", feed, article), (int)id);
        break;
      case 7:
        write = json_pack("{s:[o, i]}", "set", json_sprintf("/feeds/%d/title", feed), (int)id);
        break;
      case 8:
        write = json_pack("{s:[s, {s:i, s:i}]}", "insert", "/people/0", "id", (int)(id % 4), "name",
                          (int)id);
        break;
      case 9:
        write = people > 2 ? json_pack("{s:s}", "remove", "/people/1")
                           : json_pack("{s:[o, i]}", "set",
                                       json_sprintf("/people/%d/name", people - 1), (int)id);
        break;
      }
      json_array_append_new(all, write);
    }
    json_decref(state);
    kmk_store_send_new(k->store, json_pack("{s:o}", "all", all), NULL);
    assert_current(&s, k->store, "/feeds");
  }
  assert_int_equal(s.resets, 0);
  json_array_clear(k->issues);
  close_nested(&s);
}

TEST(J50_nested_rows_and_joins_that_contradict_are_refused) {
  kmk_error error;
  static const struct {
    const char *nested, *parent, *joins[4], *sort, *what;
  } wrong[] = {
      {NULL, "/feed", {NULL}, NULL, "options.parent"},
      {"/articles", "", {NULL}, NULL, "options.parent"},
      {"articles", NULL, {NULL}, NULL, "JSON Pointer"},
      {"/title", NULL, {NULL}, NULL, "options.nested"},
      {NULL, NULL, {"/by"}, NULL, "options.joins"},
      {NULL, NULL, {"/owner", "/persons"}, NULL, "options.joins"},
      {NULL, NULL, {"/owner", "/people"}, "/owner/age", "options.sort"},
      {"/articles", "/feed", {NULL}, "/feed/age", "options.sort"},
      {"/articles", NULL, {NULL}, "/title", "options.sort"},
  };
  kit_open(k,
           kmk_shape(feeds(), "only {feeds: [only {id: text, title: text, owner: integer = 0, "
                              "articles: [only {id: integer, n: integer}] = []}], "
                              "people: [only {id: integer, name: text}] = []}"),
           FEEDS);
  for (size_t i = 0; i < COUNT_OF(wrong); i++) {
    kmk_list_options options = KMK_LIST_OPTIONS_INIT;
    options.nested = wrong[i].nested;
    options.parent = wrong[i].parent;
    options.joins = wrong[i].joins;
    options.sort = TEXTS(wrong[i].sort);
    assert_null(kmk_list_new(k->store, "/feeds", &options, NULL, NULL, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    if (strstr(error.message, wrong[i].what) == NULL)
      fail_msg("%zu: %s", i, error.message);
  }
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.nested = "/articles";
  options.parent = "/feed";
  options.joins = TEXTS("/feed/owner", "/people");
  options.sort = TEXTS("/feed/owner/name", "/feed/title", "/n");
  kmk_list *list = kmk_list_new(k->store, "/feeds", &options, NULL, NULL, &error);
  assert_int_equal(kmk_list_count(list), 3);
  kmk_list_free(list);
}
