/* Random histories: bursts (burst_support.h) that are steps, undone and redone against copies of the state (U4),
 * and with others' bursts between them (U20).
 *
 *     KUMIKI_HISTORIES=100000 KUMIKI_SEED=7 ./test_random_undo
 */
#include "burst_support.h"
#include "mirror_support.h"
#include "trial_support.h"

#include <stdio.h>

static uint64_t number(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static uint64_t histories(void) { return number("KUMIKI_HISTORIES", is_watched() ? 60 : 600); }

typedef struct history {
  dice d;
  kmk_store *store;
  json_t *written; /* what was written in the last action */
  json_t *past;    /* the states to which undo leads, the last one last */
  json_t *future;
} history;

static void open_history(history *h, kit *k, uint64_t seed, bool has_rows,
                         const kmk_undo_options *options, const char *state) {
  *h =
      (history){.d = {seed}, .written = json_array(), .past = json_array(), .future = json_array()};
  kmk_reducer *base = bursting(h->written);
  if (has_rows) {
    base = kmk_for_each(base, "/rows", "rows", NULL, kmk_empty());
  }
  h->store = open_store(k->loop, kmk_undoable(base, options), state);
}

static void close_history(history *h, kit *k) {
  kmk_store_free(h->store);
  json_decref(h->written);
  json_decref(h->past);
  json_decref(h->future);
  json_array_clear(k->issues); /* some writes cannot be done */
}

static void fail_at(const history *h, uint64_t seed, const json_t *before, const json_t *after,
                    const json_t *expected) {
  char *was = text_of(before), *is = text_of(after), *should = text_of(expected);
  char *writes = text_of(h->written);
  fail_msg("history %llu: in %s\nafter %s\nis %s\nnot %s", (unsigned long long)seed, was, writes,
           is, should);
}

/* Takes one action, and sees that an undo and a redo lead where copies say. */
static void play(history *h, uint64_t seed) {
  json_t *before = kmk_store_state(h->store), *after;
  size_t what = roll(&h->d, 8);
  json_array_clear(h->written);
  if (what < 3) {
    assert_int_equal(kmk_store_send_new(h->store, random_burst(&h->d, "burst"), NULL), KMK_OK);
  } else {
    send_ok(h->store, what < 6 ? "'undo'" : "'redo'");
  }
  after = kmk_store_state(h->store);
  if (what < 3) {
    if (!json_equal(before, after)) {
      json_array_append(h->past, before);
      json_array_clear(h->future);
    }
  } else {
    json_t *from = what < 6 ? h->past : h->future, *to = what < 6 ? h->future : h->past;
    size_t count = json_array_size(from);
    const json_t *expected = count > 0 ? json_array_get(from, count - 1) : before;
    if (!json_equal(after, expected)) {
      fail_at(h, seed, before, after, expected);
    }
    if (count > 0) {
      json_array_remove(from, count - 1);
      json_array_append(to, before);
    }
  }
  json_decref(before);
  json_decref(after);
}

TEST(U4_random_steps_with_moves_lead_back_and_forth_exactly) {
  uint64_t first = number("KUMIKI_SEED", 1);
  for (uint64_t seed = first; seed < first + histories(); seed++) {
    history h;
    mirror m;
    open_history(&h, k, seed, seed % 2 == 0, NULL, BURST_STATE);
    mirror_open_changes(&m, h.store, "");
    for (int turn = 0; turn < 30; turn++) {
      play(&h, seed);
    }
    while (json_array_size(h.past) > 0) {
      json_t *before = kmk_store_state(h.store), *after;
      send_ok(h.store, "'undo'");
      after = kmk_store_state(h.store);
      const json_t *expected = json_array_get(h.past, json_array_size(h.past) - 1);
      if (!json_equal(after, expected)) {
        fail_at(&h, seed, before, after, expected);
      }
      json_array_remove(h.past, json_array_size(h.past) - 1);
      json_decref(before);
      json_decref(after);
    }
    mirror_close(&m);
    close_history(&h, k);
  }
}

/* An action, and whether it changed something. */
static bool act(history *h, const char *action) {
  json_t *before = kmk_store_state(h->store), *after;
  send_ok(h->store, action);
  after = kmk_store_state(h->store);
  bool is_other = !json_equal(before, after);
  json_decref(before);
  json_decref(after);
  return is_other;
}

/* Whatever others write: a redo leads back to what was before the undo, and another undo to what that made. */
TEST(U20_with_others_between_a_redo_leads_to_what_was_before_the_undo) {
  static const char *const ignored[] = {"other", NULL};
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  options.ignored = ignored;
  uint64_t first = number("KUMIKI_SEED", 1);
  for (uint64_t seed = first; seed < first + histories(); seed++) {
    history h;
    mirror m;
    open_history(&h, k, seed, seed % 2 == 0, &options, BURST_STATE);
    mirror_open_changes(&m, h.store, "");
    for (int turn = 0; turn < 30; turn++) {
      size_t what = roll(&h.d, 8);
      json_t *before = kmk_store_state(h.store);
      if (what < 5) {
        json_array_clear(h.written);
        const char *name = what < 2 ? "burst" : "other";
        assert_int_equal(kmk_store_send_new(h.store, random_burst(&h.d, name), NULL), KMK_OK);
      } else if (act(&h, what < 7 ? "'undo'" : "'redo'")) {
        json_t *middle = kmk_store_state(h.store), *after;
        send_ok(h.store, what < 7 ? "'redo'" : "'undo'");
        after = kmk_store_state(h.store);
        if (!json_equal(after, before)) {
          fail_at(&h, seed, middle, after, before);
        }
        json_decref(after);
        send_ok(h.store, what < 7 ? "'undo'" : "'redo'");
        after = kmk_store_state(h.store);
        if (!json_equal(after, middle)) {
          fail_at(&h, seed, before, after, middle);
        }
        json_decref(after);
        json_decref(middle);
      }
      json_decref(before);
    }
    mirror_close(&m);
    close_history(&h, k);
  }
}
