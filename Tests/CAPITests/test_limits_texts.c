/* Extreme pointers and case paths, function by function as in the table of docs/limits.md (M16). Some are so long
 * that a function without linear cost would not finish (M19). */
#define KMK_NO_DEPRECATED /* kmk_bindings is tested here too */
#include "limits_support.h"

#include <sys/resource.h>

typedef kmk_status perform(kit *k, const char *text);

static kmk_status status_of(bool is_ok, const kmk_error *error) {
  return is_ok ? KMK_OK : error->status;
}

/* ------------------------------------------------------------------------ on a store */

static kmk_status get(kit *k, const char *text) {
  kmk_error error;
  json_t *value = kmk_store_get(k->store, text, &error);
  assert_true(value != NULL || kmk_store_get(k->store, text, NULL) == NULL);
  json_decref(value);
  return status_of(value != NULL, &error);
}

static kmk_status presentation_id(kit *k, const char *text) {
  kmk_error error;
  char *id = kmk_store_presentation_id(k->store, text, &error);
  kmk_text_free(id);
  return status_of(id != NULL, &error);
}

/* Two observer functions are enough: all of them share the code that reads the pointer (`subscribe`). */
static kmk_status subscribed(kmk_subscription *subscription, const kmk_error *error) {
  kmk_subscription_free(subscription);
  return status_of(subscription != NULL, error);
}

static void hear(const json_t *value, void *data) { (void)value, (void)data; }

static kmk_status observe(kit *k, const char *text) {
  kmk_error error;
  return subscribed(kmk_store_observe(k->store, text, hear, NULL, NULL, &error), &error);
}

static kmk_status observe_presentation(kit *k, const char *text) {
  static const kmk_presentation_callbacks none = {sizeof none, NULL, NULL, NULL};
  kmk_error error;
  kmk_subscription *subscription =
      kmk_store_observe_presentation(k->store, text, &none, NULL, NULL, &error);
  return subscribed(subscription, &error);
}

static kmk_status viewed(kmk_store *view, const kmk_error *error) {
  kmk_store_free(view);
  return status_of(view != NULL, error);
}

static kmk_status scope_to(kit *k, const char *text) {
  kmk_error error;
  return viewed(kmk_store_scope(k->store, text, "a.presented", &error), &error);
}

static kmk_status scope_element(kit *k, const char *text) {
  kmk_error error;
  json_t *id = json_integer(1);
  kmk_store *view = kmk_store_scope_element(k->store, text, "rows", id, &error);
  json_decref(id);
  return viewed(view, &error);
}

static kmk_status write_path(kit *k, const char *text) {
  json_t *path = json_array();
  kmk_status status = kmk_store_write_path(k->store, text, "path", path, NULL);
  json_decref(path);
  return status;
}

/* ----------------------------------------------------------------------- case paths */

/* Sends through a scoped store whose actions are at a case path: refused, or handled. */
static kmk_status scope_by(kit *k, const char *text) {
  kmk_error error;
  kmk_store *view = kmk_store_scope(k->store, "/a", text, &error);
  if (view == NULL)
    return error.status;
  kmk_status status = kmk_store_send_text(view, "\"inc\"", &error);
  assert_int_equal(send_status(view, "{'binding': {'path': '/count', 'value': 1}}"), status);
  kmk_store_free(view);
  return status;
}

static kmk_status scope_element_by(kit *k, const char *text) {
  kmk_error error;
  json_t *id = json_integer(1);
  kmk_store *view = kmk_store_scope_element(k->store, "/rows", text, id, &error);
  json_decref(id);
  if (view == NULL)
    return error.status;
  kmk_status status = kmk_store_send_text(view, "\"inc\"", NULL);
  kmk_store_free(view);
  return status;
}

static kmk_status present(kit *k, const char *text) {
  return kmk_store_present(k->store, text, NULL, NULL);
}

