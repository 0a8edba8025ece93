/* kumiki_sqlite.h: a file that others have open too, to read it or to write it. */
#include "sqlite_support.h"

static void Z69_a_name_is_one_stores_at_a_time(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  assert_null(opened(file, "main", loop, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
  assert_non_null(strstr(error.message, "open under that name"));
  send(store, "inc");
  kmk_store_free(store);
  /* The writer may still have steps of the one that has ended. */
  store = opened(file, "main", loop, NULL);
  assert_int_equal(number(store), 1);
  kmk_store_free(store);
  /* A name is free again where no store came of it. */
  assert_null(kmk_sqlite_store(file, "other", loop, feature(), NULL, &error));
  store = opened(file, "other", loop, NULL);
  assert_non_null(store);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

/* A failure that was told. */
typedef struct {
  int count;
  char message[128];
} told;

static void note(const char *message, void *data) {
  told *failed = data;
  failed->count++;
  snprintf(failed->message, sizeof failed->message, "%s", message);
}

static kmk_sqlite *telling(told *failed) {
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.failed = note;
  options.user_data = failed;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  assert_non_null(file);
  return file;
}

static void Z69_the_later_of_two_writers_is_refused_and_what_the_other_wrote_stays(void **state) {
  (void)state;
  kmk_error error;
  told failed = {0};
  kmk_sqlite *first = database(NULL), *second = telling(&failed);
  kmk_store *store = opened(first, "main", loop, NULL);
  assert_int_equal(kmk_sqlite_flush(first, &error), KMK_OK);
  kmk_store *later = opened(second, "main", loop, NULL);
  send(store, "inc");
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(first, &error), KMK_OK);
  send(later, "inc");
  for (int i = 0; i < 2; i++) {
    assert_int_equal(kmk_sqlite_flush(second, &error), KMK_ERR_BUSY);
    assert_non_null(strstr(error.message, "another program writes the store main"));
  }
  assert_int_equal(failed.count, 1);
  assert_non_null(strstr(failed.message, "another program writes the store main"));
  kmk_store_free(later);
  kmk_sqlite_free(second);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(first, &error), KMK_OK);
  kmk_store_free(store);
  kmk_sqlite_free(first);
  first = database(NULL);
  store = opened(first, "main", loop, NULL);
  assert_int_equal(number(store), 3);
  kmk_store_free(store);
  kmk_sqlite_free(first);
}

static void Z91_a_database_that_cannot_be_written_says_so_and_makes_no_store(void **state) {
  (void)state;
  kmk_error error;
  told failed = {0};
  kmk_sqlite *file = telling(&failed);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  sqlite3 *other = NULL;
  assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "DROP TABLE kumiki_step", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(other);
  send(store, "inc");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_ERR_INVALID_ARGUMENT);
  send(store, "inc");
  assert_int_equal(failed.count, 1);
  assert_non_null(strstr(error.message, failed.message));
  assert_null(opened(file, "other", loop, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  assert_int_equal(failed.count, 1);
}

static void Z90_what_was_opened_to_be_read_is_not_written(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.is_read_only = true;
  assert_null(kmk_sqlite_open(path, &options, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  kmk_sqlite *file = database(NULL);
  kmk_store *store = opened(file, "main", loop, NULL);
  send(store, "inc");
  send(store, "work");
  assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  kmk_sqlite *reader = kmk_sqlite_open(path, &options, &error);
  assert_non_null(reader);
  kmk_reducer *reducer = feature();
  assert_null(kmk_sqlite_store(reader, "main", loop, reducer, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  for (int n = 1; n < 4; n++) {
    kmk_snapshot *moment = kmk_sqlite_snapshot(reader, "main", &error);
    assert_non_null(moment);
    json_t *now = kmk_snapshot_state(moment);
    assert_int_equal(json_integer_value(json_object_get(now, "n")), n);
    json_decref(now);
    kmk_snapshot_free(moment);
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, &error), KMK_OK);
  }
  assert_null(kmk_sqlite_snapshot(reader, "other", &error));
  assert_int_equal(error.status, KMK_ERR_NOT_FOUND);
  assert_null(kmk_sqlite_snapshot(NULL, "main", &error));
  assert_int_equal(kmk_sqlite_flush(reader, &error), KMK_OK);
  kmk_sqlite_free(reader);
  /* Of one's own store each step so far. */
  send(store, "inc");
  kmk_snapshot *moment = kmk_sqlite_snapshot(file, "main", &error);
  json_t *now = kmk_snapshot_state(moment);
  assert_int_equal(json_integer_value(json_object_get(now, "n")), 5);
  json_decref(now);
  kmk_snapshot_free(moment);
  kmk_store_free(store);
  kmk_sqlite_free(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z69_a_name_is_one_stores_at_a_time),
      FILE_TEST(Z69_the_later_of_two_writers_is_refused_and_what_the_other_wrote_stays),
      FILE_TEST(Z91_a_database_that_cannot_be_written_says_so_and_makes_no_store),
      FILE_TEST(Z90_what_was_opened_to_be_read_is_not_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
