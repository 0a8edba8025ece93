/* Snapshots that are held while a store is written, in random histories (R41), and on another thread. */
#include "snapshot_support.h"

#include <pthread.h>

enum { MOMENTS = 12, MANY = 500 };

static uint64_t number;
static unsigned below(unsigned limit) {
  number ^= number << 13;
  number ^= number >> 7;
  number ^= number << 17;
  return (unsigned)((number >> 20) % limit);
}

#define HELD_STATE                                                                                 \
  "{'count': 0, 'text': 'a', 'none': null, 'map': {'a': 1, 'b': {'c': 2, 'd': [1, 2]}, '': 5},"    \
  " 'list': [1, 'b', [3, 4], {'e': 5}], 'rows': [{'id': 1, 'a': 1, 'b': {'x': 1}},"                \
  " {'id': 2, 'a': 2, 'b': null}, {'a': 3, 'id': 3, 'b': [1]}],"                                   \
  " 'a long key with more than a few bytes': {'another long key': [[[1]]]}}"

static const char *const places[] = {
    "/count",
    "/text",
    "/none",
    "/map",
    "/map/a",
    "/map/b",
    "/map/b/c",
    "/map/b/d",
    "/map/b/d/0",
    "/map/",
    "/map/new",
    "/list",
    "/list/0",
    "/list/1",
    "/list/2",
    "/list/2/0",
    "/list/3/e",
    "/list/3",
    "/list/-",
    "/list/5",
    "/rows",
    "/rows/0",
    "/rows/0/a",
    "/rows/0/b",
    "/rows/0/b/x",
    "/rows/1/a",
    "/rows/1/new",
    "/rows/2/a",
    "/rows/2/id",
    "/rows/-",
    "/rows/1",
    "/rows/3/a",
    "/a long key with more than a few bytes/another long key/0/0/0",
    "/a long key with more than a few bytes/another long key",
    "/new",
    "/new/new"};

static const char *place(void) {
  /* The whole state is seldom written. */
  return below(60) == 0 ? "" : places[below(COUNT_OF(places))];
}

static json_t *value(int depth) {
  switch (below(depth < 2 ? 9 : 6)) {
  case 0:
    return json_null();
  case 1:
    return json_boolean(below(2));
  case 2:
    return json_string("text");
  case 6:
    return json_pack("[o, o]", value(depth + 1), value(depth + 1));
  case 7:
    return json_pack("{s:o, s:o}", "d", value(depth + 1), "c", value(depth + 1));
  case 8:
    return json_pack("{s:i, s:o, s:o}", "id", below(9), "a", value(depth + 1), "b",
                     value(depth + 1));
  default:
    return json_integer(below(100));
  }
}

/* Writes at random places. Refused writes change nothing. */
REDUCER(scribble) {
  for (unsigned left = 1 + below(4); left > 0; left--) {
    switch (below(10)) {
    case 0:
      kmk_state_remove(state, place());
      break;
    case 1:
      kmk_state_move(state, place(), place());
      break;
    case 2:
    case 3:
      kmk_state_insert_new(state, place(), value(0));
      break;
    case 4: {
      char row[32];
      snprintf(row, sizeof row, "/rows/%u", below(5));
      kmk_state_insert_new(state, row, json_pack("{s:i, s:i}", "id", below(1000), "a", below(9)));
      break;
    }
    case 5: {
      char row[32];
      snprintf(row, sizeof row, "/rows/%u", below(8));
      kmk_state_remove(state, row);
      break;
    }
    default: {
      const char *at = place();
      kmk_state_set_new(state, at, *at == 0 ? json_of(HELD_STATE) : value(0));
    }
    }
  }
  return NULL;
}

static bool is_same(json_t *state, const char *expected) {
  char *text = json_dumps(state, JSON_COMPACT | JSON_ENCODE_ANY);
  bool is = text != NULL && strcmp(text, expected) == 0;
  if (!is)
    print_error("read     %s\nexpected %s\n", text, expected);
  free(text);
  return is;
}

static bool reads(kmk_snapshot *held, const char *expected) {
  json_t *state = kmk_snapshot_state(held);
  bool is = is_same(state, expected);
  json_decref(state);
  return is;
}

typedef struct moment {
  kmk_snapshot *held;
  char *text;
  json_t *read; /* a state that the program keeps */
} moment;

static char *state_text_of(kmk_store *store) { return kmk_store_state_text(store, JSON_COMPACT); }

static void let_go(moment *one) {
  kmk_snapshot_free(one->held);
  kmk_text_free(one->text);
  json_decref(one->read);
  *one = (moment){0};
}

static void step(kit *k, moment *one, bool with_rows) {
  switch (below(16)) {
  case 0:
  case 1:
    if (one->held == NULL)
      *one = (moment){snapshot_of(k->store), state_text_of(k->store), NULL};
    break;
  case 2:
    let_go(one);
    break;
  case 3:
    if (one->held != NULL)
      assert_true(reads(one->held, one->text));
    break;
  case 4:
    if (one->held != NULL && one->read == NULL) {
      one->read = kmk_snapshot_state(one->held);
      assert_true(is_same(one->read, one->text));
    }
    break;
  case 5:
    if (one->held != NULL && below(2)) {
      restore_ok(k->store, one->held);
      char *text = state_text_of(k->store);
      assert_string_equal(text, one->text);
      kmk_text_free(text);
    }
    break;
  case 6:
  case 7:
    if (with_rows) {
      char action[80];
      snprintf(action, sizeof action, "{'rows': {'element': {'id': %u, 'action': 'go'}}}",
               1 + below(4));
      send_ok(k->store, action);
      break;
    } /* fall through */
  default:
    send_ok(k->store, "'go'");
  }
}

