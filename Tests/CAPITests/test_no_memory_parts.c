/* An action or a value that is incomplete because a request for memory was refused never reaches a reducer or a state
 * (M83, M84). Refuses each request of a call in turn. */
#include "allocator_support.h"
#include "support.h"

/* ---------------------------------------------------------------- a feature */

/* The actions that reducers receive with enough memory. In the other runs, comparing actions needs no memory. */
static json_t *whole;
static bool is_whole;
static size_t next;
static int heard, strange, shortages, misfits;

static void hear(const json_t *action) {
  if (is_whole) {
    json_array_append_new(whole, json_deep_copy(action));
    return;
  }
  while (next < json_array_size(whole) && !json_equal(json_array_get(whole, next), action))
    next++;
  strange += next++ >= json_array_size(whole);
  heard++;
}

static void note_issue(const kmk_diagnostic *diagnostic, void *data) {
  (void)data;
  shortages += strcmp(diagnostic->code, "no-memory") == 0;
  misfits += strcmp(diagnostic->code, "action-misfit") == 0;
}

static json_t *answer; /* {"done": [1, 2]} */

static void answer_by_sender(kmk_sender *sender, void *data) {
  (void)data;
  kmk_sender_send_new(sender, json_incref(answer));
  kmk_sender_finish(sender);
}

static kmk_sender *kept;

static void keep(kmk_sender *sender, void *data) {
  (void)data;
  kept = sender;
}

KMK_REDUCE_FN(reduce) {
  hear(action);
  if (kmk_action_is(action, "push"))
    kmk_state_push_new(state, "/p", json_incref(answer), NULL);
  if (kmk_action_is(action, "write"))
    kmk_state_set(state, "/o", answer);
  if (kmk_action_is(action, "move"))
    kmk_state_move(state, "/m/a", "/m/b");
  return NULL;
}

KMK_WRITE_FN(hear_places) {
  hear(places);
  return NULL;
}

KMK_REDUCE_FN(reduce_child) {
  if (kmk_action_is(action, "send"))
    return kmk_effect_send(answer);
  if (kmk_action_is(action, "after"))
    return kmk_effect_after_new(1, json_incref(answer));
  if (kmk_action_is(action, "start"))
    return kmk_effect_start(answer_by_sender, NULL, NULL, NULL);
  if (kmk_action_is(action, "keep"))
    return kmk_effect_start(keep, NULL, NULL, NULL);
  if (kmk_action_is(action, "dismiss"))
    return kmk_effect_dismiss(env);
  return NULL;
}

typedef struct parts {
  kmk_loop *loop;
  kmk_store *store, *view, *row;
  json_t *id, *path, *value, *action;
  kmk_error error;
} parts;

static kmk_reducer *child(void) { return kmk_reducer_new(reduce_child, NULL, NULL); }

static parts begin(const char *action) {
  parts p = {.loop = kmk_loop_new_virtual(NULL), .action = json_of(action)};
  kmk_loop_set_diagnostics(p.loop, note_issue, NULL, NULL);
  kmk_undo_options undo = KMK_UNDO_OPTIONS_INIT;
  undo.state_path = "/o";
  undo.history_path = "/h";
  kmk_reducer *rows =
      kmk_for_each(kmk_reducer_new(reduce, NULL, NULL), "/rows", "rows", NULL, child());
  kmk_reducer *sheet = kmk_presentation_destination(
      rows, "/sheet", "sheet", NULL, kmk_shape(child(), "{a: integer = 5, b: any = [1]}"));
  kmk_reducer *paths =
      kmk_navigation_destination(kmk_stack(sheet, "/p", "p", child()), "/q", "q", child());
  kmk_reducer *scope = kmk_scope("/c", "c", kmk_scope("/d", "d", child()));
  kmk_reducer *reducer =
      kmk_on_write(kmk_undoable(KMK_COMBINE(paths, scope), &undo), "/m", hear_places, NULL, NULL);
  json_t *state = json_of(
      "{'rows': [{'id': 'b'}], 'sheet': {'a': 1, 'b': 2}, 'c': {'d': {'n': 1}}, 'm': {'a': 1},"
      " 'p': [1], 'q': [7], 'o': {'k': 1}, 'h': null}");
  p.store = kmk_store_new(p.loop, reducer, state, NULL);
  json_decref(state);
  p.id = json_string("b");
  p.path = json_of("[1, 2]");
  p.value = json_of("{'amount': [100, 'EUR']}");
  p.view = kmk_store_scope(p.store, "/c/d", "outer.inner", NULL);
  p.row = kmk_store_scope_element(p.store, "/rows", "rows", p.id, NULL);
  next = 0;
  heard = strange = shortages = misfits = 0;
  return p;
}