static kmk_status dismiss(kit *k, const char *text) {
  return kmk_store_dismiss(k->store, text, NULL);
}

static kmk_status dismiss_id_by(kit *k, const char *text) {
  return kmk_store_dismiss_id(k->store, text, "0", NULL);
}

static kmk_status send_presented(kit *k, const char *text) {
  json_t *action = json_string("inc");
  kmk_status status = kmk_store_presented(k->store, text, action, NULL);
  json_decref(action);
  return status;
}

static kmk_status write_binding_by(kit *k, const char *text) {
  json_t *value = json_integer(1);
  kmk_status status = kmk_store_write_binding(k->store, text, "/count", value, NULL);
  json_decref(value);
  return status;
}

static kmk_status write_path_by(kit *k, const char *text) {
  json_t *path = json_array();
  kmk_store *store = open_store(k->loop, kmk_combine(0, NULL), "{'path': [{}]}");
  kmk_status status = kmk_store_write_path(store, "/path", text, path, NULL);
  kmk_store_free(store);
  json_decref(path);
  return status;
}

/* ----------------------------------------------------------------------- operators */

static kmk_status make_scope(kit *k, const char *text) {
  return opened(k, kmk_scope(text, "x", counter()));
}

static kmk_status make_if_let(kit *k, const char *text) {
  return opened(k, kmk_if_let(counter(), text, "x", NULL, counter()));
}

static kmk_status make_presentation(kit *k, const char *text) {
  return opened(k, kmk_presentation(counter(), text, "x", NULL, counter()));
}

static kmk_status make_for_each(kit *k, const char *text) {
  return opened(k, kmk_for_each(counter(), text, "x", NULL, counter()));
}

static kmk_status make_stack(kit *k, const char *text) {
  return opened(k, kmk_stack(counter(), text, "x", counter()));
}

static kmk_status make_on_change(kit *k, const char *text) {
  return opened(k, kmk_on_change(counter(), text, no_answer_to_change, NULL, NULL));
}

static kmk_status make_on_write(kit *k, const char *text) {
  return opened(k, kmk_on_write(counter(), text, no_answer_to_write, NULL, NULL));
}

static kmk_status make_scope_by(kit *k, const char *text) {
  return opened(k, kmk_scope("/a", text, counter()));
}

static kmk_status make_presentation_by(kit *k, const char *text) {
  return opened(k, kmk_presentation(counter(), "/a", text, NULL, counter()));
}

static kmk_status make_stack_by(kit *k, const char *text) {
  return opened(k, kmk_stack(counter(), "/path", text, counter()));
}

static kmk_status make_bindings(kit *k, const char *text) { return opened(k, kmk_bindings(text)); }

/* ------------------------------------------------------------------ inside a reducer */

typedef kmk_status within(kmk_state *state, const json_t *action, const char *text);

static within *inside;
static const char *inside_text;

REDUCER(run_inside) {
  if (kmk_action_is(action, "go"))
    *(kmk_status *)data = inside(state, action, inside_text);
  return NULL;
}

static kmk_status run_within(kit *k, within *body, const char *text) {
  kmk_status answered = KMK_ERR_BUSY;
  inside = body;
  inside_text = text;
  kmk_store *store =
      open_store(k->loop, house(kmk_reducer_new(run_inside, &answered, NULL)), HOUSE);
  send_ok(store, "'go'");
  kmk_store_free(store);
  return answered;
}

