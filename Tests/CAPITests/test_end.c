/* The end of a feature: kmk_on_end and kmk_on_end_or_close (Z190 to Z195). */
#include "trace_support.h"

/* The arguments of the functions. */
static json_t *ends;

KMK_END_FN(notes) {
  json_array_append_new(ends, json_deep_copy(last));
  return NULL;
}

/* Tells the parent. */
KMK_END_FN(saves) {
  json_array_append_new(ends, json_deep_copy(last));
  return kmk_effect_send_new(json_pack("{s:O}", "saved", json_object_get(last, "text")));
}

KMK_END_FN(saves_later) {
  json_array_append_new(ends, json_deep_copy(last));
  return kmk_effect_after_new(SECOND, json_pack("{s:O}", "saved", json_object_get(last, "text")));
}

/* {"type": text}, close, {"typeAndClose": text}. */
REDUCER(edits) {
  const json_t *text = kmk_action_payload(action, "type");
  if (text == NULL)
    text = kmk_action_payload(action, "typeAndClose");
  if (text != NULL)
    kmk_state_set(state, "/text", text);
  if (kmk_action_is(action, "close") || kmk_action_is(action, "typeAndClose"))
    return kmk_effect_dismiss(env);
  return NULL;
}

static kmk_reducer *editor(kmk_end_fn fn) {
  return kmk_on_end(kmk_reducer_new(edits, NULL, NULL), fn, NULL, NULL);
}

/* {"saved": text} keeps the text; {"present": sheet}, {"setRows": rows}; clear removes the sheet. */
REDUCER(keeps) {
  const json_t *text = kmk_action_payload(action, "saved");
  if (text != NULL)
    kmk_state_set(state, "/saved", text);
  const json_t *sheet = kmk_action_payload(action, "present");
  if (sheet != NULL)
    kmk_state_set(state, "/sheet", sheet);
  const json_t *rows = kmk_action_payload(action, "setRows");
  if (rows != NULL)
    kmk_state_set(state, "/rows", rows);
  if (kmk_action_is(action, "clear"))
    kmk_state_set_new(state, "/sheet", json_null());
  if (kmk_action_is(action, "editAndClear")) {
    kmk_state_set_new(state, "/sheet/text", json_string("edited"));
    kmk_state_set_new(state, "/sheet", json_null());
  }
  if (kmk_action_is(action, "removeRow"))
    kmk_state_remove(state, "/rows/0");
  return NULL;
}

static kmk_reducer *keeper(void) { return kmk_reducer_new(keeps, NULL, NULL); }

static kmk_reducer *sheet(kmk_end_fn fn) {
  return kmk_presentation(keeper(), "/sheet", "sheet", NULL, editor(fn));
}

static const char with_sheet[] = "{'saved': null, 'sheet': {'text': 'a'}}";

static int ends_setup(void **state) {
  ends = json_array();
  return kit_setup(state);
}

static int ends_teardown(void **state) {
  json_decref(ends);
  return kit_teardown(state);
}
#define END_TEST(name) FRAMED_TEST(kit, k, ends_setup, ends_teardown, name)

END_TEST(Z190_a_dismissal_by_the_feature_itself) {
  kit_open(k, sheet(saves), with_sheet);
  send_ok(k->store, "{'sheet': {'presented': {'type': 'b'}}}");
  assert_recorded(ends, "[]");
  send_ok(k->store, "{'sheet': {'presented': 'close'}}");
  run_due(k->loop);
  assert_recorded(ends, "[{'text': 'b'}]");
  assert_state_text(k->store, "{'saved': 'b', 'sheet': null}");
}

END_TEST(Z190_a_dismissal_in_the_step_that_writes_the_last_state) {
  kit_open(k, sheet(saves), with_sheet);
  send_ok(k->store, "{'sheet': {'presented': {'typeAndClose': 'b'}}}");
  run_due(k->loop);
  assert_recorded(ends, "[{'text': 'b'}]");
}

END_TEST(Z190_a_dismissal_by_the_program) {
  kit_open(k, sheet(saves), with_sheet);
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_recorded(ends, "[{'text': 'a'}]");
  assert_state_text(k->store, "{'saved': 'a', 'sheet': null}");
}

END_TEST(Z190_a_parents_write_of_null) {
  kit_open(k, sheet(saves), with_sheet);
  send_ok(k->store, "'clear'");
  assert_recorded(ends, "[{'text': 'a'}]");
  send_ok(k->store, "'clear'");
  assert_recorded(ends, "[]");
}