static void end(parts *p) {
  json_decref(p->action);
  json_decref(p->id);
  json_decref(p->path);
  json_decref(p->value);
  kmk_store_free(p->row);
  kmk_store_free(p->view);
  kmk_store_free(p->store);
  kmk_loop_free(p->loop);
}

typedef kmk_status (*call)(parts *p);

/* --------------------------------------------------------------------- actions */

static kmk_status sends_at(parts *p) {
  return kmk_store_send_at(p->store, "account.transfer", p->value, &p->error);
}
static kmk_status sends_at_new(parts *p) {
  return kmk_store_send_at_new(p->store, "account.transfer", json_incref(p->value), &p->error);
}
static kmk_status presents(parts *p) {
  return kmk_store_present(p->store, "x.destination", p->value, &p->error);
}
static kmk_status dismisses(parts *p) {
  return kmk_store_dismiss(p->store, "x.destination", &p->error);
}
static kmk_status sends_to_presented(parts *p) {
  return kmk_store_presented(p->store, "x.destination", p->value, &p->error);
}
static kmk_status writes_a_binding(parts *p) {
  return kmk_store_write_binding(p->store, "x.binding", "/n", p->value, &p->error);
}
static kmk_status writes_a_path(parts *p) {
  return kmk_store_write_path(p->store, "/p", "x.path", p->path, &p->error);
}
static kmk_status sends_through_a_view(parts *p) {
  return kmk_store_send(p->view, p->value, &p->error);
}
static kmk_status sends_text_through_a_view(parts *p) {
  return kmk_store_send_text(p->view, "{\"x\":[1,2]}", &p->error);
}
static kmk_status sends_through_a_row(parts *p) {
  return kmk_store_send(p->row, p->value, &p->error);
}
static kmk_status sends_a_task(parts *p) {
  kmk_task *task = kmk_store_send_task_new(p->view, json_incref(p->value), &p->error);
  kmk_status status = task == NULL ? p->error.status : KMK_OK;
  kmk_task_free(task);
  return status;
}
static kmk_status posts_through_a_view(parts *p) {
  kmk_status status = kmk_store_post_new(p->view, json_incref(p->value));
  kmk_loop_dispatch(p->loop, 0);
  return status;
}
static kmk_status makes_an_action(parts *p) {
  json_t *made = kmk_action_at("account.transfer", p->value);
  return made == NULL ? KMK_ERR_NO_MEMORY : kmk_store_send_new(p->store, made, &p->error);
}
static kmk_status makes_an_action_of_a_row(parts *p) {
  json_t *made = kmk_action_element_at_new("x.rows", p->id, json_incref(p->value));
  return made == NULL ? KMK_ERR_NO_MEMORY : kmk_store_send_new(p->store, made, &p->error);
}
static kmk_status sends_and_waits(parts *p) {
  kmk_status status = kmk_store_send(p->store, p->action, &p->error);
  kmk_loop_advance(p->loop, KMK_SECONDS(1), NULL);
  return status;
}

/* Outside of every call that could raise an issue. */
static kmk_status sends_by_a_kept_sender(parts *p) {
  long request = refused_request;
  refuse_no_more();
  kept = NULL;
  kmk_store_send(p->store, p->action, NULL);
  run_due(p->loop);
  assert_non_null(kept);
  if (request != 0)
    refuse(request);
  kmk_status status = kmk_sender_send_new(kept, json_incref(answer));
  kmk_sender_finish(kept);
  return status;
}