#define WITHIN(name, ...)                                                                          \
  static kmk_status name##_within(kmk_state *state, const json_t *action, const char *text) {      \
    (void)action;                                                                                  \
    __VA_ARGS__                                                                                    \
  }                                                                                                \
  static kmk_status name(kit *k, const char *text) { return run_within(k, name##_within, text); }

WITHIN(state_set, return kmk_state_set_new(state, text, json_integer(1));)
WITHIN(state_insert, return kmk_state_insert_new(state, text, json_integer(1));)
WITHIN(state_remove, return kmk_state_remove(state, text);)
WITHIN(state_move_from, return kmk_state_move(state, text, "/z");)
WITHIN(state_move_to, return kmk_state_move(state, "/count", text);)
WITHIN(state_push, return kmk_state_push_new(state, text, json_object(), NULL);)
WITHIN(state_pop_from, return kmk_state_pop_from(state, text, 0);)
WITHIN(state_pop_to, return kmk_state_pop_to(state, text, 0);)
WITHIN(state_find, json_t *id = json_integer(1); size_t index;
       kmk_status status = kmk_state_find(state, text, id, &index); json_decref(id); return status;)
WITHIN(state_get, return kmk_state_get(state, text) ? KMK_OK : KMK_ERR_NOT_FOUND;)

/* ---------------------------------------------------------------------------- rows */

typedef struct function {
  const char *name;
  perform *perform;
  kmk_status when_long; /* for 20,000 steps that lead nowhere */
  kmk_status when_wrong;
} function;

#define NOWHERE KMK_ERR_NOT_FOUND
#define WRONG KMK_ERR_INVALID_ARGUMENT

static const function of_pointers[] = {
    {"kmk_store_get", get, NOWHERE, WRONG},
    {"kmk_store_presentation_id", presentation_id, NOWHERE, WRONG},
    {"kmk_store_observe", observe, KMK_OK, WRONG},
    {"kmk_store_observe_presentation", observe_presentation, KMK_OK, WRONG},
    {"kmk_store_scope", scope_to, NOWHERE, WRONG},
    {"kmk_store_scope_element", scope_element, NOWHERE, WRONG},
    {"kmk_store_write_path", write_path, NOWHERE, WRONG},
    {"kmk_scope", make_scope, KMK_OK, WRONG},
    {"kmk_if_let", make_if_let, KMK_OK, WRONG},
    {"kmk_presentation", make_presentation, KMK_OK, WRONG},
    {"kmk_for_each", make_for_each, KMK_OK, WRONG},
    {"kmk_stack", make_stack, KMK_OK, WRONG},
    {"kmk_on_change", make_on_change, KMK_OK, WRONG},
    {"kmk_on_write", make_on_write, KMK_OK, WRONG},
    {"kmk_state_set_new", state_set, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_state_insert_new", state_insert, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_state_remove", state_remove, NOWHERE, WRONG},
    {"kmk_state_move, from", state_move_from, NOWHERE, WRONG},
    {"kmk_state_move, to", state_move_to, NOWHERE, WRONG},
    {"kmk_state_push_new", state_push, NOWHERE, WRONG},
    {"kmk_state_pop_from", state_pop_from, NOWHERE, WRONG},
    {"kmk_state_pop_to", state_pop_to, NOWHERE, WRONG},
    {"kmk_state_find", state_find, NOWHERE, WRONG},
    {"kmk_state_get", state_get, NOWHERE, NOWHERE},
};

static const function of_cases[] = {
    {"kmk_store_scope", scope_by, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_store_scope_element", scope_element_by, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_store_present", present, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_store_dismiss", dismiss, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_store_dismiss_id", dismiss_id_by, NOWHERE, WRONG},
    {"kmk_store_presented", send_presented, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_store_write_binding", write_binding_by, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_store_write_path", write_path_by, KMK_ERR_TOO_DEEP, WRONG},
    {"kmk_scope", make_scope_by, KMK_OK, WRONG},
    {"kmk_presentation", make_presentation_by, KMK_OK, WRONG},
    {"kmk_stack", make_stack_by, KMK_OK, WRONG},
    {"kmk_bindings", make_bindings, KMK_OK, WRONG},
};

static void expect(const function *f, kit *k, const char *text, kmk_status expected) {
  kmk_status answered = f->perform(k, text);
  if (answered != expected)
    fail_msg("%s of \"%.20s\": %s, expected %s", f->name, text == NULL ? "(NULL)" : text,
             kmk_status_name(answered), kmk_status_name(expected));
}

/* The number of functions that write in a reducer: a failed write also raises an issue. */
enum { WRITERS = 8 };

TEST(M16_what_is_no_pointer_is_refused_by_every_function) {
  const char *const wrong[] = {NULL, "a", "~", "/~", "/~2", "/\xff", "\xc3"};
  open_house(k);
  for (size_t f = 0; f < COUNT_OF(of_pointers); f++)
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
      expect(&of_pointers[f], k, wrong[i], of_pointers[f].when_wrong);
  assert_failed_writes(k, COUNT_OF(wrong) * WRITERS);
}

TEST(M16_what_is_no_case_path_is_refused_by_every_function) {
  const char *const wrong[] = {NULL, "", ".", "a.", ".a", "a..b", "\xff", "a.\xc3"};
  open_house(k);
  for (size_t f = 0; f < COUNT_OF(of_cases); f++)
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
      expect(&of_cases[f], k, wrong[i], of_cases[f].when_wrong);
  assert_issues(k, "[]");
}

TEST(M19_a_pointer_of_20000_steps_takes_as_long_as_it_is) {
  char *texts[] = {repeated("/a", STEPS, ""), repeated("/a~1", STEPS, ""),
                   repeated("/0", STEPS, "")};
  open_house(k);
  for (size_t f = 0; f < COUNT_OF(of_pointers); f++)
    for (size_t i = 0; i < COUNT_OF(texts); i++)
      expect(&of_pointers[f], k, texts[i], of_pointers[f].when_long);
  for (size_t i = 0; i < COUNT_OF(texts); i++)
    free(texts[i]);
  assert_failed_writes(k, COUNT_OF(texts) * WRITERS);
}

TEST(M19_a_case_path_of_20000_names_takes_as_long_as_it_is) {
  char *text = repeated("x.", STEPS, "x");
  open_house(k);
  for (size_t f = 0; f < COUNT_OF(of_cases); f++)
    expect(&of_cases[f], k, text, of_cases[f].when_long);
  json_t *action = json_string("x");
  assert_false(kmk_action_is(action, text));
  assert_null(kmk_action_payload(action, text));
  assert_null(kmk_action_element(action, text, NULL));
  json_decref(action);
  free(text);
}

static kmk_reducer *around_itself(kmk_reducer *self, void *data) {
  (void)data;
  kmk_reducer *parent = kmk_presentation(counter(), "/a", "a", NULL, self);
  return kmk_cases(parent, 1, &(kmk_case){"a", "any"});
}

/* The peak memory of the process. A function that copied the path at each of STEPS steps would need gigabytes. */
static long peak_megabytes(void) {
  struct rusage usage;
  assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
  return usage.ru_maxrss / 1024;
}

/* A recursion is followed as far as the pointer or case path goes. */
TEST(M19_a_recursion_is_asked_as_far_as_the_path_goes) {
  k->store = open_store(k->loop, kmk_recurse(around_itself, NULL, NULL), "{'a': {'a': {}}}");
  char *pointer = repeated("/a", STEPS, ""), *path = repeated("a.presented.", STEPS, "a");
  assert_int_equal(presentation_id(k, pointer), KMK_ERR_NOT_FOUND);
  assert_int_equal(observe_presentation(k, pointer), KMK_OK);
  assert_int_equal(dismiss_id_by(k, path), KMK_ERR_NOT_FOUND);
  assert_int_equal(present(k, path), KMK_ERR_TOO_DEEP);
  kmk_store *view = kmk_store_scope(k->store, "/a", path, NULL);
  assert_int_equal(send_status(view, "'inc'"), KMK_ERR_TOO_DEEP);
  kmk_store_free(view);
  assert_in_range(peak_megabytes(), 1, 1500);
  free(pointer);
  free(path);
}
