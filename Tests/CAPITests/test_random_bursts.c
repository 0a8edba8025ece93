/* Random bursts (burst_support.h): patches and their inverses applied forth and back, the places that a step
 * is told, and who observes by an index and by an id (U1 to U3).
 *
 *     KUMIKI_BURSTS=100000 KUMIKI_SEED=7 ./test_random_bursts
 */
#include "burst_support.h"
#include "mirror_support.h"
#include "trial_support.h"

#include <stdio.h>

static uint64_t number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t bursts(void) { return number("KUMIKI_BURSTS", is_watched() ? 1000 : 5000); }

/* For people, where something does not hold. */
static void tell(uint64_t burst, const json_t *before, const json_t *written) {
  char *state = text_of(before), *writes = text_of(written);
  fprintf(stderr, "burst %llu, in %s: %s\n", (unsigned long long)burst, state, writes);
  free(state);
  free(writes);
}

static bool holds(const mirror *m) {
  json_t *value = kmk_store_get(m->store, m->pointer, NULL);
  bool is_same = (value == NULL && m->copy == NULL) || json_equal(value, m->copy);
  json_decref(value);
  return is_same && !m->failed;
}

/* Keeps what it was told last. */
static void keep(const json_t *value, void *kept) {
  json_array_clear(kept);
  json_array_append_new(kept, value == NULL ? json_null() : json_deep_copy(value));
}

static void check_kept(kmk_store *store, const char *pointer, const json_t *kept) {
  json_t *now = kmk_store_get(store, pointer, NULL);
  char *text = text_of(now);
  json_t *expected = json_pack("[o]", now == NULL ? json_null() : now);
  if (!json_equal(kept, expected)) {
    char *known = text_of(kept);
    fail_msg("%s is %s, and was told as %s", pointer, text, known);
  }
  json_decref(expected);
  free(text);
}

TEST(U1_random_bursts_with_moves_lead_back_exactly) {
  enum { MIRRORS = 9 };
  static const char *const parts[] = {"", "/rows", "/rows/1", "/l", "/l/1", "/o/l"};
  mirror mirrors[MIRRORS];
  static const char *const seen[] = {"/rows/1/n", "/l/1", "/rows/0/l/1/n"};
  kmk_subscription *watches[COUNT_OF(seen)];
  json_t *kept[COUNT_OF(seen)];
  kmk_store *views[2];
  json_t *written = json_array();
  dice d = {number("KUMIKI_SEED", 3)};
  kit_open(k, kmk_for_each(bursting(written), "/rows", "rows", NULL, kmk_empty()), BURST_STATE);
  mirror_open(&mirrors[0], k->store, "");
  for (size_t i = 0; i < COUNT_OF(parts); i++) {
    mirror_open_changes(&mirrors[1 + i], k->store, parts[i]);
  }
  for (size_t i = 0; i < 2; i++) {
    json_t *id = json_integer((json_int_t)i);
    views[i] = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
    mirror_open_changes(&mirrors[1 + COUNT_OF(parts) + i], views[i], "");
    json_decref(id);
  }
  for (size_t i = 0; i < COUNT_OF(seen); i++) {
    kept[i] = json_array();
    watches[i] = kmk_store_observe(k->store, seen[i], keep, kept[i], NULL, NULL);
  }
  for (uint64_t burst = 0; burst < bursts(); burst++) {
    json_t *before = kmk_store_state(k->store);
    assert_int_equal(kmk_store_send_new(k->store, random_burst(&d, "burst"), NULL), KMK_OK);
    for (size_t i = 0; i < MIRRORS; i++) {
      if (mirrors[i].store != k->store && !kmk_store_is_valid(mirrors[i].store)) {
        /* A view of a row that has gone keeps the last value. */
        continue;
      }
      if (!holds(&mirrors[i])) {
        tell(burst, before, written);
        mirror_check(&mirrors[i]);
      }
      json_array_clear(mirrors[i].patches);
      json_array_clear(mirrors[i].inverses);
    }
    for (size_t i = 0; i < COUNT_OF(seen); i++) {
      check_kept(k->store, seen[i], kept[i]);
    }
    json_array_clear(written);
    json_array_clear(k->issues); /* some of the writes cannot be done */
    json_array_clear(k->log);
    json_decref(before);
  }
  /* So that no view is left whose row has gone. */
  send_ok(k->store, "'anew'");
  for (size_t i = 0; i < MIRRORS; i++) {
    mirror_close(&mirrors[i]);
  }
  for (size_t i = 0; i < COUNT_OF(seen); i++) {
    kmk_subscription_free(watches[i]);
    json_decref(kept[i]);
  }
  kmk_store_free(views[0]);
  kmk_store_free(views[1]);
  json_decref(written);
}

