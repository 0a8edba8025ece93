/* A recorder's file: which recorder owns it, and which files are accepted. */
/* For kill and setenv in strict C11. */
#define _POSIX_C_SOURCE 200809L

#include "trace_support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static kmk_recorder *record(kmk_store *store, const char *path,
                            const kmk_recorder_options *options) {
  kmk_error error;
  kmk_recorder *recorder = kmk_recorder_new(store, path, options, &error);
  assert_non_null(recorder);
  return recorder;
}

static void assert_refused(kmk_store *store, const char *path) {
  kmk_error error;
  assert_null(kmk_recorder_new(store, path, NULL, &error));
  assert_int_equal(error.status, KMK_ERR_BUSY);
}

FILE_TEST(Z102_a_file_is_one_recorders) {
  const char *path = in_folder("a.log");
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.checkpoint_bytes = 500;
  options.rotate_bytes = 3000;
  open_traced(k);
  kmk_store *second = open_store(k->loop, traced_feature(1), traced_state);
  kmk_recorder *recorder = record(k->store, path, &options);
  int descriptors = open_descriptors();
  assert_refused(second, path);
  for (int i = 0; i < 60; i++) { /* rotated several times */
    send_ok(k->store, "{'rows': {'element': {'id': 1, 'action': 'inc'}}}");
    if (i % 7 == 0)
      assert_refused(second, path);
  }
  assert_int_equal(open_descriptors(), descriptors);
  char *now = kmk_store_state_text(k->store, JSON_COMPACT);
  kmk_recorder_free(recorder);
  assert_replays(path, traced_feature(1), now);
  /* After the file is released, the next recorder continues it. */
  recorder = record(second, path, NULL);
  assert_refused(k->store, path);
  send_ok(second, "'more'");
  kmk_recorder_free(recorder);
  kmk_recorder_free(record(second, path, NULL));
  kmk_text_free(now);
  kmk_store_free(second);
}

/* Sends the parent a byte, and keeps recording until it is killed. */
static int record_on(void *data) {
  const int *ends = data;
  char byte = 0;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_store *store = open_store(loop, traced_feature(1), traced_state);
  record(store, in_folder("a.log"), NULL);
  send_ok(store, "'more'");
  if (write(ends[1], &byte, 1) == 1)
    pause();
  return 0;
}

FILE_TEST(Z102_a_kill_frees_the_file) {
  int ends[2];
  char byte;
  const char *path = in_folder("a.log");
  assert_int_equal(pipe(ends), 0);
  pid_t child = begin_child(record_on, ends);
  assert_int_equal(read(ends[0], &byte, 1), 1);
  open_traced(k);
  assert_refused(k->store, path);
  /* A program recorded with KUMIKI_RECORD uses another file name. */
  setenv("KUMIKI_RECORD", path, 1);
  kmk_store *store = open_store(k->loop, traced_feature(1), traced_state);
  unsetenv("KUMIKI_RECORD");
  send_ok(store, "'more'");
  char *then = kmk_store_state_text(store, JSON_COMPACT);
  kmk_store_free(store);
  in_shell("mv a.log.[0-9]* other.log");
  assert_replays(in_folder("other.log"), traced_feature(1), then);
  kmk_text_free(then);
  kill(child, SIGKILL);
  end_child(child);
  kmk_recorder_free(record(k->store, path, NULL));
  kmk_error error;
  kmk_replay *replay = kmk_replay_open(path, traced_feature(1), &error);
  assert_int_equal(kmk_replay_run(replay, UINT64_MAX, &error), KMK_OK);
  assert_int_equal(kmk_replay_step(replay), 1);
  kmk_replay_free(replay);
  close(ends[0]);
  close(ends[1]);
}

/* A forked child inherits the open file. The child does not keep other recorders from the file once the parent's
   recorder is freed. */
static int wait_for_its_end(void *end) {
  char byte;
  close(((int *)end)[1]);
  return (int)read(((int *)end)[0], &byte, 1);
}

FILE_TEST(Z102_a_child_of_the_process_does_not_keep_the_file) {
  int ends[2];
  const char *path = in_folder("a.log");
  assert_int_equal(pipe(ends), 0);
  open_traced(k);
  kmk_recorder *recorder = record(k->store, path, NULL);
  pid_t child = begin_child(wait_for_its_end, ends);
  assert_refused(k->store, path);
  kmk_recorder_free(recorder);
  kmk_recorder_free(record(k->store, path, NULL));
  close(ends[1]);
  assert_int_equal(end_child(child), 0);
  close(ends[0]);
}

FILE_TEST(Z102_two_recorders_may_write_to_a_device) {
  open_traced(k);
  kmk_recorder *one = record(k->store, "/dev/null", NULL),
               *two = record(k->store, "/dev/null", NULL);
  send_ok(k->store, "'more'");
  kmk_recorder_free(one);
  kmk_recorder_free(two);
}

FILE_TEST(Z103_a_file_that_is_no_log_is_left_as_it_is) {
  kmk_error error;
  const char *path = in_folder("notes.txt");
  const char *const texts[] = {"Dear diary,\na line without an end", "no newline at all",
                               "{\"kumiki\":\"lag\"", "{\"step\":1}\n", "\n"};
  open_traced(k);
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    char found[64] = "";
    write_file(path, texts[i]);
    assert_null(kmk_recorder_new(k->store, path, NULL, &error));
    assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
    assert_non_null(strstr(error.message, "not a log"));
    FILE *file = fopen(path, "r");
    fread(found, 1, sizeof found - 1, file);
    fclose(file);
    assert_string_equal(found, texts[i]);
  }
  /* An empty file, or the part of a header that a crash left, becomes a new log. */
  const char *const begun[] = {"", "{", "{\"kumiki\":\"log\",\"form\""};
  for (size_t i = 0; i < COUNT_OF(begun); i++) {
    write_file(path, begun[i]);
    kmk_recorder_free(record(k->store, path, NULL));
    assert_replays(path, traced_feature(1),
                   "{\"rows\":[{\"id\":1,\"n\":0},{\"id\":2,\"n\":0}],\"sheet\":null}");
  }
}
