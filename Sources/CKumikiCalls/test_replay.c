/* Checks a log as a test, by the public functions. */
#include "../CJansson/shim.h"
#include "kumiki_test_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The message of kmk_replay_run, and one line for each part of the divergence. NULL if nothing differs or memory runs
   out. */
static char *difference_of(const kmk_replay *replay, const char *said) {
  const char *const members[] = {"action",     "migrated", "expected", "found",
                                 "difference", "given",    "asked",    "shapes"};
  enum { MEMBERS = sizeof members / sizeof *members };
  char *texts[MEMBERS] = {NULL}, *message = NULL;
  size_t room = strlen(said) + 1, length = strcspn(said, ";");
  json_t *divergence = kmk_replay_divergence(replay);
  for (size_t i = 0; i < MEMBERS; i++) {
    json_t *value = json_object_get(divergence, members[i]);
    texts[i] = value == NULL ? NULL : kmk_json_text(value, JSON_COMPACT);
    room += texts[i] == NULL ? 0 : strlen(texts[i]) + strlen(members[i]) + 8;
  }
  message = divergence == NULL ? NULL : kumiki_allocate(room);
  if (message != NULL) {
    snprintf(message, room, "%.*s", (int)length, said);
    for (size_t i = 0; i < MEMBERS; i++) {
      if (texts[i] != NULL)
        length +=
            (size_t)snprintf(message + length, room - length, "\n  %s: %s", members[i], texts[i]);
    }
  }
  for (size_t i = 0; i < MEMBERS; i++)
    kmk_text_free(texts[i]);
  json_decref(divergence);
  return message;
}

bool kmk_test_replay_at(const char *path, kmk_reducer *reducer, kmk_test_failure_fn fn,
                        void *user_data, const char *file, int line) {
  return kmk_test_replay_with_at(path, reducer, NULL, fn, user_data, file, line);
}

bool kmk_test_replay_with_at(const char *path, kmk_reducer *reducer,
                             const kmk_replay_options *options, kmk_test_failure_fn fn,
                             void *user_data, const char *file, int line) {
  kumiki_test_call call = {.file = file, .line = line};
  kmk_error error;
  kmk_replay *replay = kmk_replay_open_with(path, reducer, options, &error);
  bool holds = replay != NULL && kmk_replay_run(replay, UINT64_MAX, &error) == KMK_OK;
  if (!holds) {
    char *difference = replay == NULL ? NULL : difference_of(replay, error.message);
    char where[sizeof error.message + sizeof error.path + 64];
    int length = snprintf(where, sizeof where, "%s%s%s", error.message,
                          error.path[0] == '\0' ? "" : " at ", error.path);
    if (error.position != 0)
      snprintf(where + length, sizeof where - (size_t)length, " (byte %zu of the log)",
               error.position);
    kumiki_test_report_add(&call, fn, user_data, file, line,
                           difference != NULL ? difference : where, false);
    kumiki_deallocate(difference);
  }
  kmk_replay_free(replay);
  kumiki_test_deliver(call.reports);
  return holds;
}
