/* Files with invalid UTF-8: unreadable, like other files that are not JSON (K70). */
#include "shared_support.h"

#include <stdio.h>
#include <sys/stat.h>

static const char spoilt[] = "{\"n\": 1, \"t\": \"caf\xe9\"}";

static void assert_unreadable(kit *k, kmk_shared *shared) {
  assert_int_equal(json_array_size(k->issues), 1);
  json_t *issue = json_array_get(k->issues, 0);
  assert_string_equal(json_string_value(json_object_get(issue, "code")), "shared-unreadable");
  const char *message = json_string_value(json_object_get(issue, "message"));
  assert_non_null(strstr(message, "not UTF-8 at byte 18"));
  json_array_clear(k->issues);
  assert_true(is_now(shared, "7"));
}

FILE_TEST(K70_a_file_that_is_not_UTF_8_is_an_issue_and_left_alone) {
  const char *path = in_folder("latin.json");
  write_file(path, spoilt);
  kmk_shared *shared = share(kmk_shared_file, path, "7");
  assert_unreadable(k, shared);
  assert_file(path, spoilt);
  kmk_shared_free(shared);
}

FILE_TEST(K70_settings_that_are_not_UTF_8_are_an_issue_and_left_alone) {
  char path[256];
  snprintf(path, sizeof path, "%s/test_shared_bytes", folder);
  assert_int_equal(mkdir(path, 0700), 0);
  strcat(path, "/settings.json");
  write_file(path, spoilt);
  kmk_shared *shared = share(kmk_shared_setting, "n", "7");
  assert_unreadable(k, shared);
  assert_file(path, spoilt);
  kmk_shared_free(shared);
}