/* Keeps the last places that it was told. */
static kmk_effect *keep_places(kmk_state *state, const json_t *places, const json_t *action,
                               kmk_env *env, void *kept) {
  (void)state, (void)action, (void)env;
  size_t index;
  json_t *place;
  json_array_foreach(places, index, place) { json_array_append(kept, place); }
  return NULL;
}

static size_t index_of(const json_t *rows, json_int_t id) {
  size_t index;
  json_t *row;
  json_array_foreach(rows, index, row) {
    if (json_integer_value(json_object_get(row, "id")) == id) {
      return index;
    }
  }
  return SIZE_MAX;
}

/* The places from the rows on that must have been told: of the array, of each row that came, and of the
 * member of each row that holds something else. An array whose rows came and went again, or moved back,
 * may be told as well. */
static json_t *places_between(const json_t *before, const json_t *after, bool is_array_told) {
  json_t *places = json_object();
  size_t index;
  json_t *row;
  char path[40];
  if (is_array_told) {
    json_object_set_new(places, "", json_true());
  }
  json_array_foreach(after, index, row) {
    size_t old = index_of(before, json_integer_value(json_object_get(row, "id")));
    json_t *was = json_object_get(json_array_get(before, old), "n");
    if (old == SIZE_MAX) {
      snprintf(path, sizeof path, "/%zu", index);
      json_object_set_new(places, path, json_true());
    } else if (!json_equal(was, json_object_get(row, "n"))) {
      snprintf(path, sizeof path, "/%zu/n", index);
      json_object_set_new(places, path, json_true());
    }
  }
  return places;
}

static bool moved(const json_t *before, const json_t *after) {
  size_t index;
  json_t *row;
  json_array_foreach(after, index, row) {
    if (index_of(before, json_integer_value(json_object_get(row, "id"))) != index) {
      return true;
    }
  }
  return json_array_size(before) != json_array_size(after);
}

TEST(U3_the_places_of_random_bursts_are_those_that_differ) {
  json_t *written = json_array(), *told = json_array();
  dice d = {number("KUMIKI_SEED", 5)};
  kit_open(k,
           kmk_on_write(kmk_for_each(bursting(written), "/rows", "rows", NULL, kmk_empty()),
                        "/rows", keep_places, told, NULL),
           BURST_STATE);
  for (uint64_t burst = 0; burst < bursts(); burst++) {
    json_t *before = kmk_store_get(k->store, "/rows", NULL), *places = json_object();
    size_t index;
    json_t *place;
    assert_int_equal(kmk_store_send_new(k->store, random_burst(&d, "edits"), NULL), KMK_OK);
    json_t *after = kmk_store_get(k->store, "/rows", NULL);
    json_array_foreach(told, index, place) {
      assert_int_equal(json_object_set_new(places, json_string_value(place), json_true()), 0);
    }
    bool is_array_told = json_object_get(places, "") != NULL;
    json_t *expected = places_between(before, after, is_array_told);
    if (!json_equal(places, expected) || json_array_size(told) != json_object_size(places) ||
        (moved(before, after) && !is_array_told)) {
      char *text = text_of(expected);
      tell(burst, before, written);
      assert_json_text(told, text);
    }
    json_decref(before);
    json_decref(after);
    json_decref(expected);
    json_decref(places);
    json_array_clear(told);
    json_array_clear(written);
    json_array_clear(k->log);
    json_array_clear(k->issues);
  }
  json_decref(written);
  json_decref(told);
}
