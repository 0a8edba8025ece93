/* A log. A replay runs it forwards and back, and a recorder continues it. */
#include "fuzz.h"

static void replay(const char *path, size_t length) {
  kmk_error error;
  kmk_replay *log = kmk_replay_open(path, fuzz_reducer(false), &error);
  if (log == NULL) {
    check_error(&error, error.status);
    must(error.status != KMK_ERR_JSON || error.position <= length);
    return;
  }
  for (int tries = 0; tries < 20; tries++) {
    kmk_status status = kmk_replay_run(log, UINT64_MAX, &error);
    if (status == KMK_OK || status == KMK_ERR_NOT_FOUND)
      break;
    check_error(&error, status);
    json_decref(kmk_replay_divergence(log));
  }
  uint64_t last = kmk_replay_step(log);
  kmk_replay_run(log, last / 2, NULL);
  kmk_snapshot *moment = kmk_replay_snapshot(log, NULL);
  must(moment != NULL);
  app a = app_open(false);
  must(kmk_store_restore(a.store, moment, &error) == KMK_OK);
  app_send(&a, "\"inc\"", 5);
  app_close(&a);
  kmk_snapshot_free(moment);
  kmk_replay_run(log, 1, NULL);
  kmk_replay_free(log);
}

static void record(const char *path) {
  const char *secrets[] = {"/name", "rows.element.do", "/rows/*/count", NULL};
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.secret_paths = secrets;
  app a = app_open(false);
  kmk_error error;
  kmk_recorder *recorder = kmk_recorder_new(a.store, path, &options, &error);
  /* A recorder refuses a file that is not a log, and a log of another format or with a damaged first line
     (trace.h). */
  must(recorder != NULL || error.status == KMK_ERR_INVALID_ARGUMENT ||
       error.status == KMK_ERR_DECODE || error.status == KMK_ERR_JSON);
  app_send(&a, "\"inc\"", 5);
  must(recorder == NULL || kmk_recorder_flush(recorder, NULL) == KMK_OK);
  kmk_recorder_free(recorder);
  app_close(&a);
}

FUZZ(text, length) {
  const char *path = input_file(text, length);
  replay(path, length);
  record(path);
  remove(path);
}
