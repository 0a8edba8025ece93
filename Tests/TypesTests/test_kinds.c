/* The header generated for kinds.shape, used with the library: a store accepts what the header writes, and the
 * header reads what was written. */
#include "kinds.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

static void add(kinds_state_ref state, const char *name) {
  const kinds_row_made row =
      kinds_row_new((json_int_t)json_array_size(kinds_state_get_rows(state)), name);
  kinds_row_put_note(row, NULL);
  kinds_row_put_weight(row, 1.5);
  kinds_state_append_rows(state, row);
}

static void show_row(kinds_state_ref state) {
  json_t *row = json_deep_copy(json_array_get(kinds_state_get_rows(state), 0));
  kinds_state_set_sheet_new(state, kinds_sheet_of_row(kinds_row_made_of(row)));
}

/* An enum, and a switch for which the compiler checks that every case is present. */
static kmk_effect *reduce(kmk_state *in_hand, const json_t *sent, kmk_env *env, void *data) {
  (void)env, (void)data;
  const kinds_state_ref state = kinds_state_ref_of(in_hand);
  const kinds_action_json action = kinds_action_json_of(sent);
  switch (kinds_action_which(action)) {
  case KINDS_ACTION_INCREMENT:
    kinds_state_set_count(state, kinds_state_get_count(state) + 1);
    break;
  case KINDS_ACTION_SET_COUNT:
    kinds_state_set_count(state, kinds_action_as_set_count(action));
    break;
  case KINDS_ACTION_SET_LIMIT:
    if (kinds_action_has_set_limit(action))
      kinds_state_set_limit(state, kinds_action_as_set_limit(action));
    else
      kinds_state_clear_limit(state);
    break;
  case KINDS_ACTION_SET_LEVEL:
    kinds_state_set_level(state, kinds_action_as_set_level(action));
    break;
  case KINDS_ACTION_FOUND:
    kinds_state_set_rows(state, kinds_action_as_found(action));
    break;
  case KINDS_ACTION_PUT:
    kinds_state_set_anything(state, kinds_action_as_put(action));
    break;
  case KINDS_ACTION_CHILD:
    if (kmk_action_is(sent, KINDS_CASE_CHILD_RESET))
      kinds_state_set_phase_new(state, kinds_phase_of_idle());
    else if (kinds_child_action_which(kinds_action_as_child(action)) == KINDS_CHILD_ACTION_RENAME)
      add(state, kinds_child_action_as_rename(kinds_action_as_child(action)));
    else
      show_row(state);
    break;
  case KINDS_ACTION_KINDS:
    break;
  case KINDS_ACTION_ROWS:
    break; /* the row has handled it */
  case KINDS_ACTION_SHEET:
    kinds_state_clear_sheet(state);
    break;
  case KINDS_ACTION_RESIZE: {
    const kinds_phase_loading_made phase = kinds_phase_loading_new(
        (json_int_t)kinds_action_resize_width(kinds_action_as_resize(action)));
    kinds_state_set_phase_new(state, kinds_phase_of_loading(phase));
    break;
  }
  case KINDS_ACTION_NO_CASE:
    break;
  }
  return NULL;
}

/* A row, whose state is the type Row. */
static kmk_effect *reduce_row(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const kinds_action_rows_element_json sent = kinds_action_rows_element_json_of(action);
  if (kinds_action_rows_element_which(sent) == KINDS_ACTION_ROWS_ELEMENT_RENAME)
    kinds_row_set_name(kinds_row_ref_of(state), kinds_action_rows_element_as_rename(sent));
  return NULL;
}

static kmk_reducer *feature(void) {
  kmk_reducer *whole = kmk_reducer_new(reduce, NULL, NULL);
  whole = kmk_for_each(whole, KINDS_AT_ROWS, KINDS_CASE_ROWS, NULL,
                       kmk_reducer_new(reduce_row, NULL, NULL));
  return kinds_declare(whole);
}

static kmk_store *store;

static void send(json_t *action) {
  kmk_error error = {.status = KMK_OK};
  CHECK(kmk_store_send_new(store, action, &error) == KMK_OK);
  if (error.status != KMK_OK)
    fprintf(stderr, "%s: %s\n", error.path, error.message);
}

