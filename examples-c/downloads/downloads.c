/* The program logic: the reducers of the state. It does not know the user interface, the network or the database. */
#define _GNU_SOURCE /* strcasestr */
#include "downloads.h"

#include <string.h>

/* ------------------------------------------------------------------------------ one row */

/* Fetches a row while it has a job. A setting limits how many rows are fetched at once. The limit is 1 until the action
 * "begin" sets it. */
KMK_RUNNING_FN(fetch) {
  kmk_ask ask = KMK_ASK_INIT;
  ask.answer = "finished";
  ask.part = ""; /* actions: {"began": SIZE}, {"progressed": DONE} */
  ask.failure = "failed";
  const downloads_job_made job = downloads_job_made_of(kmk_json_retain(value));
  return kmk_effect_limited(downloads_ask_net_fetch(job, &ask), "net", 1);
}

static void resume(downloads_row_ref row) {
  /* Values that are read here are valid until the next write. */
  const downloads_job_made job =
      downloads_job_new(downloads_row_get_url(row), downloads_row_get_name(row));
  downloads_row_set_phase(row, DOWNLOADS_ROW_PHASE_WAITING);
  downloads_row_clear_problem(row);
  downloads_row_set_job_new(row, job);
}

static void end(downloads_row_ref row, downloads_row_phase_case phase) {
  downloads_row_clear_job(row); /* this ends its effect */
  downloads_row_set_phase(row, phase);
}

KMK_REDUCE_FN(row) {
  const downloads_row_ref line = downloads_row_ref_of(state);
  const downloads_row_action_json sent = downloads_row_action_json_of(action);
  switch (downloads_row_action_which(sent)) {
  case DOWNLOADS_ROW_ACTION_RESUME:
    if (downloads_row_get_phase(line) != DOWNLOADS_ROW_PHASE_FINISHED)
      resume(line);
    break;
  case DOWNLOADS_ROW_ACTION_PAUSE:
    if (downloads_row_has_job(downloads_row_get(line)))
      end(line, DOWNLOADS_ROW_PHASE_PAUSED);
    break;
  case DOWNLOADS_ROW_ACTION_BEGAN:
    downloads_row_set_phase(line, DOWNLOADS_ROW_PHASE_RUNNING);
    downloads_row_set_size(line, downloads_row_action_as_began(sent));
    break;
  case DOWNLOADS_ROW_ACTION_PROGRESSED:
    downloads_row_set_done(line, downloads_row_action_as_progressed(sent));
    break;
  case DOWNLOADS_ROW_ACTION_FINISHED:
    downloads_row_set_done(line, downloads_row_get_size(line));
    end(line, DOWNLOADS_ROW_PHASE_FINISHED);
    break;
  case DOWNLOADS_ROW_ACTION_FAILED:
    downloads_row_set_problem(line, downloads_row_action_as_failed(sent));
    end(line, DOWNLOADS_ROW_PHASE_FAILED);
    break;
  default:
    break;
  }
  return NULL;
}

/* --------------------------------------------------------------------------- the form */

/* Runs after a write to the url, which is checked shortly after the last letter. */
KMK_WRITE_FN(check) {
  const downloads_form_ref filled = downloads_form_ref_of(state);
  const char *url = downloads_form_get_url(filled);
  kmk_ask ask = KMK_ASK_INIT;
  ask.answer = "checked";
  ask.failure = "refused";
  kmk_effect *asking = downloads_ask_net_check(url, &ask);
  downloads_form_set_is_checking(filled, *url);
  downloads_form_clear_problem(filled);
  downloads_form_clear_size(filled);
  return kmk_effect_debounce(asking, "check", KMK_MILLISECONDS(300));
}

static void fill(downloads_form_ref form, downloads_form_action_checked_json checked) {
  downloads_form_set_size(form, downloads_form_action_checked_size(checked));
  if (!*downloads_form_get_name(form))
    downloads_form_set_name(form, downloads_form_action_checked_name(checked));
}