END_TEST(Z190_the_last_state_has_what_the_parent_wrote_before_it_removed_the_feature) {
  kit_open(k, sheet(saves), with_sheet);
  send_ok(k->store, "'editAndClear'");
  assert_recorded(ends, "[{'text': 'edited'}]");
}

END_TEST(Z190_another_presentation_over_it) {
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.id_key = "id";
  kit_open(k, kmk_presentation(keeper(), "/sheet", "sheet", &options, editor(saves)),
           "{'saved': null, 'sheet': {'id': 1, 'text': 'a'}}");
  send_ok(k->store, "{'present': {'id': 1, 'text': 'same'}}");
  assert_recorded(ends, "[]");
  send_ok(k->store, "{'present': {'id': 2, 'text': 'b'}}");
  assert_recorded(ends, "[{'id': 1, 'text': 'same'}]");
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_recorded(ends, "[{'id': 2, 'text': 'b'}]");
}

END_TEST(Z190_a_whole_write_of_the_state_around_it) {
  kit_open(k, kmk_scope("/inner", "inner", sheet(notes)), "{'inner': {'sheet': {'text': 'a'}}}");
  json_t *action = json_of("{'inner': {'present': null}}");
  assert_int_equal(kmk_store_send(k->store, action, NULL), KMK_OK);
  json_decref(action);
  assert_recorded(ends, "[{'text': 'a'}]");
}

END_TEST(Z190_a_row) {
  kit_open(k, kmk_for_each(keeper(), "/rows", "rows", "id", editor(saves)),
           "{'rows': [{'id': 1, 'text': 'a'}, {'id': 2, 'text': 'b'}], 'saved': null}");
  send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': {'type': 'c'}}}}");
  send_ok(k->store, "'removeRow'");
  assert_recorded(ends, "[{'id': 1, 'text': 'c'}]");
  assert_state_text(k->store, "{'rows': [{'id': 2, 'text': 'b'}], 'saved': 'c'}");
  send_ok(k->store, "{'setRows': [{'id': 3, 'text': 'd'}]}");
  assert_recorded(ends, "[{'id': 2, 'text': 'b'}]");
  send_ok(k->store, "{'setRows': [{'id': 3, 'text': 'e'}]}");
  assert_recorded(ends, "[]");
}

END_TEST(Z190_an_element_of_a_path) {
  kit_open(k, kmk_stack(keeper(), "/path", "path", editor(saves)),
           "{'path': [{'text': 'a'}], 'saved': null}");
  send_ok(k->store, "{'path': {'popFrom': {'id': 0}}}");
  assert_recorded(ends, "[{'text': 'a'}]");
}

END_TEST(Z190_a_case_that_is_no_longer_current) {
  kmk_reducer *cases = KMK_COMBINE(kmk_scope_case("one", "one", editor(notes)),
                                   kmk_scope_case("two", "two", editor(notes)));
  kit_open(k, kmk_presentation(keeper(), "/sheet", "sheet", NULL, cases),
           "{'sheet': {'one': {'text': 'a'}}}");
  send_ok(k->store, "{'present': {'two': {'text': 'b'}}}");
  assert_recorded(ends, "[{'text': 'a'}]");
  send_ok(k->store, "'clear'");
  assert_recorded(ends, "[{'text': 'b'}]");
}

END_TEST(Z190_an_optional_child) {
  kit_open(k, kmk_if_let(keeper(), "/sheet", "sheet", NULL, editor(saves)), with_sheet);
  send_ok(k->store, "'clear'");
  assert_recorded(ends, "[{'text': 'a'}]");
  assert_state_text(k->store, "{'saved': 'a', 'sheet': null}");
}

END_TEST(Z190_undo_and_redo) {
  kmk_undo_options options = KMK_UNDO_OPTIONS_INIT;
  kit_open(k, kmk_undoable(sheet(notes), &options), "{'sheet': null}");
  send_ok(k->store, "{'present': {'text': 'a'}}");
  send_ok(k->store, "'undo'");
  assert_recorded(ends, "[{'text': 'a'}]");
  send_ok(k->store, "'redo'");
  send_ok(k->store, "'clear'");
  assert_recorded(ends, "[{'text': 'a'}]");
  send_ok(k->store, "'undo'");
  assert_recorded(ends, "[]");
  send_ok(k->store, "'redo'");
  assert_recorded(ends, "[{'text': 'a'}]");
}

