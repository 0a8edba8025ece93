/* The program logic: the reducers of the state. It does not know the user interface, the network or the database. */
#define _GNU_SOURCE /* strcasestr */
#include "feeds.h"

#include <stdio.h>
#include <string.h>

/* Does the job of a feed. After a kill, the next run begins the job again. */
KMK_RUNNING_FN(work) {
  const feeds_job_json job = feeds_job_json_of(value);
  kmk_ask ask = KMK_ASK_INIT;
  ask.failure = "failed";
  if (feeds_job_which(job) == FEEDS_JOB_PARSE) {
    ask.answer = "parsed";
    return feeds_ask_feed_parse(feeds_job_as_parse(job), &ask);
  }
  ask.answer = "fetched";
  const json_t *question = feeds_job_as_fetch(job).json;
  return feeds_ask_net_fetch(feeds_question_made_of(kmk_json_retain(question)), &ask);
}

/* With the tag of the last version, the status is 304 if the feed is unchanged. */
static feeds_question_made question_of(feeds_feed_json feed) {
  char file[60];
  snprintf(file, sizeof file, "%.40s.xml", feeds_feed_id(feed));
  const feeds_question_made question = feeds_question_new(feeds_feed_url(feed), file);
  if (feeds_feed_has_etag(feed))
    feeds_question_put_headers(question,
                               json_pack("{s:s}", "if-none-match", feeds_feed_etag(feed)));
  return question;
}

static void fetched(feeds_feed_ref feed, feeds_feed_action_fetched_json answer) {
  const char *file = feeds_question_file(feeds_job_as_fetch(feeds_feed_get_job(feed)));
  if (feeds_feed_action_fetched_status(answer) == 304) {
    feeds_feed_clear_job(feed); /* this ends its effect */
    return;
  }
  feeds_feed_set_job_new(feed, feeds_job_of_parse(file));
  feeds_feed_set_etag(
      feed, feeds_feed_action_fetched_headers_etag(feeds_feed_action_fetched_headers(answer)));
}

KMK_REDUCE_FN(feed) {
  const feeds_feed_ref row = feeds_feed_ref_of(state);
  const feeds_feed_action_json sent = feeds_feed_action_json_of(action);
  switch (feeds_feed_action_which(sent)) {
  case FEEDS_FEED_ACTION_REFRESH:
    if (feeds_feed_has_job(feeds_feed_get(row)))
      break; /* it is being fetched */
    feeds_feed_clear_problem(row);
    feeds_feed_set_job_new(row, feeds_job_of_fetch(question_of(feeds_feed_get(row))));
    break;
  case FEEDS_FEED_ACTION_FETCHED:
    fetched(row, feeds_feed_action_as_fetched(sent));
    break;
  case FEEDS_FEED_ACTION_PARSED:
    feeds_feed_set_title(row, feeds_parsed_title(feeds_feed_action_as_parsed(sent)));
    feeds_feed_clear_job(row);
    break;
  case FEEDS_FEED_ACTION_FAILED:
    feeds_feed_set_problem(row, feeds_feed_action_as_failed(sent));
    feeds_feed_clear_etag(row); /* the next refresh fetches the file again */
    feeds_feed_clear_job(row);
    break;
  default:
    break;
  }
  return NULL;
}

/* Adds the items that are new. The others keep their marks. */
static void add_items(feeds_state_ref state, const char *feed, feeds_parsed_json parsed) {
  size_t index;
  json_t *each;
  json_array_foreach(feeds_parsed_items(parsed), index, each) {
    const feeds_parsed_items_item_json item = feeds_parsed_items_item_json_of(each);
    json_t *id = json_sprintf("%s %s", feed, feeds_parsed_items_item_id(item));
    const char *known = json_string_value(id);
    if (known && !feeds_state_find_library_items(state, known).json) {
      const feeds_item_made made = feeds_item_new(known, feed, feeds_parsed_items_item_title(item));
      feeds_item_put_link(made, feeds_parsed_items_item_link(item));
      feeds_item_put_date(made, feeds_parsed_items_item_date(item));
      feeds_state_append_library_items(state, made);
    }
    json_decref(id);
  }
}