KMK_REDUCE_FN(form) {
  const downloads_form_ref filled = downloads_form_ref_of(state);
  const downloads_form_action_json sent = downloads_form_action_json_of(action);
  switch (downloads_form_action_which(sent)) {
  case DOWNLOADS_FORM_ACTION_CHECKED:
    downloads_form_set_is_checking(filled, false);
    fill(filled, downloads_form_action_as_checked(sent));
    break;
  case DOWNLOADS_FORM_ACTION_REFUSED:
    downloads_form_set_is_checking(filled, false);
    downloads_form_set_problem(filled, downloads_form_action_as_refused(sent));
    break;
  case DOWNLOADS_FORM_ACTION_DONE:
    if (!downloads_form_has_size(downloads_form_get(filled)))
      downloads_form_set_problem(filled, "There is nothing to fetch yet");
    break;
  default:
    break; /* the fields handle it */
  }
  return NULL;
}

/* --------------------------------------------------------------------------- the whole */

KMK_WRITE_FN(limit) {
  const downloads_settings_json settings =
      downloads_state_get_settings(downloads_state_ref_of(state));
  return kmk_effect_limit("net", (uint32_t)downloads_settings_limit(settings));
}

/* Adds the row of the form, and starts it immediately. */
static void add(downloads_state_ref state, kmk_env *env) {
  const downloads_form_json filled = downloads_sheet_as_add(downloads_state_get_sheet(state));
  char id[37];
  kmk_env_uuid(env, id);
  const char *url = downloads_form_url(filled), *name = downloads_form_name(filled);
  const downloads_row_made added = downloads_row_new(id, url, name);
  downloads_row_put_size(added, downloads_form_size(filled));
  downloads_row_put_job(added, downloads_job_new(url, name));
  downloads_state_clear_sheet(state);
  downloads_state_append_rows(state, added);
}

static bool is_finished(const json_t *row) {
  return downloads_row_phase(downloads_row_json_of(row)) == DOWNLOADS_ROW_PHASE_FINISHED;
}

static size_t finished_rows(downloads_state_ref state) {
  size_t index, count = 0;
  json_t *each;
  json_array_foreach(downloads_state_get_rows(state), index, each) { count += is_finished(each); }
  return count;
}

static void ask_to_clear(downloads_state_ref state) {
  size_t count = finished_rows(state);
  if (count == 0)
    return;
  json_t *title = json_sprintf("Remove %zu that have finished?", count);
  const downloads_sheet_alert_made alert = downloads_sheet_alert_new(json_string_value(title));
  downloads_state_set_sheet_new(state, downloads_sheet_of_alert(alert));
  json_decref(title);
}

static void clear(downloads_state_ref state) {
  json_t *kept = json_array(), *each;
  size_t index;
  json_array_foreach(downloads_state_get_rows(state), index, each) {
    if (!is_finished(each))
      json_array_append(kept, each);
  }
  downloads_state_set_rows_new(state, kept);
}

static void push(kmk_state *state, downloads_path_item_element_made screen) {
  kmk_state_push_new(state, DOWNLOADS_AT_PATH, screen.json, NULL);
}

KMK_REDUCE_FN(whole) {
  const downloads_state_ref all = downloads_state_ref_of(state);
  const downloads_action_json sent = downloads_action_json_of(action);
  switch (downloads_action_which(sent)) {
  case DOWNLOADS_ACTION_BEGIN:
    return limit(state, NULL, action, env, NULL);
  case DOWNLOADS_ACTION_ADD:
    downloads_state_set_sheet_new(all, downloads_sheet_of_add(downloads_form_new()));
    break;
  case DOWNLOADS_ACTION_OPEN:
    push(state, downloads_path_item_element_of_row(
                    downloads_path_item_element_row_new(downloads_action_as_open(sent))));
    break;
  case DOWNLOADS_ACTION_OPEN_SETTINGS:
    push(state, downloads_path_item_element_of_settings());
    break;
  case DOWNLOADS_ACTION_CLEAR:
    ask_to_clear(all);
    break;
  case DOWNLOADS_ACTION_REMOVE:
    /* A screen may still show a row that has gone. */
    if (downloads_state_find_rows(all, downloads_action_as_remove(sent)).json != NULL)
      downloads_state_remove_rows(all, downloads_action_as_remove(sent));
    break;
  case DOWNLOADS_ACTION_SHEET:
    if (kmk_action_is(action, DOWNLOADS_CASE_SHEET_PRESENTED_ADD_DONE) &&
        !downloads_form_has_problem(downloads_sheet_as_add(downloads_state_get_sheet(all))))
      add(all, env);
    else if (kmk_action_is(action, DOWNLOADS_CASE_SHEET_PRESENTED_ALERT_CLEAR))
      clear(all);
    break;
  default:
    break; /* other reducers handle it */
  }
  return NULL;
}

