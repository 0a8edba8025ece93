/* The output of kmk_print_changes, and a check that it has no other effect (A27). */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <stdio.h>
#include <unistd.h>

/* Sends actions, and returns the text written to standard error meanwhile; free() it. */
static char *printed_by(kmk_store *store, size_t count, const char *const *actions) {
  FILE *file = tmpfile();
  assert_non_null(file);
  fflush(stderr);
  int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  kmk_status status = KMK_OK;
  for (size_t i = 0; i < count && status == KMK_OK; i++) {
    status = send_status(store, actions[i]);
  }
  dup2(saved, STDERR_FILENO);
  close(saved);
  long size = (rewind(file), fseek(file, 0, SEEK_END), ftell(file));
  rewind(file);
  char *text = calloc(1, (size_t)size + 1);
  assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
  fclose(file);
  assert_int_equal(status, KMK_OK);
  return text;
}

TEST(A27_it_writes_the_case_and_each_place_that_differs_to_standard_error) {
  kit_open(k, kmk_print_changes(counter(), "counter"), "{'count': 1}");
  const char *actions[] = {"{'set': 7}", "'stopTimer'", "'whoami'"};
  char *text = printed_by(k->store, COUNT_OF(actions), actions);
  assert_string_equal(text, "counter: received set: 7\n"
                            "  - /count: 1\n"
                            "  + /count: 7\n"
                            "counter: received stopTimer\n"
                            "  (no change)\n"
                            "counter: received whoami\n"
                            "  + /isPresented: false\n");
  free(text);
}

TEST(A52_it_shows_payloads_and_the_ids_of_rows) {
  kmk_reducer *rows = kmk_for_each(kmk_combine(0, NULL), "/rows", "rows", NULL, counter());
  kit_open(k, kmk_print_changes(rows, NULL), "{'rows': [{'id': 'a', 'count': 0}]}");
  const char *actions[] = {"{'rows': {'element': {'id': 'a', 'action': {'set': 2}}}}",
                           "{'rows': {'element': {'id': 'a', 'action': 'stopTimer'}}}",
                           "{'move': {'from': 0, 'to': 2}}", "{'plain': {}}", "{'plain': null}"};
  char *text = printed_by(k->store, COUNT_OF(actions), actions);
  assert_string_equal(text, "received rows.element[\"a\"].set: 2\n"
                            "  - /rows/0/count: 0\n"
                            "  + /rows/0/count: 2\n"
                            "received rows.element[\"a\"].stopTimer\n"
                            "  (no change)\n"
                            "received move: {\"from\":0,\"to\":2}\n"
                            "  (no change)\n"
                            "received plain\n"
                            "  (no change)\n"
                            "received plain\n"
                            "  (no change)\n");
  free(text);
}

TEST(A27_without_a_label_nothing_stands_before_it) {
  const char *labels[] = {NULL, ""};
  for (size_t i = 0; i < COUNT_OF(labels); i++) {
    k->store =
        open_store(k->loop, kmk_print_changes(kmk_scope("/child", "child", counter()), labels[i]),
                   "{'child': {'count': 0}, 'other': [1]}");
    const char *actions[] = {"{'child': 'inc'}"};
    char *text = printed_by(k->store, 1, actions);
    assert_string_equal(text, "received child.inc\n  - /child/count: 0\n  + /child/count: 1\n");
    free(text);
    end_store(k);
  }
}

/* Runs a script with effects; k->log holds the actions that were handled. */
static void play(kit *k, bool prints) {
  static const char *const actions[] = {"'inc'", "'startTimer'", "{'incAfter': 1}"};
  kit_open(k, prints ? kmk_print_changes(counter(), "c") : counter(), "{'count': 0}");
  free(printed_by(k->store, COUNT_OF(actions), actions));
  int saved = dup(STDERR_FILENO);
  FILE *file = tmpfile();
  dup2(fileno(file), STDERR_FILENO);
  advance(k->loop, 2 * SECOND);
  dup2(saved, STDERR_FILENO);
  close(saved);
  fclose(file);
}

TEST(A27_it_alters_neither_state_nor_effects_nor_their_order) {
  play(k, false);
  json_t *plain_log = json_deep_copy(k->log);
  json_t *plain = kmk_store_state(k->store);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  end_store(k);
  json_array_clear(k->log);
  play(k, true);
  json_t *printed = kmk_store_state(k->store);
  assert_true(json_equal(plain_log, k->log));
  assert_true(json_equal(plain, printed));
  assert_int_equal(json_array_size(k->log), 6);
  assert_int_equal(kmk_store_effect_count(k->store), 1);
  json_decref(plain_log);
  json_decref(plain);
  json_decref(printed);
}
