// Uses of kinds.h and errands.h that every compiler must refuse: each line that ends with "refused" is an error, and no other line
// is. ../CxxTests/refused.py compares.
#include "kinds.h"
#include "errands.h"

void places(const kmk_state *state) {
  (void)kmk_state_get(state, KINDS_AT_COUNT);
  (void)kmk_state_get(state, KINDS_AT_COUNTS);     // refused
  (void)kmk_state_get(state, KINDS_AT_TREE_LABLE); // refused
  (void)kmk_state_get(state, KINDS_ROW_AT_NAMES);  // refused
}

void members(kinds_state_ref state, kinds_row_json row, kinds_row_made built) {
  (void)kinds_row_name(row), (void)kinds_state_get_count(state);
  (void)kinds_row_nmae(row);          // refused
  (void)kinds_state_get_cuont(state); // refused
  kinds_state_set_count(state, 3), kinds_row_put_name(built, "x");
  kinds_state_set_count(state, "3");              // refused
  kinds_state_set_level(state, KINDS_LEVEL_HIHG); // refused
  kinds_row_put_name(built, 3.5);                 // refused
  (void)kinds_row_new(1);                         // refused
}

/* S211: values of another type. */
void kinds(kmk_state *state, const json_t *json, kinds_state_ref root, kinds_row_ref row,
           kinds_row_made built, kinds_action_json action) {
  (void)kinds_state_get_count(kinds_state_ref_of(state));
  kinds_state_set_count(state, 3); // refused
  kinds_row_set_name(root, "x");   // refused
  kinds_state_set_count(row, 3);   // refused
  (void)kinds_row_name(kinds_row_json_of(json));
  (void)kinds_row_name(json);                  // refused
  (void)kinds_row_name(kinds_state_get(root)); // refused
  (void)kinds_tree_put_label(built, "x");      // refused
  kinds_state_set_sheet_new(root, built);      // refused
  kinds_state_set_sheet_new(root, kinds_sheet_of_row(built));
  kinds_state_append_rows(root, kinds_row_new(1, "a"));
  kinds_state_append_rows(root, kinds_tree_new("a")); // refused
  kinds_state_set_rows_name(root, "one", "a");        // refused
  (void)kinds_action_which(action);
  (void)kinds_child_action_which(action); // refused
}

void actions(void) {
  (void)kinds_action_set_count(3), (void)kinds_action_child_reset();
  (void)kinds_action_set_count();                    // refused
  (void)kinds_action_set_count("three");             // refused
  (void)kinds_action_set_cuont(3);                   // refused
  (void)kinds_action_child_reste();                  // refused
  (void)kinds_action_sheet_presented_alert_remove(); // refused
  (void)kmk_action_is(NULL, KINDS_CASE_CHILD_RESET);
  (void)kmk_action_is(NULL, KINDS_CASE_CHILD_RESTE); // refused
}

int cases(kinds_level_json value) {
  switch (kinds_level_which(value)) { // refused
  case KINDS_LEVEL_LOW:
  case KINDS_LEVEL_MIDDLE:
    return 1;
  case KINDS_LEVEL_NO_CASE:
    return 0;
  }
  switch (kinds_level_which(value)) {
  case KINDS_LEVEL_TOP: // refused
  default:
    return 2;
  }
}

/* S216: values of another type. */
void requests(kmk_request *request, errands_job_made job, errands_answer_made answer) {
  (void)errands_ask_net_check("a.txt", NULL), (void)errands_ask_net_fetch(job, NULL);
  (void)errands_ask_net_chekc("a.txt", NULL); // refused
  (void)errands_ask_net_check(job, NULL);     // refused
  (void)errands_ask_net_fetch(answer, NULL);  // refused
  (void)errands_ask_clock_now(5, NULL);       // refused
  (void)errands_answer_net_check(request, answer, NULL);
  (void)errands_answer_net_check(request, job, NULL);   // refused
  (void)errands_answer_net_fetch(request, job, NULL);   // refused
  (void)errands_answer_log(request, "a", NULL);         // refused
  (void)errands_part_net_check(request, NULL, 1, NULL); // refused
  const char *name = errands_question_net_check(request);
  errands_answer_json wrong = errands_question_net_fetch(request); // refused
  (void)name, (void)wrong;
}

int names(const kmk_request *request) {
  switch (errands_request_which(request)) { // refused
  case ERRANDS_REQUEST_NET_CHECK:
    return 1;
  case ERRANDS_REQUEST_NO_CASE:
    return 0;
  }
  switch (errands_request_which(request)) {
  case ERRANDS_REQUEST_NET_CHEKC: // refused
  default:
    return 2;
  }
}
