#define _POSIX_C_SOURCE 200809L /* fileno, fsync */
#include "files.h"

#include "../support/threads.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct reason {
  char text[512];
} reason;

/* ---------------------------------------------------------------------- loading */

/* A missing file counts as an empty one: all members have defaults. */
static json_t *read_file(const char *path, reason *why) {
  FILE *file = fopen(path, "r");
  if (!file && errno == ENOENT)
    return json_object();
  if (!file) {
    snprintf(why->text, sizeof why->text, "%s: %s", path, strerror(errno));
    return NULL;
  }
  json_error_t error;
  json_t *saved = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
  if (!saved)
    snprintf(why->text, sizeof why->text, "%s, line %d: %s", path, error.line, error.text);
  fclose(file);
  return saved;
}

/* Files of the first version contain only the list. */
static json_t *migrated(json_t *saved) {
  return json_is_array(saved) ? json_pack("{s:o}", "contacts", saved) : saved;
}

/* The state in its current shape: with defaults for missing members, and without members that no longer exist. */
static json_t *completed(const saved_file *file, const json_t *saved, reason *why) {
  kmk_error error;
  json_t *state = kmk_reducer_restore_state(file->core, saved, &error);
  if (!state)
    snprintf(why->text, sizeof why->text, "%s, at %s: %s", file->path, error.path, error.message);
  return state;
}

static void load(kmk_request *request, void *data) {
  const saved_file *file = data;
  reason why;
  json_t *saved = read_file(file->path, &why);
  json_t *state = NULL;
  if (saved) {
    saved = migrated(saved);
    state = completed(file, saved, &why);
    json_decref(saved);
  }
  if (state)
    kmk_request_answer_new(request, state, NULL);
  else
    kmk_request_fail_new(request, json_string(why.text), NULL);
}

/* ----------------------------------------------------------------------- saving */

/* Saves everything or nothing: the old file stays until the new file is on disk. */
static bool write_file(const char *path, const char *temporary, const json_t *state) {
  FILE *file = fopen(temporary, "w");
  if (!file)
    return false;
  bool is_written = json_dumpf(state, file, JSON_INDENT(2)) == 0 && fputc('\n', file) != EOF &&
                    fflush(file) == 0 && fsync(fileno(file)) == 0;
  is_written = fclose(file) == 0 && is_written;
  return is_written && rename(temporary, path) == 0;
}

static void save(kmk_request *request, void *data) {
  const saved_file *file = data;
  const json_t *state = kmk_request_question(request);
  char temporary[4096];
  reason why;
  int length = snprintf(temporary, sizeof temporary, "%s.new", file->path);
  errno = ENAMETOOLONG;
  if ((size_t)length < sizeof temporary && write_file(file->path, temporary, state)) {
    kmk_request_answer_new(request, json_null(), NULL);
    return;
  }
  snprintf(why.text, sizeof why.text, "Not saved: %s: %s", file->path, strerror(errno));
  unlink(temporary);
  kmk_request_fail_new(request, json_string(why.text), NULL);
}

bool saved_file_serve(saved_file *file, kmk_loop *loop, const char *path, kmk_error *error) {
  *file = (saved_file){path, contacts_reducer()};
  return threads_serve(loop, "contacts.load", load, file, 0, error) == KMK_OK &&
         threads_serve(loop, "contacts.save", save, file, 0, error) == KMK_OK;
}

void saved_file_close(saved_file *file) { kmk_reducer_free(file->core); }
