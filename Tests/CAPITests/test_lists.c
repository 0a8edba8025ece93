/* Lists derived from rows: their edits, random histories and mistakes (J44, J45, J50). Tests/Scenarios/lists covers
 * the rest. */
#include "list_support.h"
#include "writer_support.h"

#include <stdio.h>

#define SORT(...) ((const char *const[]){__VA_ARGS__, NULL})
#define ROWS                                                                                       \
  "{'rows': [{'id': 'a', 'n': 3, 'k': 'x'}, {'id': 'b', 'n': 1, 'k': 'y'}, "                       \
  "{'id': 'c', 'n': 2, 'k': 'x'}], 'least': 0, 'by': null}"

static bool is_at_least(const json_t *row, const json_t *const *parameters, void *unused) {
  (void)unused;
  return json_integer_value(json_object_get(row, "n")) >= json_integer_value(parameters[0]);
}

TEST(J44_a_burst_is_told_once_as_edits_that_make_the_list_of_now) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.sort = SORT("/n");
  s.options.numbers = SORT("/n");
  kit_open(k, writer(), ROWS);
  shown_open(&s, k->store);
  json_array_clear(s.edits);
  send_ok(k->store, "{'all': [{'insert': ['/rows/0', {'id': 'd', 'n': 9}]}, {'remove': '/rows/2'}, "
                    "{'set': ['/rows/1/n', 0]}, {'set': ['/rows/1/k', 'q']}]}");
  assert_edits(&s, "[\"+3 d\",\"-0 b\",\">1:0 a\"]");
  send_ok(k->store, "{'set': ['/rows', [{'id': 'z', 'n': 1}]]}");
  assert_edits(&s, "[\"=1\"]");
  send_ok(k->store, "{'set': ['/rows', null]}");
  assert_edits(&s, "[\"=0\"]");
  /* L15: nothing is shown, same as before. */
  send_ok(k->store, "{'set': ['/rows', []]}");
  assert_edits(&s, "[]");
  send_ok(k->store, "{'insert': ['/rows/-', {'id': 'a', 'n': 1}]}");
  send_ok(k->store, "{'set': ['/rows/0', {'id': 'b', 'n': 1}]}");
  assert_edits(&s, "[\"+0 a\",\"-0 a\",\"+0 b\"]");
  shown_close(&s);
}

TEST(J45_a_part_of_a_list_is_shown_and_another_one_can_be) {
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  s.options.sort = SORT("/n");
  s.options.first = 1;
  s.options.limit = 2;
  kit_open(k, writer(),
           "{'rows': [{'id': 'a', 'n': 1}, {'id': 'b', 'n': 2}, {'id': 'c', 'n': 3}, {'id': 'd', "
           "'n': 4}]}");
  shown_open(&s, k->store);
  assert_value_is(s.ids, "['b', 'c']");
  json_array_clear(s.edits);
  send_ok(k->store, "{'set': ['/rows/3/n', 0]}");
  assert_edits(&s, "[\"-1 c\",\"+0 a\"]");
  assert_int_equal(kmk_list_show(s.list, 2, 2, NULL), KMK_OK);
  s.options.first = 2;
  assert_edits(&s, "[\"-0 a\",\"+1 c\"]");
  assert_int_equal(kmk_list_show(s.list, 0, 1, NULL), KMK_OK);
  s.options.first = 0, s.options.limit = 1;
  assert_edits(&s, "[\"=1\"]");
  send_ok(k->store, "{'remove': '/rows/3'}");
  assert_edits(&s, "[\"-0 d\",\"+0 a\"]");
  shown_close(&s);
}

static void ignore_edits(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, (void)data;
}