static void defaults_are_those_of_the_shape(void) {
  json_t *whole = kmk_store_state(store);
  const kinds_state_json state = kinds_state_json_of(whole);
  CHECK(kinds_state_count(state) == 3 && kinds_state_is_on(state));
  CHECK(!kinds_state_has_limit(state) && !kinds_state_has_may_be(state));
  CHECK(kinds_state_level(state) == KINDS_LEVEL_LOW && !kinds_state_has_chosen(state));
  CHECK(strcmp(kinds_state_a_b_c(state), "it's") == 0);
  CHECK(strcmp(kinds_only_class(kinds_state_only(state)), "") == 0);
  const json_t *branch = json_array_get(kinds_tree_branches(kinds_state_tree(state)), 0);
  CHECK(strcmp(kinds_tree_label(kinds_tree_json_of(branch)), "left") == 0);
  const json_t *point = json_array_get(kinds_state_points(state), 0);
  CHECK(kinds_points_item_y(kinds_points_item_json_of(point)) == 2.5);
  CHECK(kinds_phase_which(kinds_state_phase(state)) == KINDS_PHASE_IDLE);
  CHECK(kinds_sheet_which(kinds_state_sheet(state)) == KINDS_SHEET_NO_CASE);
  json_decref(whole);
}

static void what_is_sent_arrives(void) {
  send(kinds_action_increment());
  send(kinds_action_set_limit(7));
  send(kinds_action_set_level(KINDS_LEVEL_HIGH));
  send(kinds_action_child_rename("Ada"));
  send(kinds_action_rows_element_rename(0, "Lovelace"));
  send(kinds_action_put(json_pack("[i, n]", 1)));
  const kinds_action_resize_made size = kinds_action_resize_new(640, 480);
  kinds_action_resize_put_label(size, "wide");
  send(kinds_action_resize(size));
  json_t *whole = kmk_store_state(store);
  const kinds_state_json state = kinds_state_json_of(whole);
  const kinds_row_json row = kinds_row_json_of(json_array_get(kinds_state_rows(state), 0));
  const kinds_phase_json phase = kinds_state_phase(state);
  CHECK(kinds_state_count(state) == 4);
  CHECK(kinds_state_has_limit(state) && kinds_state_limit(state) == 7);
  CHECK(kinds_state_level(state) == KINDS_LEVEL_HIGH);
  CHECK(strcmp(kinds_row_name(row), "Lovelace") == 0 && kinds_row_note(row) == NULL);
  CHECK(kinds_row_weight(row) == 1.5 && json_array_size(kinds_row_tags(row)) == 0);
  CHECK(json_array_size(kinds_state_anything(state)) == 2);
  CHECK(kinds_phase_which(phase) == KINDS_PHASE_LOADING);
  CHECK(kinds_phase_loading_done(kinds_phase_as_loading(phase)) == 640);
  CHECK(!kinds_phase_loading_has_total(kinds_phase_as_loading(phase)));
  CHECK(kinds_phase_as_failed(phase)[0] == '\0'); /* another case */
  json_decref(whole);
}

static void slots_are_presented_and_dismissed(void) {
  send(kinds_action_set_limit_none());
  send(kinds_action_child_move(kinds_child_action_move_new(1)));
  json_t *whole = kmk_store_state(store);
  const kinds_state_json state = kinds_state_json_of(whole);
  const kinds_sheet_json sheet = kinds_state_sheet(state);
  CHECK(!kinds_state_has_limit(state));
  CHECK(kinds_sheet_which(sheet) == KINDS_SHEET_ROW);
  CHECK(strcmp(kinds_row_name(kinds_sheet_as_row(sheet)), "Lovelace") == 0);
  json_decref(whole);
  send(kinds_action_sheet_presented_alert_cancel());
  whole = kmk_store_get(store, KINDS_AT_SHEET, NULL);
  CHECK(json_is_null(whole) && !kinds_sheet_json_of(whole).json);
  json_decref(whole);
}