END_TEST(Z191_a_restored_snapshot) {
  kit_open(k, sheet(saves), "{'saved': null, 'sheet': null}");
  kmk_snapshot *without = kmk_store_snapshot(k->store, NULL);
  send_ok(k->store, "{'present': {'text': 'a'}}");
  kmk_snapshot *with = kmk_store_snapshot(k->store, NULL);
  send_ok(k->store, "{'sheet': {'presented': {'type': 'b'}}}");
  assert_int_equal(kmk_store_restore(k->store, with, NULL), KMK_OK);
  assert_recorded(ends, "[]");
  send_ok(k->store, "{'sheet': {'presented': {'type': 'c'}}}");
  assert_int_equal(kmk_store_restore(k->store, without, NULL), KMK_OK);
  assert_recorded(ends, "[{'text': 'c'}]");
  assert_state_text(k->store, "{'saved': 'c', 'sheet': null}");
  kmk_snapshot_free(with);
  kmk_snapshot_free(without);
}

END_TEST(Z191_another_reducer) {
  kit_open(k, sheet(notes), with_sheet);
  assert_int_equal(kmk_store_replace_reducer(k->store, sheet(saves), NULL), KMK_OK);
  assert_recorded(ends, "[]");
  assert_int_equal(kmk_store_replace_reducer(k->store, keeper(), NULL), KMK_OK);
  assert_recorded(ends, "[{'text': 'a'}]");
  assert_state_text(k->store, "{'saved': 'a', 'sheet': {'text': 'a'}}");
}

END_TEST(Z192_the_effect_sends_the_cases_of_the_feature_that_is_left) {
  kmk_reducer *inner = sheet(saves);
  kit_open(k, kmk_presentation(keeper(), "/outer", "outer", NULL, inner),
           "{'outer': {'saved': null, 'sheet': {'text': 'a'}}, 'saved': null}");
  send_ok(k->store, "{'outer': {'presented': {'sheet': 'dismiss'}}}");
  assert_recorded(ends, "[{'text': 'a'}]");
  assert_state_text(k->store, "{'outer': {'saved': 'a', 'sheet': null}, 'saved': null}");
  send_ok(k->store, "{'outer': {'presented': {'present': {'text': 'b'}}}}");
  send_ok(k->store, "{'outer': 'dismiss'}");
  assert_recorded(ends, "[{'text': 'b'}]");
  assert_state_text(k->store, "{'outer': null, 'saved': 'b'}");
}

END_TEST(Z192_declared_requests_around_the_feature_change_nothing) {
  kmk_reducer *child =
      kmk_requests(editor(saves), 1, (kmk_request_kind[]){{"log", "text", NULL, NULL, NULL}});
  kit_open(k, kmk_presentation(keeper(), "/sheet", "sheet", NULL, child), with_sheet);
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_state_text(k->store, "{'saved': 'a', 'sheet': null}");
}

END_TEST(Z192_the_effect_outlives_the_feature_and_ends_with_its_own) {
  kmk_reducer *inner = sheet(saves_later);
  kit_open(k, kmk_presentation(keeper(), "/outer", "outer", NULL, inner),
           "{'outer': {'saved': null, 'sheet': {'text': 'a'}}, 'saved': null}");
  send_ok(k->store, "{'outer': {'presented': {'sheet': 'dismiss'}}}");
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  send_ok(k->store, "{'outer': 'dismiss'}");
  assert_int_equal(kmk_store_effect_count(k->store), 0);
  assert_recorded(ends, "[{'text': 'a'}]");
}

END_TEST(Z192_the_inner_feature_is_first) {
  kmk_reducer *outer = kmk_on_end(sheet(notes), notes, NULL, NULL);
  kit_open(k, kmk_presentation(keeper(), "/outer", "outer", NULL, outer),
           "{'outer': {'sheet': {'text': 'a'}}}");
  send_ok(k->store, "{'outer': 'dismiss'}");
  assert_recorded(ends, "[{'text': 'a'}, {'sheet': {'text': 'a'}}]");
}

static int work_done;

static void works(kmk_sender *sender, void *data) {
  (void)sender, (void)data;
  work_done++;
}

KMK_END_FN(works_at_the_end) {
  json_array_append_new(ends, json_deep_copy(last));
  return kmk_effect_blocking(works, NULL, NULL);
}