TEST(J50_what_is_wrong_is_refused_with_its_place) {
  kmk_error error;
  int freed = 0;
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  kit_open(k, writer(), ROWS);
  assert_null(kmk_list_new(NULL, "/rows", NULL, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_null(kmk_list_new(k->store, "rows", NULL, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  options.sort = SORT("-n");
  assert_null(kmk_list_new(k->store, "/rows", &options, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  options.sort = NULL;
  options.size = 8;
  assert_null(kmk_list_new(k->store, "/rows", &options, &freed, count_free, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_int_equal(freed, 4);
  kmk_list *list = kmk_list_new(k->store, "/rows", NULL, &freed, count_free, &error);
  assert_null(kmk_list_get(list, 3, &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_list_observe(list, NULL, &freed, count_free, &error));
  assert_int_equal(freed, 5);
  kmk_list *other = kmk_list_new(k->store, "/rows", NULL, NULL, NULL, &error);
  kmk_subscription *told = kmk_list_observe(other, ignore_edits, &freed, count_free, &error);
  kmk_list_free(other);
  assert_int_equal(freed, 6);
  kmk_subscription_free(told);
  assert_int_equal(kmk_list_count(NULL), 0);
  assert_int_equal(kmk_list_index(list, NULL), SIZE_MAX);
  assert_int_equal(kmk_list_show(NULL, 0, 0, &error), KMK_ERR_INVALID_ARGUMENT);
  end_store(k);
  assert_int_equal(freed, 7);
  assert_null(kmk_list_get(list, 0, &error));
  assert_int_equal(error.status, KMK_ERR_CLOSED);
  assert_int_equal(kmk_list_count(list), 0);
  kmk_list_free(list);
}

/* --------------------------------------------------------------- random writes */

static unsigned next_random(unsigned *seed) {
  return (*seed = *seed * 1664525u + 1013904223u) >> 8;
}

static void random_write(unsigned *seed, size_t count, char *text, size_t size) {
  static int serial;
  unsigned row = count ? next_random(seed) % count : 0,
           other = count ? next_random(seed) % count : 0;
  int n = (int)(next_random(seed) % 6);
  switch (count ? next_random(seed) % 8 : 0) {
  case 0:
  case 1:
    snprintf(text, size, "{'insert': ['/rows/%u', {'id': 'r%d', 'n': %d, 'k': 'k%d'}]}",
             count ? next_random(seed) % (unsigned)(count + 1) : 0, serial++, n, n % 3);
    break;
  case 2:
    snprintf(text, size, "{'remove': '/rows/%u'}", row);
    break;
  case 3:
    snprintf(text, size, "{'move': ['/rows/%u', '/rows/%u']}", row, other);
    break;
  case 4:
    snprintf(text, size, "{'set': ['/rows/%u/k', 'k%d']}", row, n % 3);
    break;
  case 5:
    snprintf(text, size, "{'set': ['/rows/%u', {'id': 'r%d', 'n': %d}]}", row, serial++, n);
    break;
  default:
    snprintf(text, size, "{'set': ['/rows/%u/n', %d]}", row, n);
    break;
  }
}

static size_t count_rows(const shown *s) {
  json_t *rows = kmk_store_get(s->store, "/rows", NULL);
  size_t count = json_array_size(rows);
  json_decref(rows);
  return count;
}

static void play(kit *k, unsigned seed, shown *s) {
  char write[128], action[1024];
  kit_open(k, writer(), "{'rows': [], 'least': 0, 'by': null}");
  shown_open(s, k->store);
  for (int step = 0; step < (is_watched() ? 60 : 400); step++) {
    size_t count = count_rows(s);
    if (next_random(&seed) % 40 == 0) {
      snprintf(action, sizeof action, "{'set': ['/least', %u]}", next_random(&seed) % 4);
    } else if (next_random(&seed) % 60 == 0) {
      snprintf(action, sizeof action, "{'set': ['/by', %s]}",
               (const char *[]){"'-/n'", "'/k'", "null"}[next_random(&seed) % 3]);
    } else {
      /* Several writes in one burst: those after the first may fail, because rows were added and removed. */
      int writes = 1 + (int)(next_random(&seed) % 4);
      size_t length = (size_t)snprintf(action, sizeof action, "{'all': [");
      for (int i = 0; i < writes; i++) {
        random_write(&seed, count, write, sizeof write);
        length +=
            (size_t)snprintf(action + length, sizeof action - length, "%s%s", i ? ", " : "", write);
      }
      snprintf(action + length, sizeof action - length, "]}");
    }
    send_ok(k->store, action);
    json_array_clear(k->issues);
    shown_check(s);
    json_array_clear(s->edits);
    if (s->options.limit && next_random(&seed) % 10 == 0) {
      s->options.first = next_random(&seed) % 6;
      s->options.limit = 1 + next_random(&seed) % 5;
      assert_int_equal(kmk_list_show(s->list, s->options.first, s->options.limit, NULL), KMK_OK);
    }
  }
  shown_close(s);
  end_store(k);
}

TEST(J44_by_chance_a_list_is_what_a_sort_of_all_rows_makes) {
  for (unsigned seed = 1; seed <= 8; seed++) {
    shown s = {.options = KMK_LIST_OPTIONS_INIT};
    s.options.sort = seed & 1 ? SORT("/n") : SORT("-/n", "/k");
    s.options.numbers = SORT("/n");
    s.options.group = seed & 4 ? "/k" : NULL;
    if (seed & 2) {
      s.options.filter = is_at_least;
      s.options.parameters = SORT("/least");
      s.options.sort_place = "/by";
    }
    play(k, seed, &s);
  }
}

TEST(J45_by_chance_a_part_is_what_a_cut_of_all_rows_makes) {
  for (unsigned seed = 11; seed <= 18; seed++) {
    shown s = {.options = KMK_LIST_OPTIONS_INIT};
    s.options.sort = SORT("/n");
    s.options.first = seed % 3;
    s.options.limit = 1 + seed % 4;
    if (seed & 2) {
      s.options.filter = is_at_least;
      s.options.parameters = SORT("/least");
    }
    play(k, seed, &s);
  }
}

/* Enough rows for a tree of three levels, so that the totals and counts of its branches are tested as well. */
TEST(J44_J48_by_chance_many_rows_are_sorted_and_summed) {
  enum { MANY = 3000 };
  const int many = is_watched() ? 300 : MANY;
  shown s = {.options = KMK_LIST_OPTIONS_INIT};
  unsigned seed = 5;
  char write[128];
  json_t *rows = json_array();
  s.options.sort = SORT("/n", "/k");
  s.options.numbers = SORT("/n");
  for (int i = 0; i < many; i++) {
    json_array_append_new(rows, json_pack("{s:o, s:i, s:s}", "id", json_sprintf("m%d", i), "n",
                                          (int)(next_random(&seed) % 100000), "k", "k"));
  }
  kit_open(k, writer(), "{'rows': []}");
  assert_int_equal(
      kmk_store_send_new(k->store, json_pack("{s:[s, o]}", "set", "/rows", rows), NULL), KMK_OK);
  shown_open(&s, k->store);
  for (int step = 0; step < 900; step++) {
    unsigned row = next_random(&seed) % (unsigned)(many / 2);
    if (step % 3 == 0) {
      /* Makes this row the largest; the next round changes it back. */
      snprintf(write, sizeof write, "{'set': ['/rows/%u/n', %d]}", row, 200000 + step);
    } else if (step % 3 == 1) {
      snprintf(write, sizeof write, "{'set': ['/rows/%u/n', %u]}", row,
               next_random(&seed) % 100000);
    } else {
      snprintf(write, sizeof write,
               step % 2 ? "{'remove': '/rows/%u'}"
                        : "{'insert': ['/rows/%u', {'id': 'x%d', 'n': -%d}]}",
               row, step, step);
    }
    send_ok(k->store, write);
    if (step % 90 == 0) {
      shown_check(&s);
    }
  }
  /* Removes most rows, so that nodes of the tree are merged. */
  for (int left = (int)kmk_list_count(s.list); left > 40; left--) {
    snprintf(write, sizeof write, "{'remove': '/rows/%u'}", next_random(&seed) % (unsigned)left);
    send_ok(k->store, write);
    if (left % 300 == 0) {
      shown_check(&s);
    }
  }
  shown_close(&s);
}
