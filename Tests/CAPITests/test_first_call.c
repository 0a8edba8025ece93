/* Actions that an observer sends during its first call (J141). */
#include "support.h"

#define STATE "{'count': 0, 'mode': {'a': 0}, 'sheet': {'v': 0}, 'rows': [{'id': 1, 'n': 0}]}"

/* "next" changes every place that one of the observers observes. */
REDUCER(next) {
  (void)env, (void)data;
  if (!kmk_action_is(action, "next"))
    return NULL;
  kmk_state_set_new(state, "/count", json_integer(1));
  kmk_state_set_new(state, "/mode", json_pack("{s:i}", "b", 0));
  kmk_state_set_new(state, "/sheet", json_pack("{s:i}", "v", 1));
  kmk_state_insert_new(state, "/rows/0", json_pack("{s:i, s:i}", "id", 2, "n", 1));
  return kmk_effect_send_new(json_string("followed"));
}

static kmk_reducer *feature(void) {
  kmk_reducer *rows =
      kmk_for_each(kmk_reducer_new(next, NULL, NULL), "/rows", "rows", NULL, kmk_empty());
  return kmk_presentation(rows, "/sheet", "sheet", NULL, kmk_empty());
}

/* A record of an observer's calls. */
typedef struct seen {
  kit *k;
  kmk_derived *derived;
  kmk_list *list;
  void (*once)(struct seen *seen); /* in the first call */
  int depth, deepest, calls, freed;
  int last; /* the count in the state at the end of the last call */
} seen;

static void called(seen *s) {
  s->depth++;
  if (s->depth > s->deepest)
    s->deepest = s->depth;
  if (s->calls++ == 0)
    s->once(s);
  json_t *count = kmk_store_get(s->k->store, "/count", NULL);
  s->last = (int)json_integer_value(count);
  json_decref(count);
  s->depth--;
}

static void send_next(seen *s) {
  kmk_store_send_text(s->k->store, "\"next\"", NULL);
  kmk_store_send_text(s->k->store, "\"again\"", NULL);
}

static void on_value(const json_t *value, void *data) { (void)value, called(data); }
static void on_case(const char *name, const json_t *payload, void *data) {
  (void)name, (void)payload, called(data);
}
static void on_json(const json_t *json, void *data) { (void)json, called(data); }
static void on_present(const char *id, const char *name, const json_t *state, void *data) {
  (void)id, (void)name, (void)state, called(data);
}
static void on_update(const char *id, const json_t *state, void *data) {
  (void)id, (void)state, called(data);
}
static void on_edits(const kmk_list_edit *edits, size_t count, void *data) {
  (void)edits, (void)count, called(data);
}
static void on_free(void *data) { ((seen *)data)->freed++; }
static json_t *the_count(kmk_store *store, void *data) {
  (void)data;
  return kmk_store_get(store, "/count", NULL);
}

static kmk_subscription *observe(seen *s, int kind) {
  kmk_presentation_callbacks presented = {sizeof presented, on_present, on_update, NULL};
  kmk_store *store = s->k->store;
  switch (kind) {
  case 0:
    return kmk_store_observe(store, "/count", on_value, s, on_free, NULL);
  case 1:
    return kmk_store_observe_case(store, "/mode", on_case, s, on_free, NULL);
  case 2:
    return kmk_store_observe_presentation(store, "/sheet", &presented, s, on_free, NULL);
  case 3:
    return kmk_store_observe_ids(store, "/rows", on_json, s, on_free, NULL);
  case 4:
    return kmk_store_observe_id_changes(store, "/rows", on_json, s, on_free, NULL);
  case 5:
    return kmk_list_observe(s->list, on_edits, s, on_free, NULL);
  default:
    return kmk_derived_observe(s->derived, on_value, s, on_free, NULL);
  }
}
enum { KINDS = 7 };

static seen open_seen(kit *k, void (*once)(seen *s)) {
  seen s = {.k = k, .once = once};
  kit_open(k, feature(), STATE);
  s.list = kmk_list_new(k->store, "/rows", NULL, NULL, NULL, NULL);
  s.derived = kmk_derived_new(k->store, NULL, the_count, NULL, NULL, NULL);
  return s;
}