END_TEST(Z193_the_stores_end_counts_if_asked_for) {
  kit_open(k, sheet(notes), with_sheet);
  end_store(k);
  assert_recorded(ends, "[]");
  work_done = 0;
  kmk_reducer *inner =
      kmk_on_end_or_close(kmk_reducer_new(edits, NULL, NULL), works_at_the_end, NULL, NULL);
  kit_open(k, kmk_presentation(keeper(), "/sheet", "sheet", NULL, inner), with_sheet);
  send_ok(k->store, "{'sheet': {'presented': {'type': 'b'}}}");
  end_store(k);
  assert_recorded(ends, "[{'text': 'b'}]");
  assert_int_equal(work_done, 0);
  assert_int_equal(kmk_loop_finish(k->loop, -1, NULL), KMK_OK);
  assert_int_equal(work_done, 1);
}

END_TEST(Z193_a_loop_that_is_freed_starts_nothing_more) {
  work_done = 0;
  kmk_reducer *all = kmk_on_end_or_close(keeper(), works_at_the_end, NULL, NULL);
  kit_open(k, all, "{'saved': null}");
  end_loop(k);
  assert_recorded(ends, "[{'saved': null}]");
  assert_int_equal(work_done, 0);
}

END_TEST(Z193_finish_waits_for_the_effect_of_an_end) {
  kit_open(k, sheet(works_at_the_end), with_sheet);
  work_done = 0;
  send_ok(k->store, "{'sheet': 'dismiss'}");
  assert_int_equal(kmk_loop_finish(k->loop, -1, NULL), KMK_OK);
  assert_int_equal(work_done, 1);
  assert_recorded(ends, "[{'text': 'a'}]");
}

END_TEST(Z195_the_next_presentation_has_an_end_of_its_own) {
  kit_open(k, sheet(saves), "{'saved': null, 'sheet': null}");
  for (int i = 0; i < 3; i++) {
    send_ok(k->store, "{'present': {'text': 'a'}}");
    send_ok(k->store, "{'sheet': 'dismiss'}");
    assert_recorded(ends, "[{'text': 'a'}]");
  }
}

KMK_END_FN(sees) {
  json_array_append_new(ends, json_deep_copy(kmk_env_dependency(env, "name")));
  return NULL;
}

END_TEST(Z190_the_function_has_the_features_dependencies) {
  json_t *name = json_string("Ann");
  kmk_reducer *inner = kmk_dependency(editor(sees), "name", name);
  json_decref(name);
  kit_open(k, kmk_presentation(keeper(), "/sheet", "sheet", NULL, inner), with_sheet);
  send_ok(k->store, "'clear'");
  assert_recorded(ends, "['Ann']");
}

END_TEST(Z190_two_functions_of_one_feature) {
  kmk_reducer *inner = kmk_on_end(editor(notes), saves, NULL, NULL);
  kit_open(k, kmk_presentation(keeper(), "/sheet", "sheet", NULL, inner), with_sheet);
  send_ok(k->store, "'clear'");
  assert_recorded(ends, "[{'text': 'a'}, {'text': 'a'}]");
}

END_TEST(Z190_the_data_is_freed_once) {
  int freed = 0;
  kmk_reducer *inner = kmk_on_end(kmk_reducer_new(edits, NULL, NULL), notes, &freed, count_free);
  kit_open(k, kmk_presentation(keeper(), "/sheet", "sheet", NULL, inner), with_sheet);
  send_ok(k->store, "'clear'");
  assert_int_equal(freed, 0);
  end_store(k);
  assert_int_equal(freed, 1);
  assert_recorded(ends, "[{'text': 'a'}]");
  kmk_reducer *invalid = kmk_on_end(kmk_reducer_new(edits, NULL, NULL), NULL, &freed, count_free);
  assert_int_equal(freed, 2);
  assert_invalid_reducer(k, invalid, "fn is NULL");
}

static int replay_setup(void **state) {
  ends = json_array();
  return folder_setup(state);
}

static int replay_teardown(void **state) {
  json_decref(ends);
  return folder_teardown(state);
}

#define END_FILE_TEST(name) FRAMED_TEST(kit, k, replay_setup, replay_teardown, name)

END_FILE_TEST(Z194_a_replay_calls_no_function) {
  kmk_error error;
  const char *path = in_folder("a.log");
  k->store = open_store(k->loop, sheet(saves), with_sheet);
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  send_ok(k->store, "{'sheet': {'presented': {'type': 'b'}}}");
  send_ok(k->store, "{'sheet': 'dismiss'}");
  kmk_recorder_free(recorder);
  assert_recorded(ends, "[{'text': 'b'}]");
  assert_replays(path, sheet(saves), "{\"saved\":\"b\",\"sheet\":null}");
  assert_recorded(ends, "[]");
}
