/* Files that a recorder refuses to write to, and the number of checkpoints in a log. */
#include "trace_support.h"

#include <stdio.h>

REDUCER(set_n) {
  kmk_state_set(state, "/n", kmk_action_payload(action, "set"));
  return NULL;
}

/* Asserts that a recorder refuses the file, and does not change it. */
static void refuse(kit *k, const char *content, kmk_status status, const char *message) {
  kmk_error error;
  const char *path = in_folder("a.log");
  write_file(path, content);
  assert_null(kmk_recorder_new(k->store, path, NULL, &error));
  assert_int_equal(error.status, status);
  if (strstr(error.message, message) == NULL)
    fail_msg("%s", error.message);
  char found[4096] = "";
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  found[fread(found, 1, sizeof found - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(found, content);
}

FILE_TEST(Z154_a_log_that_this_library_does_not_write_is_left_as_it_is) {
  kit_open(k, kmk_reducer_new(set_n, NULL, NULL), "{'n': 0}");
  refuse(k,
         "{\"kumiki\":\"log\",\"form\":2,\"library\":\"9.0.0\"}\n{\"checkpoint\":{},\"new\":1}\n",
         KMK_ERR_DECODE, "found the form 2, expected 1: a newer library has written this");
  refuse(k, "{\"kumiki\":\"log\",\"form\":0}\n", KMK_ERR_DECODE, "found the form 0, expected 1");
  refuse(k, "{\"kumiki\":\"log\",\"library\":\"9.0.0\"}\n", KMK_ERR_DECODE, "expected the form 1");
  refuse(k, "{\"kumiki\":\"log\",\"form\":1\n{\"checkpoint\":{}}\n", KMK_ERR_JSON, "");
  /* A long header, several blocks long. */
  static char content[20000];
  int length = snprintf(content, sizeof content, "{\"kumiki\":\"log\",\"secrets\":[\"");
  memset(content + length, 'a', 9000);
  snprintf(content + length + 9000, 64, "\"],\"form\":2}\n");
  static char found[20000];
  kmk_error error;
  const char *path = in_folder("b.log");
  write_file(path, content);
  assert_null(kmk_recorder_new(k->store, path, NULL, &error));
  assert_string_equal(error.path, "/form");
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  found[fread(found, 1, sizeof found - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(found, content);
}

/* An unfinished first line is cut off, like any other. */
FILE_TEST(Z154_an_unfinished_header_is_begun_again) {
  kmk_error error;
  const char *path = in_folder("a.log");
  write_file(path, "{\"kumiki\":\"log\",\"form\":");
  kit_open(k, kmk_reducer_new(set_n, NULL, NULL), "{'n': 0}");
  kmk_recorder *recorder = kmk_recorder_new(k->store, path, NULL, &error);
  assert_non_null(recorder);
  send_ok(k->store, "{'set': 1}");
  kmk_recorder_free(recorder);
  assert_replays(path, kmk_reducer_new(set_n, NULL, NULL), "{\"n\":1}");
}

FILE_TEST(Z154_an_empty_path_is_refused) {
  kmk_error error;
  kit_open(k, kmk_reducer_new(set_n, NULL, NULL), "{'n': 0}");
  assert_null(kmk_recorder_new(k->store, "", NULL, &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "path is empty"));
  assert_null(kmk_replay_open("", kmk_reducer_new(set_n, NULL, NULL), &error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  assert_non_null(strstr(error.message, "path is empty"));
}

/* The number of checkpoints in a log. */
static int checkpoints_of(const char *path) {
  static char line[1 << 22];
  int count = 0;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file) != NULL)
    count += strncmp(line, "{\"checkpoint\"", 13) == 0;
  fclose(file);
  return count;
}

/* Records steps of about 100 KB over a state of state_size bytes, and returns the number of checkpoints in the log. */
static int checkpoints_over(kit *k, size_t state_size, int steps, size_t every) {
  kmk_error error;
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.flush = KMK_FLUSH_FULL;
  options.checkpoint_bytes = every;
  char *large = calloc(1, state_size + 1), *small = calloc(1, 100 * 1000 + 1);
  memset(large, 'a', state_size);
  memset(small, 'b', 100 * 1000);
  json_t *state = json_pack("{s:s, s:s}", "large", large, "n", "");
  const char *path = in_folder("a.log");
  remove(path);
  kmk_store *store = kmk_store_new(k->loop, kmk_reducer_new(set_n, NULL, NULL), state, &error);
  kmk_recorder *recorder = kmk_recorder_new(store, path, &options, &error);
  for (int i = 0; i < steps; i++) {
    small[0] = i % 2 == 0 ? 'c' : 'd';
    kmk_store_sendf(store, NULL, "{s:s}", "set", small);
  }
  kmk_recorder_free(recorder);
  kmk_store_free(store);
  json_decref(state);
  free(large);
  free(small);
  return checkpoints_of(path);
}

/* A step contains the action and the patch: 200 KB. So 1 MiB is 6 steps, and 3 MB are 16. */
FILE_TEST(Z155_checkpoints_take_no_more_bytes_than_steps) {
  assert_int_equal(checkpoints_over(k, 100, 36, 0), 1 + 6);
  assert_int_equal(checkpoints_over(k, 3000000, 36, 0), 1 + 2);
  /* A program can ask for more checkpoints. */
  assert_int_equal(checkpoints_over(k, 3000000, 4, 1), 1 + 4);
}
