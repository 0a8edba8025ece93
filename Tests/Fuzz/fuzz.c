#include "fuzz.h"

#include <unistd.h>

_Noreturn void broken(const char *promise, const char *file, int line) {
  fprintf(stderr, "%s:%d: broken: %s\n", file, line, promise);
  abort();
}

/* ------------------------------------------------- what libFuzzer calls */

/* Built once, because building them takes longer than most inputs. */
static kmk_reducer *reducers[2];

kmk_reducer *fuzz_reducer(bool has_shape) { return kmk_reducer_retain(reducers[has_shape]); }

__attribute__((weak)) int fuzz_setup(void) { return 0; }

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  (void)count, (void)arguments;
  json_object_seed(1); /* makes each input reproducible */
  must(fuzz_setup() == 0);
  for (int i = 0; i < 2; i++)
    reducers[i] = app_reducer(i == 1);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  size_t live = kmk_live_objects();
  char *text = malloc(length + 1);
  if (length > 0)
    memcpy(text, bytes, length);
  text[length] = '\0';
  fuzz(text, length);
  free(text);
  must(kmk_live_objects() == live);
  return 0;
}

/* ----------------------------------------------------- the parts of an input */

char *next_line(char **text) {
  char *line = *text, *end = strchr(line, '\n');
  if (end == NULL) {
    *text = line + strlen(line);
  } else {
    *end = '\0';
    *text = end + 1;
  }
  return line;
}

unsigned next_byte(char **text) {
  unsigned char byte = (unsigned char)**text;
  *text += byte != 0;
  return byte;
}

json_t *next_value(char **text) { return kmk_json_parse(next_line(text), SIZE_MAX, NULL); }

/* --------------------------------------------------------------- a program */

app app_open(bool has_shape) {
  app a = {app_loop(), NULL};
  json_t *state = app_state(3);
  kmk_error error;
  a.store = kmk_store_new(a.loop, fuzz_reducer(has_shape), state, &error);
  json_decref(state);
  if (a.store == NULL)
    broken(error.message, __FILE__, __LINE__);
  return a;
}

void app_send(app *a, const char *text, size_t length) {
  kmk_error error;
  json_t *before = kmk_store_state(a->store);
  kmk_status status = kmk_store_send_textn(a->store, text, length, &error);
  if (status != KMK_OK) {
    json_t *after = kmk_store_state(a->store);
    must(before == after);
    check_error(&error, status);
    json_decref(after);
  }
  json_decref(before);
}

void app_advance(app *a, uint64_t nanoseconds) {
  uint64_t most = KMK_SECONDS(60);
  must(kmk_loop_advance(a->loop, nanoseconds < most ? nanoseconds : most, NULL) == KMK_OK);
}

void app_check(app *a) {
  kmk_error error;
  json_t *state = kmk_store_state(a->store);
  must(state != NULL);
  char *text = kmk_json_text(state, JSON_COMPACT);
  must(text != NULL);
  json_t *again = kmk_json_parse(text, SIZE_MAX, &error);
  must(again != NULL && json_equal(state, again));
  kmk_text_free(text);
  json_decref(again);
  kmk_snapshot *snapshot = kmk_store_snapshot(a->store, &error);
  must(snapshot != NULL);
  kmk_loop *loop = app_loop();
  kmk_store *other = kmk_store_new_from(loop, fuzz_reducer(false), snapshot, &error);
  if (other == NULL)
    broken(error.message, __FILE__, __LINE__);
  kmk_snapshot_free(snapshot);
  kmk_store_free(other);
  kmk_loop_free(loop);
  json_decref(state);
}

void app_close(app *a) {
  kmk_store_free(a->store);
  kmk_loop_free(a->loop);
}

void check_error(const kmk_error *error, kmk_status status) {
  kmk_error_details details;
  must(error->status == status && status < KMK_OK);
  must(memchr(error->path, 0, sizeof error->path) != NULL);
  must(memchr(error->message, 0, sizeof error->message) != NULL && error->message[0] != '\0');
  kmk_error_read(error, &details, sizeof details);
  must(details.status == status && strlen(details.message) >= strlen(error->message));
}

const char *input_file(const char *bytes, size_t length) {
  static char path[64];
  if (path[0] == '\0')
    snprintf(path, sizeof path, "/tmp/kumiki-fuzz-%d", (int)getpid());
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
    broken("a file for the input", __FILE__, __LINE__);
  return path;
}
