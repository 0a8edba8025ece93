/* kumiki_sqlite.h on a disk that fails, at each call of the system in turn. */
#include "disk_support.h"
#include "sqlite_support.h"

#include <errno.h>

/* Counts in bursts, each of which is acknowledged, until the disk fails. Returns the last acknowledged count. */
static json_int_t count_until_it_fails(void) {
  kmk_error error;
  json_int_t acknowledged = 0;
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.compact_steps = 10;
  options.waits_for_disk = true;
  kmk_sqlite *file = kmk_sqlite_open(path, &options, &error);
  kmk_store *store = file == NULL ? NULL : opened(file, "main", loop, NULL);
  for (int i = 0; store != NULL && i < 12; i++) {
    for (int step = 0; step < 3; step++)
      send(store, "inc");
    if (kmk_sqlite_flush(file, &error) != KMK_OK)
      break;
    acknowledged = number(store);
  }
  kmk_store_free(store);
  kmk_sqlite_free(file);
  return acknowledged;
}

static void Z65_nothing_acknowledged_is_lost_when_a_write_fails(void **state) {
  (void)state;
  bool was_whole = false;
  int call = 1;
  fail_writes(true);
  for (; !was_whole && call < 2000; call++) {
    remove_file();
    fail_from(call, call % 2 == 0 ? ENOSPC : EIO);
    json_int_t acknowledged = count_until_it_fails();
    was_whole = calls_so_far() < call; /* the run did not need that call */
    fail_from(0, 0);
    kmk_sqlite *file = database(NULL);
    assert_non_null(file);
    kmk_store *store = opened(file, "main", loop, NULL);
    assert_non_null(store);
    assert_true(number(store) >= acknowledged && number(store) <= acknowledged + 3);
    send(store, "inc");
    assert_int_equal(kmk_sqlite_flush(file, NULL), KMK_OK);
    kmk_store_free(store);
    kmk_sqlite_free(file);
  }
  fail_writes(false);
  assert_true(was_whole && call > 50);
}

static void Z75_a_database_that_cannot_be_read_is_refused_and_stays_as_it_was(void **state) {
  (void)state;
  kmk_error error;
  kmk_sqlite *file = database(&error);
  kmk_store *store = opened(file, "main", loop, &error);
  for (int i = 0; i < 3; i++)
    assert_int_equal(kmk_store_send_new(store, json_string("inc"), NULL), KMK_OK);
  json_t *before = kmk_store_state(store);
  kmk_store_free(store);
  kmk_sqlite_free(file);
  bool was_whole = false;
  int call = 1;
  fail_reads(true);
  for (; !was_whole && call < 200; call++) {
    fail_from(call, EIO);
    file = database(&error);
    store = file == NULL ? NULL : opened(file, "main", loop, &error);
    was_whole = calls_so_far() < call;
    fail_from(0, 0);
    if (store == NULL)
      assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_true(!was_whole || store != NULL);
    kmk_store_free(store);
    kmk_sqlite_free(file);
    assert_kept(before, call);
  }
  fail_reads(false);
  assert_true(was_whole && call > 5);
  json_decref(before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(Z65_nothing_acknowledged_is_lost_when_a_write_fails),
      FILE_TEST(Z75_a_database_that_cannot_be_read_is_refused_and_stays_as_it_was),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