/* Writes below the root, and into rows by their ids, with the types of the root. */
static kmk_effect *write_below(kmk_state *in_hand, const json_t *sent, kmk_env *env, void *data) {
  (void)sent, (void)env, (void)data;
  const kinds_state_ref state = kinds_state_ref_of(in_hand);
  CHECK(kinds_state_set_only_class(state, "first") == KMK_OK);
  CHECK(kinds_state_set_only_is_new(state, true) == KMK_OK);
  CHECK(kinds_state_set_tree_label(state, "trunk") == KMK_OK);
  CHECK(kinds_state_append_rows(state, kinds_row_new(1, "one")) == KMK_OK);
  CHECK(kinds_state_append_rows(state, kinds_row_new(2, "two")) == KMK_OK);
  CHECK(strcmp(kinds_row_name(kinds_state_find_rows(state, 2)), "two") == 0);
  CHECK(!kinds_state_find_rows(state, 3).json);
  CHECK(kinds_state_set_rows_name(state, 2, "deux") == KMK_OK);
  CHECK(kinds_state_set_rows_note(state, 2, "second") == KMK_OK);
  CHECK(kinds_state_clear_rows_note(state, 2) == KMK_OK);
  CHECK(kinds_state_set_rows_tags_new(state, 2, json_pack("[s]", "a")) == KMK_OK);
  CHECK(kinds_state_set_rows_name(state, 3, "three") == KMK_ERR_NOT_FOUND);
  CHECK(kinds_state_remove_rows(state, 1) == KMK_OK);
  const kinds_row_json row = kinds_row_json_of(json_array_get(kinds_state_get_rows(state), 0));
  CHECK(json_array_size(kinds_state_get_rows(state)) == 1 && kinds_row_id(row) == 2);
  CHECK(strcmp(kinds_row_name(row), "deux") == 0 && !kinds_row_has_note(row));
  CHECK(json_array_size(kinds_row_tags(row)) == 1);
  CHECK(strcmp(kinds_only_class(kinds_state_get_only(state)), "first") == 0);
  const kinds_sheet_alert_made alert = kinds_sheet_alert_new("Gone", KINDS_LEVEL_LOW);
  CHECK(kinds_state_set_sheet_new(state, kinds_sheet_of_alert(alert)) == KMK_OK);
  CHECK(kinds_state_set_sheet_alert_title(state, "Not gone") == KMK_OK);
  const kinds_sheet_alert_json shown = kinds_sheet_as_alert(kinds_state_get_sheet(state));
  CHECK(strcmp(kinds_sheet_alert_title(shown), "Not gone") == 0);
  /* Setting an optional member to a missing value writes null. */
  CHECK(kinds_state_set_sheet(state, kinds_sheet_json_of(NULL)) == KMK_OK);
  CHECK(!kinds_state_has_sheet(kinds_state_get(state)));
  return NULL;
}

static void S212_what_is_below_the_root_is_written_by_its_type(kmk_loop *loop) {
  kmk_reducer *whole = kmk_for_each(kmk_reducer_new(write_below, NULL, NULL), KINDS_AT_ROWS,
                                    KINDS_CASE_ROWS, NULL, kmk_empty());
  whole = kmk_presentation(whole, KINDS_AT_SHEET, KINDS_CASE_SHEET, NULL, kmk_empty());
  json_t *initial = kinds_state_new().json;
  kmk_store *below = kmk_store_new(loop, kinds_declare(whole), initial, NULL);
  json_decref(initial);
  CHECK(below && kmk_store_send_new(below, kinds_action_increment(), NULL) == KMK_OK);
  kmk_store_free(below);
}

static void what_is_not_in_the_shape_is_refused(void) {
  kmk_error error;
  CHECK(kmk_store_send_text(store, "{\"setCount\": \"x\"}", &error) == KMK_ERR_DECODE);
  CHECK(kmk_store_send_new(store, kmk_action_at_new("incremnt", NULL), &error) == KMK_ERR_DECODE);
}

static void a_feature_of_another_shape_makes_no_store(kmk_loop *loop) {
  json_t *state = json_object();
  kmk_error error;
  kmk_reducer *same = kinds_expect(feature());
  kmk_store *made = kmk_store_new(loop, same, state, &error);
  CHECK(made != NULL);
  kmk_store_free(made);
  kmk_reducer *other = kinds_expect(kmk_shape(kmk_reducer_new(reduce, NULL, NULL), "{a: text?}"));
  CHECK(kmk_store_new(loop, other, state, &error) == NULL);
  CHECK(strstr(error.message, KINDS_HASH) != NULL);
  json_decref(state);
}

int main(void) {
  size_t before = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = kinds_state_new().json;
  kmk_error error;
  store = kmk_store_new(loop, feature(), initial, &error);
  json_decref(initial);
  if (!store) {
    fprintf(stderr, "%s: %s\n", error.path, error.message);
    return 1;
  }
  defaults_are_those_of_the_shape();
  what_is_sent_arrives();
  slots_are_presented_and_dismissed();
  what_is_not_in_the_shape_is_refused();
  S212_what_is_below_the_root_is_written_by_its_type(loop);
  a_feature_of_another_shape_makes_no_store(loop);
  kmk_store_free(store);
  kmk_loop_free(loop);
  CHECK(kmk_live_objects() == before);
  return ended();
}
