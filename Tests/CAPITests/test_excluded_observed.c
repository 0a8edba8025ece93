/* Places and cases that a store's shape and cases exclude: observers, lists, scoped stores and recorders are refused
 * (S171), and reads find nothing (S172). */
#include "shape_support.h"
#include "shared_support.h"

#include <unistd.h>

#define SHAPE                                                                                      \
  "only {rows: [only {id: text, isRead: boolean = false, feed: (rss: only {url: text} | none) = "  \
  "'none'}] = [], query: text = '', sort: text = '', sheet: (add: only {url: text})? = null, "     \
  "open: {} = {}, login: only {user: text = '', password: text = ''} = {}}"
#define KNOWN "there are rows, query, sort, sheet, open, login"

static void tell(const json_t *value, void *data) { (void)value, (void)data; }
static void tell_case(const char *name, const json_t *payload, void *data) {
  (void)name, (void)payload, (void)data;
}
static void tell_both(const json_t *patch, const json_t *inverse, void *data) {
  (void)patch, (void)inverse, (void)data;
}
static json_t *nothing(kmk_store *store, void *data) {
  (void)store, (void)data;
  return json_null();
}

static void open_reader(kit *k) {
  kmk_reducer *app = kmk_for_each(shape_writer(), "/rows", "rows", NULL, kmk_empty());
  app = kmk_presentation(app, "/sheet", "sheet", NULL, kmk_scope_case("add", "add", kmk_empty()));
  app = KMK_CASES(app, {"rows", "(element: {id: text, action: (read)})"},
                  {"sheet", "(presented: (add: (done)) | dismiss)"}, {"set", "any"},
                  {"logIn", "text"});
  kit_open(k, kmk_shape(app, SHAPE), "{'rows': [{'id': 'a'}]}");
}

static void assert_misspelt(const void *made, const kmk_error *error, const char *message) {
  assert_null(made);
  assert_string_equal(error->message, message);
  assert_int_equal(error->status, KMK_ERR_INVALID_ARGUMENT);
}

TEST(S171_every_kind_of_observer_is_refused_at_a_place_that_cannot_be) {
  open_reader(k);
  kmk_error error;
  kmk_store *s = k->store;
  const char *why = "pointer: the shape has no member qury; did you mean query? " KNOWN;
  kmk_presentation_callbacks callbacks = {.size = sizeof callbacks};
  assert_misspelt(kmk_store_observe(s, "/qury", tell, NULL, NULL, &error), &error, why);
  assert_misspelt(kmk_store_observe_case(s, "/qury", tell_case, NULL, NULL, &error), &error, why);
  assert_misspelt(kmk_store_observe_ids(s, "/qury", tell, NULL, NULL, &error), &error, why);
  assert_misspelt(kmk_store_observe_id_changes(s, "/qury", tell, NULL, NULL, &error), &error, why);
  assert_misspelt(kmk_store_observe_patches(s, "/qury", tell, NULL, NULL, &error), &error, why);
  assert_misspelt(kmk_store_observe_changes(s, "/qury", tell_both, NULL, NULL, &error), &error,
                  why);
  assert_misspelt(kmk_store_observe_presentation(s, "/qury", &callbacks, NULL, NULL, &error),
                  &error, why);
  assert_misspelt(kmk_derived_new(s, (const char *const[]){"/query", "/qury", NULL}, nothing, NULL,
                                  NULL, &error),
                  &error, "pointers: the shape has no member qury; did you mean query? " KNOWN);
  assert_misspelt(kmk_store_observe(s, "/query/0", tell, NULL, NULL, &error), &error,
                  "pointer: the shape has text and nothing inside at /query");
}

TEST(S171_what_can_come_to_be_is_observed) {
  open_reader(k);
  const char *places[] = {"/rows/7/isRead", "/rows/0/feed/rss/url", "/sheet/add/url",
                          "/open/anything", ""};
  for (size_t i = 0; i < COUNT_OF(places); i++) {
    kmk_error error = {0};
    kmk_subscription *told = kmk_store_observe(k->store, places[i], tell, NULL, NULL, &error);
    assert_string_equal(error.message, "");
    assert_non_null(told);
    kmk_subscription_free(told);
  }
}