/* An undo restores or removes rows; their progress since then stays. */
static kmk_reducer *undoable(kmk_reducer *base) {
  static const char *const steps[] = {DOWNLOADS_CASE_REMOVE,
                                      DOWNLOADS_CASE_SHEET_PRESENTED_ADD_DONE,
                                      DOWNLOADS_CASE_SHEET_PRESENTED_ALERT_CLEAR, NULL};
  const kmk_undo_options options = {sizeof options, .state_path = DOWNLOADS_AT_ROWS,
                                    .history_path = DOWNLOADS_AT_HISTORY, .actions = steps};
  return kmk_undoable(base, &options);
}

kmk_reducer *downloads_reducer(void) {
  kmk_reducer *line =
      kmk_running(kmk_reducer_new(row, NULL, NULL), DOWNLOADS_ROW_AT_JOB, NULL, fetch, NULL, NULL);
  kmk_reducer *fields = KMK_BINDING_FIELDS("binding", {DOWNLOADS_FORM_AT_URL, "shape"},
                                           {DOWNLOADS_FORM_AT_NAME, "shape"});
  kmk_reducer *adding = KMK_COMBINE(fields, kmk_reducer_new(form, NULL, NULL));
  adding = kmk_on_write(adding, DOWNLOADS_FORM_AT_URL, check, NULL, NULL);
  kmk_reducer *sheets =
      KMK_COMBINE(kmk_scope_case("add", "add", adding), KMK_ALERT("alert", "clear"));

  kmk_reducer *all = kmk_reducer_new(whole, NULL, NULL);
  all = kmk_for_each(all, DOWNLOADS_AT_ROWS, DOWNLOADS_CASE_ROWS, NULL, line);
  all = kmk_stack(all, DOWNLOADS_AT_PATH, DOWNLOADS_CASE_PATH, kmk_empty());
  all = kmk_presentation(all, DOWNLOADS_AT_SHEET, DOWNLOADS_CASE_SHEET, NULL, sheets);
  all = KMK_COMBINE(KMK_BINDING_FIELDS("binding", {DOWNLOADS_AT_QUERY, "shape"},
                                       {DOWNLOADS_AT_SETTINGS_LIMIT, "shape"},
                                       {DOWNLOADS_AT_SETTINGS_SORT, "shape"},
                                       {DOWNLOADS_AT_SETTINGS_HIDES_FINISHED, "shape"}),
                    undoable(all));
  all = kmk_on_write(all, DOWNLOADS_AT_SETTINGS_LIMIT, limit, NULL, NULL);
  return downloads_declare(all);
}

/* ---------------------------------------------------------------------------- the list */

static bool is_shown(const json_t *each, const json_t *const *parameters, void *data) {
  (void)data;
  const char *query = json_string_value(parameters[0]);
  bool hides_finished = json_is_true(parameters[1]);
  const char *name = downloads_row_name(downloads_row_json_of(each));
  return !(hides_finished && is_finished(each)) && (!query || !*query || strcasestr(name, query));
}

kmk_list *downloads_list(kmk_store *store, kmk_error *error) {
  static const char *const numbers[] = {DOWNLOADS_ROW_AT_SIZE, DOWNLOADS_ROW_AT_DONE, NULL};
  static const char *const parameters[] = {DOWNLOADS_AT_QUERY, DOWNLOADS_AT_SETTINGS_HIDES_FINISHED,
                                           NULL};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort_place = DOWNLOADS_AT_SETTINGS_SORT;
  options.numbers = numbers;
  options.filter = is_shown;
  options.parameters = parameters;
  return kmk_list_new(store, DOWNLOADS_AT_ROWS, &options, NULL, NULL, error);
}