static void play(kit *k, unsigned history, bool with_rows) {
  number = 88172645463325252u + history * 7919u;
  kmk_reducer *reducer = kmk_reducer_new(scribble, NULL, NULL);
  if (with_rows)
    reducer = kmk_for_each(reducer, "/rows", "rows", NULL, kmk_reducer_new(scribble, NULL, NULL));
  kmk_store *store = k->store = open_store(k->loop, reducer, HELD_STATE);
  moment moments[MOMENTS] = {{0}};
  for (int round = 0; round < 300; round++)
    step(k, &moments[below(MOMENTS)], with_rows);
  for (int index = 0; index < MOMENTS; index++)
    if (moments[index].held != NULL) {
      assert_true(reads(moments[index].held, moments[index].text));
      if (moments[index].read != NULL)
        assert_true(is_same(moments[index].read, moments[index].text));
    }
  /* They outlive the store. */
  kmk_store_free(store);
  k->store = NULL;
  for (int index = 0; index < MOMENTS; index++) {
    if (moments[index].held != NULL)
      assert_true(reads(moments[index].held, moments[index].text));
    let_go(&moments[index]);
  }
}

TEST(R41_held_snapshots_stay_as_they_were_in_random_histories) {
  for (unsigned history = 0; history < ROUNDS_OF(200); history++)
    play(k, history, history % 2);
  json_array_clear(k->issues);
}

/* -------------------------------------------------------------- threads */

typedef struct mail {
  pthread_mutex_t lock;
  kmk_snapshot *held;
  char *text;
  bool over;
  int read, different;
} mail;

static void *read_all(void *user_data) {
  mail *box = user_data;
  for (bool over = false; !over;) {
    pthread_mutex_lock(&box->lock);
    kmk_snapshot *held = box->held;
    char *text = box->text;
    box->held = NULL;
    over = box->over;
    pthread_mutex_unlock(&box->lock);
    if (held == NULL)
      continue;
    box->different += !reads(held, text) + !reads(held, text);
    box->read++;
    kmk_snapshot_free(held);
    kmk_text_free(text);
  }
  return NULL;
}

static void play_on_two_threads(kit *k, kmk_reduce_fn writes, const char *state, int sends) {
  mail box = {.lock = PTHREAD_MUTEX_INITIALIZER};
  number = 1;
  k->store = open_store(k->loop, kmk_reducer_new(writes, NULL, NULL), state);
  kmk_snapshot *kept = snapshot_of(k->store);
  char *kept_text = state_text_of(k->store);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, read_all, &box), 0);
  for (int sent = 0; sent < sends; sent++) {
    send_ok(k->store, "'go'");
    if (sent % 500 == 0)
      restore_ok(k->store, kept);
    pthread_mutex_lock(&box.lock);
    bool is_empty = box.held == NULL;
    pthread_mutex_unlock(&box.lock);
    if (!is_empty)
      continue;
    kmk_snapshot *held = snapshot_of(k->store);
    char *text = state_text_of(k->store);
    pthread_mutex_lock(&box.lock);
    box.text = text;
    box.held = held;
    pthread_mutex_unlock(&box.lock);
  }
  pthread_mutex_lock(&box.lock);
  box.over = true;
  pthread_mutex_unlock(&box.lock);
  pthread_join(thread, NULL);
  if (box.held != NULL) {
    kmk_snapshot_free(box.held);
    kmk_text_free(box.text);
  }
  assert_true(box.read > 0);
  assert_int_equal(box.different, 0);
  assert_true(reads(kept, kept_text));
  kmk_snapshot_free(kept);
  kmk_text_free(kept_text);
  json_array_clear(k->issues);
}

TEST(R41_a_held_snapshot_is_read_on_another_thread_while_the_store_is_written) {
  play_on_two_threads(k, scribble, HELD_STATE, (int)ROUNDS_OF(20000));
}

/* Writes to elements of a large array, which seldom come or go. */
REDUCER(touch) {
  unsigned kind = below(200);
  char at[40];
  snprintf(at, sizeof at, kind % 2 ? "/many/%u/a" : "/many/%u", below(MANY));
  if (kind == 0)
    kmk_state_remove(state, at);
  else if (kind < 3)
    kmk_state_insert_new(state, at, value(0));
  else
    kmk_state_set_new(state, at, kind == 4 ? json_pack("{s:i}", "a", 0) : value(0));
  return NULL;
}

TEST(R79_a_large_array_is_read_on_another_thread_while_its_elements_are_written) {
  json_t *many = json_array();
  for (int index = 0; index < MANY; index++)
    json_array_append_new(many, json_pack("{s:i, s:[i]}", "a", index, "b", index));
  json_t *state = json_pack("{s:o, s:i}", "many", many, "other", 1);
  char *text = json_dumps(state, 0);
  json_decref(state);
  play_on_two_threads(k, touch, text, (int)ROUNDS_OF(20000));
  free(text);
}