KMK_HANDLE_FN(unread) {
  feeds_item_set_is_read(feeds_item_ref_of(state), false);
  return NULL;
}

static bool is_of(const json_t *item, const char *feed) {
  return !feed || strcmp(feeds_item_feed(feeds_item_json_of(item)), feed) == 0;
}

/* Marks the items of the chosen feed, or of all feeds. */
static void read_all(feeds_state_ref state) {
  const feeds_library_json library = feeds_state_get_library(state);
  json_t *items = kmk_json_retain(feeds_library_items(library)), *each;
  json_t *feed = kmk_json_retain(kmk_state_get(state.state, FEEDS_AT_FEED));
  size_t index;
  json_array_foreach(items, index, each) {
    if (is_of(each, json_string_value(feed)))
      feeds_state_set_library_items_is_read(state, feeds_item_id(feeds_item_json_of(each)), true);
  }
  json_decref(feed);
  json_decref(items);
}

static void remove_feed(feeds_state_ref state, const char *feed) {
  if (!feeds_state_find_library_feeds(state, feed).json)
    return; /* a screen may still show a feed that has gone */
  json_t *kept = json_array(), *each;
  size_t index;
  json_array_foreach(feeds_library_items(feeds_state_get_library(state)), index, each) {
    if (!is_of(each, feed))
      json_array_append(kept, each);
  }
  feeds_state_set_library_items_new(state, kept);
  feeds_state_remove_library_feeds(state, feed);
  feeds_state_clear_feed(state);
}

/* Returns why a form cannot be accepted; NULL: it can. */
static const char *problem_of(feeds_state_ref state, const char *url) {
  size_t index;
  json_t *each;
  if (strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0)
    return "An address begins with http:// or https://";
  json_array_foreach(feeds_library_feeds(feeds_state_get_library(state)), index, each) {
    if (strcmp(feeds_feed_url(feeds_feed_json_of(each)), url) == 0)
      return "This feed is in the list";
  }
  return NULL;
}

static void add_feed(feeds_state_ref state, kmk_env *env) {
  const char *url = feeds_form_url(feeds_state_get_sheet(state));
  const char *problem = problem_of(state, url);
  char id[37];
  if (problem) {
    feeds_state_set_sheet_problem(state, problem);
    return;
  }
  kmk_env_uuid(env, id);
  const feeds_feed_made made = feeds_feed_new(id, url, url);
  feeds_feed_put_job(made, feeds_job_of_fetch(question_of(feeds_feed_json_of(made.json))));
  feeds_state_clear_sheet(state);
  feeds_state_append_library_feeds(state, made);
}

/* An action to each feed, in the same burst. */
static kmk_effect *refresh(feeds_state_ref state) {
  kmk_effect *all = NULL;
  size_t index;
  json_t *each;
  json_array_foreach(feeds_library_feeds(feeds_state_get_library(state)), index, each) {
    const char *id = feeds_feed_id(feeds_feed_json_of(each));
    all = KMK_MERGE(all, kmk_effect_send_new(feeds_action_feeds_element_refresh(id)));
  }
  return all;
}

/* Sends "refresh" again and again. */
KMK_RUNNING_FN(tick) {
  uint64_t minutes = (uint64_t)json_integer_value(value);
  return minutes ? kmk_effect_every_new(KMK_SECONDS(60 * minutes), feeds_action_refresh()) : NULL;
}