/* Refuses each request of a call in turn. An action may be missing only if the status or an issue reports it. */
static void try_actions(const char *name, call made, const char *text) {
  whole = json_array();
  is_whole = true;
  parts p = begin(text);
  assert_int_equal(made(&p), KMK_OK);
  is_whole = false;
  end(&p);
  int all = (int)json_array_size(whole);
  assert_true(all > 0);
  long lost = blocks;
  for (long number = 1; number == 1 || has_refused; number = following(number)) {
    p = begin(text);
    refuse(number);
    kmk_status status = made(&p);
    refuse_no_more();
    if (strange > 0)
      fail_msg("%s, request %ld: a reducer got another action than was sent", name, number);
    /* Without memory for a part of a text, jansson reports invalid JSON. */
    if (status != KMK_OK && ((status != KMK_ERR_NO_MEMORY && status != KMK_ERR_JSON) || heard > 0))
      fail_msg("%s, request %ld: %s, and %d reduced", name, number, kmk_status_name(status), heard);
    if (misfits > 0 || (status == KMK_OK && heard < all && shortages == 0))
      fail_msg("%s, request %ld: %d of %d reduced, %d misfits", name, number, heard, all, misfits);
    assert_int_equal(kmk_store_send_text(p.store, "\"next\"", NULL), KMK_OK);
    assert_int_equal(strange, 1); /* none of the sent actions */
    end(&p);
    if (blocks != lost)
      fail_msg("%s, request %ld: %ld blocks are lost", name, number, blocks - lost);
  }
  json_decref(whole);
}

TEST(M83_an_action_that_is_made_for_a_call_is_whole_or_not_there) {
  static const struct {
    const char *name;
    call made;
  } calls[] = {{"send_at", sends_at},
               {"send_at_new", sends_at_new},
               {"present", presents},
               {"dismiss", dismisses},
               {"presented", sends_to_presented},
               {"write_binding", writes_a_binding},
               {"write_path", writes_a_path},
               {"a view", sends_through_a_view},
               {"text through a view", sends_text_through_a_view},
               {"a row", sends_through_a_row},
               {"a task", sends_a_task},
               {"a post", posts_through_a_view},
               {"action_at", makes_an_action},
               {"action_element_at", makes_an_action_of_a_row}};
  for (size_t i = 0; i < COUNT_OF(calls); i++)
    try_actions(calls[i].name, calls[i].made, "'none'");
}

TEST(M83_an_effects_action_reaches_the_features_around_it_whole_or_not_at_all) {
  static const char *const sent[] = {"send", "after", "start", "dismiss"};
  static const char *const around[] = {"{'c': {'d': '",
                                       "'}}",
                                       "{'rows': {'element': {'id': 'b', 'action': '",
                                       "'}}}",
                                       "{'sheet': {'presented': '",
                                       "'}}"};
  answer = json_of("{'done': [1, 2]}");
  for (size_t i = 0; i < COUNT_OF(sent); i++) {
    for (size_t j = 0; j < COUNT_OF(around); j += 2) {
      char text[100];
      snprintf(text, sizeof text, "%s%s%s", around[j], sent[i], around[j + 1]);
      try_actions(text, sends_and_waits, text);
    }
  }
  try_actions("a kept sender", sends_by_a_kept_sender, "{'c': {'d': 'keep'}}");
  json_decref(answer);
}

TEST(M83_places_that_were_written_are_told_all_or_not_at_all) {
  try_actions("move", sends_and_waits, "'move'");
}

/* ---------------------------------------------------------------------- writes */

static void try_writes(const char *text) {
  whole = json_array();
  is_whole = true; /* This test does not check which actions are reduced. */
  parts p = begin(text);
  send_ok(p.store, text);
  json_t *after_it = kmk_store_state(p.store);
  end(&p);
  for (long number = 1; number == 1 || has_refused; number = following(number)) {
    p = begin(text);
    json_t *before = kmk_store_state(p.store);
    refuse(number);
    kmk_status status = kmk_store_send(p.store, p.action, &p.error);
    refuse_no_more();
    json_t *now = kmk_store_state(p.store), *counts = json_object_get(now, "h");
    if (!json_is_integer(json_object_get(counts, "undo")) ||
        !json_is_integer(json_object_get(counts, "redo")))
      fail_msg("%s, request %ld: the history shows %s", text, number, text_of(counts));
    json_object_set_new(before, "h", json_incref(counts));
    json_object_set_new(after_it, "h", json_incref(counts));
    if (!json_equal(now, after_it) && !json_equal(now, before))
      fail_msg("%s, request %ld: %s", text, number, text_of(now));
    if (status != KMK_OK && (status != KMK_ERR_NO_MEMORY || !json_equal(now, before)))
      fail_msg("%s, request %ld: %s, and it was written", text, number, kmk_status_name(status));
    if (status == KMK_OK && json_equal(now, before) && shortages == 0)
      fail_msg("%s, request %ld: not written, and nobody was told", text, number);
    assert_int_equal(misfits, 0);
    send_ok(p.store, "'push'");
    json_decref(before);
    json_decref(now);
    end(&p);
  }
  json_decref(after_it);
  json_decref(whole);
}