TEST(J141_a_send_in_the_first_call_is_reduced_after_it_and_before_subscribing_returns) {
  for (int kind = 0; kind < KINDS; kind++) {
    seen s = open_seen(k, send_next);
    kmk_subscription *subscription = observe(&s, kind);
    assert_non_null(subscription);
    assert_json_text(k->log, "['next', 'again', 'followed']");
    assert_int_equal(s.deepest, 1);
    assert_int_equal(s.calls, 2);
    assert_int_equal(s.last, 1);
    kmk_subscription_free(subscription);
    assert_int_equal(s.freed, 1);
    kmk_list_free(s.list);
    kmk_derived_free(s.derived);
    kmk_store_free(k->store);
    k->store = NULL;
    json_array_clear(k->log);
  }
}

static void free_store(seen *s) {
  kmk_store_send_text(s->k->store, "\"next\"", NULL);
  kmk_store_free(s->k->store);
}

TEST(J141_a_store_that_is_freed_in_a_first_call_ends_after_it) {
  for (int kind = 0; kind < KINDS; kind++) {
    seen s = open_seen(k, free_store);
    kmk_subscription *subscription = observe(&s, kind);
    k->store = NULL;
    assert_json_text(k->log, "[]"); /* the buffered action is dropped */
    assert_int_equal(s.calls, 1);
    assert_int_equal(s.freed, 1);
    kmk_subscription_free(subscription);
    kmk_list_free(s.list);
    kmk_derived_free(s.derived);
  }
}

static void let_go(seen *s) {
  kmk_store_send_text(s->k->store, "\"next\"", NULL);
  kmk_list_free(s->list);
  kmk_derived_free(s->derived);
}

TEST(J141_a_list_and_a_value_may_be_freed_in_the_first_call_of_their_observer) {
  for (int kind = 5; kind < KINDS; kind++) {
    seen s = open_seen(k, let_go);
    kmk_subscription *subscription = observe(&s, kind);
    assert_int_equal(s.deepest, 1);
    assert_int_equal(s.calls, kind == 5 ? 1 : 2); /* a list's observers end with the list */
    kmk_subscription_free(subscription);
    kmk_store_free(k->store);
    k->store = NULL;
    json_array_clear(k->log);
  }
}

static void observe_another(seen *s) {
  seen other = {.k = s->k, .once = send_next};
  kmk_subscription *inner = kmk_store_observe(s->k->store, "/count", on_value, &other, NULL, NULL);
  if (other.calls != 1)
    s->deepest = 100; /* its first call waits for the outer call to end */
  kmk_subscription_free(inner);
}

TEST(J141_a_first_call_inside_another_is_part_of_it) {
  seen s = open_seen(k, observe_another);
  kmk_subscription *subscription = observe(&s, 0);
  assert_int_equal(s.deepest, 1);
  assert_int_equal(s.calls, 2);
  assert_int_equal(s.last, 1);
  assert_json_text(k->log, "['next', 'again', 'followed']");
  kmk_subscription_free(subscription);
  kmk_list_free(s.list);
  kmk_derived_free(s.derived);
}

static void nothing(seen *s) { (void)s; }

static void send_and_note(const kmk_list_edit *edits, size_t count, void *data) {
  seen *s = data;
  (void)edits, (void)count;
  if (s->once == nothing && s->calls == 1)
    kmk_store_send_text(s->k->store, "\"next\"", NULL);
  called(s);
}

TEST(J141_what_is_sent_while_another_part_of_a_list_is_told_waits_too) {
  seen s = open_seen(k, nothing), other = s;
  kmk_subscription *first = kmk_list_observe(s.list, send_and_note, &s, NULL, NULL);
  kmk_subscription *second = kmk_list_observe(s.list, on_edits, &other, NULL, NULL);
  assert_int_equal(kmk_list_show(s.list, 0, 0, NULL), KMK_OK);
  assert_int_equal(kmk_list_show(s.list, 1, 5, NULL), KMK_OK); /* notifies: the only row leaves */
  assert_int_equal(s.deepest, 1);
  assert_int_equal(s.calls, other.calls);
  assert_int_equal(s.last, 1);
  assert_json_text(k->log, "['next', 'followed']");
  kmk_subscription_free(first);
  kmk_subscription_free(second);
  kmk_list_free(s.list);
  kmk_derived_free(s.derived);
}