TEST(S171_each_place_of_a_list_is_looked_at) {
  open_reader(k);
  kmk_error error;
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
#define LIST(place) kmk_list_new(k->store, place, &options, NULL, NULL, &error)
  assert_misspelt(LIST("/rwos"), &error,
                  "pointer: the shape has no member rwos; did you mean rows? " KNOWN);
  assert_misspelt(LIST("/query"), &error, "pointer: the shape has text and no rows at /query");
  options.sort = (const char *const[]){"-/isRead", "-/isRed", NULL};
  assert_misspelt(LIST("/rows"), &error,
                  "options.sort: the shape has no member isRed at /rows/0; did you mean isRead? "
                  "there are id, isRead, feed");
  options.sort = (const char *const[]){"/feed/rss/url", NULL};
  options.group = "/fed";
  assert_misspelt(LIST("/rows"), &error,
                  "options.group: the shape has no member fed at /rows/0; did you mean feed? "
                  "there are id, isRead, feed");
  options.group = "/feed";
  options.numbers = (const char *const[]){"/size", NULL};
  assert_misspelt(LIST("/rows"), &error,
                  "options.numbers: the shape has no member size at /rows/0; there are id, isRead, "
                  "feed");
  options.numbers = NULL;
  options.parameters = (const char *const[]){"/qury", NULL};
  assert_misspelt(LIST("/rows"), &error,
                  "options.parameters: the shape has no member qury; did you mean query? " KNOWN);
  options.parameters = (const char *const[]){"/query", NULL};
  options.sort_place = "/srt";
  assert_misspelt(LIST("/rows"), &error,
                  "options.sort_place: the shape has no member srt; did you mean sort? " KNOWN);
  options.sort_place = "/sort";
  kmk_list *list = LIST("/rows");
  assert_non_null(list);
  kmk_list_free(list);
}

TEST(S171_a_view_is_of_a_place_that_can_be) {
  open_reader(k);
  kmk_error error;
  json_t *id = json_string("a");
  assert_misspelt(kmk_store_scope(k->store, "/logn", "logIn", &error), &error,
                  "pointer: the shape has no member logn; did you mean login? " KNOWN);
  kmk_store *row = kmk_store_scope_element(k->store, "/rows", "rows", id, NULL);
  assert_non_null(row);
  /* Inside the scoped store, names refer to the row. */
  assert_misspelt(kmk_store_observe(row, "/isRed", tell, NULL, NULL, &error), &error,
                  "pointer: the shape has no member isRed at /rows/0; did you mean isRead? there "
                  "are id, isRead, feed");
  /* Observing needs no case, so a wrong case is reported only when an action is sent. */
  kmk_store *login = kmk_store_scope(k->store, "/login", "logn", NULL);
  assert_non_null(login);
  assert_int_equal(kmk_store_send_text(login, "\"a\"", &error), KMK_ERR_DECODE);
  assert_non_null(strstr(error.message, "did you mean logIn?"));
  kmk_store_free(login);
  kmk_store_free(row);
  json_decref(id);
}

FILE_TEST(S171_a_secret_that_can_be_nowhere_is_refused) {
  open_reader(k);
  const char *path = in_folder("secret.jsonl");
  const char *secrets[][2] = {
      {"/login/pasword",
       "secret_paths: the shape has no member pasword at /login; did you mean password? there are "
       "user, password"},
      {"/rows/*/fed",
       "secret_paths: the shape has no member fed at /rows/0; did you mean feed? there are id, "
       "isRead, feed"},
      {"login",
       "secret_paths: the actions have no case login; did you mean logIn? there are rows, sheet, "
       "set, logIn"},
      {"rows.element.raed",
       "secret_paths: the actions have no case raed at /rows/element/action; did you mean read? "
       "there are read"},
  };
  for (size_t i = 0; i < COUNT_OF(secrets); i++) {
    kmk_error error;
    kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
    options.secret_paths = (const char *const[]){"/login/password", secrets[i][0], NULL};
    assert_misspelt(kmk_recorder_new(k->store, path, &options, &error), &error, secrets[i][1]);
    assert_int_equal(access(path, F_OK), -1); /* the file was not created */
  }
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.secret_paths = (const char *const[]){"/login/*", "/rows/*/feed", "logIn", NULL};
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, &options, NULL);
  assert_non_null(recorder);
  kmk_recorder_free(recorder);
}

static void assert_not_found(const void *found, const kmk_error *error, const char *message) {
  assert_null(found);
  assert_int_equal(error->status, KMK_ERR_NOT_FOUND);
  assert_string_equal(error->message, message);
}

TEST(S172_a_read_says_what_the_place_may_be_called) {
  open_reader(k);
  kmk_error error;
  json_t *id = json_string("a"), *path = json_array();
  assert_not_found(kmk_store_get(k->store, "/qury", &error), &error,
                   "the shape has no member qury; did you mean query? " KNOWN);
  assert_string_equal(error.path, "/qury");
  assert_not_found(kmk_store_row(k->store, "/rwos", id, &error), &error,
                   "the shape has no member rwos; did you mean rows? " KNOWN);
  assert_not_found(kmk_store_presentation_id(k->store, "/shet", &error), &error,
                   "the shape has no member shet; did you mean sheet? " KNOWN);
  assert_int_equal(kmk_store_write_path(k->store, "/pth", "set", path, &error), KMK_ERR_NOT_FOUND);
  assert_string_equal(error.message, "the shape has no member pth; " KNOWN);
  assert_not_found(kmk_store_get(k->store, "/sheet/add", &error), &error, "nothing is there");
  json_decref(id);
  json_decref(path);
}