TEST(M84_a_state_takes_no_value_in_which_something_is_missing) {
  static const char *const sent[] = {"'push'", "'write'", "{'p': {'push': {'state': [1]}}}",
                                     "{'q': {'setPath': [5, 6]}}",
                                     "{'sheet': {'present': {'state': {}}}}"};
  answer = json_of("{'done': [1, 2]}");
  for (size_t i = 0; i < COUNT_OF(sent); i++)
    try_writes(sent[i]);
  json_decref(answer);
}

static kmk_status pushed;
static uint64_t pushed_id;

KMK_REDUCE_FN(push) {
  pushed = kmk_state_push_new(state, "/p", json_incref(answer), &pushed_id);
  return NULL;
}

TEST(M84_a_push_without_memory_says_so_and_pushes_nothing) {
  answer = json_of("{'done': [1, 2]}");
  int refused = 0;
  for (long number = 1; number == 1 || has_refused; number++) {
    kmk_loop *loop = kmk_loop_new_virtual(NULL);
    kmk_loop_set_diagnostics(loop, note_issue, NULL, NULL);
    kmk_store *store = open_store(
        loop, kmk_stack(kmk_reducer_new(push, NULL, NULL), "/p", "p", kmk_empty()), "{'p': [1]}");
    json_t *action = json_string("x");
    refuse(number);
    kmk_store_send(store, action, NULL);
    refuse_no_more();
    if (pushed == KMK_OK) {
      assert_state_text(store, "{\"p\":[{\"id\":0,\"element\":1},"
                               "{\"id\":1,\"element\":{\"done\":[1,2]}}]}");
      assert_int_equal(pushed_id, 1);
    } else {
      assert_int_equal(pushed, KMK_ERR_NO_MEMORY);
      assert_state_text(store, "{\"p\":[{\"id\":0,\"element\":1}]}");
    }
    refused += pushed != KMK_OK;
    json_decref(action);
    kmk_store_free(store);
    kmk_loop_free(loop);
  }
  assert_true(refused > 0);
  json_decref(answer);
}

/* -------------------------------------------------------------- results of calls */

TEST(M81_a_call_that_has_no_memory_for_its_answer_says_so) {
  parts p = begin("'none'");
  kmk_text_free(kmk_store_presentation_id(p.store, "/sheet", NULL));
  p.error.status = KMK_OK;
  refuse(1);
  char *id = kmk_store_presentation_id(p.store, "/sheet", &p.error);
  refuse_no_more();
  assert_true(has_refused);
  assert_null(id);
  assert_int_equal(p.error.status, KMK_ERR_NO_MEMORY);
  end(&p);
  for (long number = 1; number == 1 || has_refused; number = following(number)) {
    json_t *empty = json_object();
    refuse(number);
    kmk_reducer *reducer =
        kmk_shape(kmk_empty(), "{a: integer = 5, b: [text] = ['q'], c: {d: text} = {'d': 'x'}}");
    kmk_error error = {.status = KMK_OK};
    json_t *state = kmk_reducer_complete_state(reducer, empty, &error);
    refuse_no_more();
    /* Without memory for a part of a text, jansson reports invalid JSON. */
    if (state == NULL)
      assert_true(error.status == KMK_ERR_NO_MEMORY || strstr(error.message, "not JSON") != NULL);
    else
      assert_json_text(state, "{\"a\":5,\"b\":[\"q\"],\"c\":{\"d\":\"x\"}}");
    json_decref(state);
    json_decref(empty);
    kmk_reducer_free(reducer);
  }
}