KMK_REDUCE_FN(whole) {
  const feeds_state_ref all = feeds_state_ref_of(state);
  const feeds_action_json sent = feeds_action_json_of(action);
  const json_t *element = feeds_action_feeds_as_element(feeds_action_as_feeds(sent));
  const feeds_parsed_json parsed =
      feeds_feed_action_as_parsed(feeds_feed_action_json_of(json_object_get(element, "action")));
  switch (feeds_action_which(sent)) {
  case FEEDS_ACTION_REFRESH:
    return refresh(all);
  case FEEDS_ACTION_FEEDS:
    if (parsed.json)
      add_items(all, json_string_value(json_object_get(element, "id")), parsed);
    break;
  case FEEDS_ACTION_ADD:
    feeds_state_set_sheet_new(all, feeds_form_new());
    break;
  case FEEDS_ACTION_OPEN:
    if (!feeds_state_find_library_items(all, feeds_action_as_open(sent)).json)
      break;
    feeds_state_set_box_new(all, feeds_box_of_item(feeds_action_as_open(sent)));
    feeds_state_set_library_items_is_read(all, feeds_action_as_open(sent), true);
    break;
  case FEEDS_ACTION_READ_ALL:
    read_all(all);
    break;
  case FEEDS_ACTION_REMOVE:
    remove_feed(all, feeds_action_as_remove(sent));
    break;
  case FEEDS_ACTION_SHEET:
    if (kmk_action_is(action, FEEDS_CASE_SHEET_PRESENTED_DONE))
      add_feed(all, env);
    break;
  default:
    break; /* other reducers handle it */
  }
  return NULL;
}

kmk_reducer *feeds_reducer(void) {
  static const char *const steps[] = {FEEDS_CASE_REMOVE, FEEDS_CASE_READ_ALL,
                                      FEEDS_CASE_SHEET_PRESENTED_DONE, NULL};
  /* An undo restores feeds and items, or their marks; what has been fetched since then stays. */
  const kmk_undo_options undo = {sizeof undo, .state_path = FEEDS_AT_LIBRARY,
                                 .history_path = FEEDS_AT_HISTORY, .actions = steps};
  kmk_reducer *row =
      kmk_running(kmk_reducer_new(feed, NULL, NULL), FEEDS_FEED_AT_JOB, NULL, work, NULL, NULL);
  kmk_reducer *adding = KMK_BINDING_FIELDS("binding", {FEEDS_FORM_AT_URL, "shape"});
  kmk_reducer *all = kmk_reducer_new(whole, NULL, NULL);
  all = kmk_for_each(all, FEEDS_AT_LIBRARY_FEEDS, FEEDS_CASE_FEEDS, NULL, row);
  all = kmk_for_each(all, FEEDS_AT_LIBRARY_ITEMS, FEEDS_CASE_ITEMS, NULL,
                     KMK_HANDLERS({"unread", NULL, unread}));
  all = kmk_presentation(all, FEEDS_AT_SHEET, FEEDS_CASE_SHEET, NULL, adding);
  all =
      KMK_COMBINE(KMK_BINDING_FIELDS("binding", {FEEDS_AT_FEED, "shape"}, {FEEDS_AT_QUERY, "shape"},
                                     {FEEDS_AT_BOX, "shape"}, {FEEDS_AT_SETTINGS_SORT, "shape"},
                                     {FEEDS_AT_SETTINGS_HIDES_READ, "shape"},
                                     {FEEDS_AT_SETTINGS_MINUTES, "shape"}),
                  kmk_undoable(all, &undo));
  all = kmk_running(all, FEEDS_AT_SETTINGS_MINUTES, NULL, tick, NULL, NULL);
  return feeds_declare(all);
}

static bool is_shown(const json_t *each, const json_t *const *parameters, void *data) {
  (void)data;
  const feeds_item_json item = feeds_item_json_of(each);
  const char *query = json_string_value(parameters[1]);
  bool hides_read = json_is_true(parameters[2]);
  return is_of(each, json_string_value(parameters[0])) &&
         !(hides_read && feeds_item_is_read(item)) &&
         (!query || !*query || strcasestr(feeds_item_title(item), query));
}

kmk_list *feeds_list(kmk_store *store, kmk_error *error) {
  static const char *const parameters[] = {FEEDS_AT_FEED, FEEDS_AT_QUERY,
                                           FEEDS_AT_SETTINGS_HIDES_READ, NULL};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort_place = FEEDS_AT_SETTINGS_SORT;
  options.filter = is_shown;
  options.parameters = parameters;
  return kmk_list_new(store, FEEDS_AT_LIBRARY_ITEMS, &options, NULL, NULL, error);
}
