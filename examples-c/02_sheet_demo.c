/* 02_sheet_demo: plays a script of actions to a feature that presents and dismisses, and shows what
 * a view would be told.
 *
 * Teaches: opening a feature by its name, observing a presentation, moving a virtual clock, and
 *          reading an error. The feature is sheet_demo/feature.c. It is in examples-swift/SheetDemo
 *          once more, in Swift: this very file, linked with that library instead, prints the same.
 * Run:     02_sheet_demo [--live] [SCRIPT]
 * Prints:  expected/02_sheet_demo.txt, for the script 02_sheet_demo.jsonl
 *
 * A script is JSON Lines, from standard input if no file is named. Each line is an action, or
 * {"advance": SECONDS}, which lets time pass: on a virtual clock, so at once and always alike; with
 * --live in real time. A line that cannot be taken is reported, changes nothing, and the next one
 * is read. The exit status is 0 at the end of the script, whatever stood in it; 1 where the file
 * cannot be read or the library does not start; 2 for a wrong command line. */
#define _POSIX_C_SOURCE 200809L /* getline, clock_gettime */
#include "sheet_demo/sheetdemo.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PRINTED (JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY)
#define LONGEST_WAIT 86400 /* seconds: a day */

static _Noreturn void die(const char *what, const char *why) {
  fprintf(stderr, "02_sheet_demo: %s: %s\n", what, why);
  exit(EXIT_FAILURE);
}

/* ---------------------------------------------------------------- the view
 * A program with windows would open, redraw and close them in these three functions. */

static void on_present(const char *id, const char *state_case, const json_t *state, void *data) {
  (void)data;
  printf("   present %s: %s ", id, state_case ? state_case : "");
  json_dumpf(state, stdout, PRINTED);
  printf("\n");
}

static void on_update(const char *id, const json_t *state, void *data) {
  (void)data;
  printf("   update %s: ", id);
  json_dumpf(state, stdout, PRINTED);
  printf("\n");
}

static void on_dismiss(const char *id, void *data) {
  (void)data;
  printf("   dismiss %s\n", id);
}

/* An issue is a mistake of the program that no call can answer for, such as an action for something
 * that is not presented any more. */
static void on_issue(const kmk_diagnostic *issue, void *data) {
  (void)data;
  printf("   issue %s: %s\n", issue->code, issue->action_case ? issue->action_case : "");
}

static void print_state(kmk_store *store) {
  char *text = kmk_store_state_text(store, PRINTED);
  if (!text)
    die("the state", "it cannot be read");
  printf("   state %s, effects running: %zu\n", text, kmk_store_effect_count(store));
  kmk_text_free(text);
}

/* -------------------------------------------------------------------- time */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void pass_time(kmk_loop *loop, double seconds, bool live) {
  if (!live) {
    kmk_error error;
    if (kmk_loop_advance(loop, (uint64_t)(seconds * 1e9), &error) != KMK_OK)
      die("advance", error.message);
    return;
  }
  double end = now() + seconds;
  for (double left = seconds; left > 0; left = end - now()) {
    int jobs = kmk_loop_dispatch(loop, (int)(left * 1000) + 1);
    if (jobs < 0)
      die("dispatch", kmk_status_name((kmk_status)jobs));
  }
}

/* -------------------------------------------------------------- the script
 * Both functions return false for a line that they cannot take, after telling where and why. */

static bool advance(kmk_loop *loop, const json_t *seconds, bool live, size_t number) {
  double value = json_number_value(seconds);
  if (!json_is_number(seconds) || value < 0 || value > LONGEST_WAIT) {
    printf("   line %zu, /advance: expected a number of seconds, from 0 to %d\n", number,
           LONGEST_WAIT);
    return false;
  }
  pass_time(loop, value, live);
  return true;
}

static bool send_action(kmk_store *store, const char *line, size_t length, size_t number) {
  kmk_error error;
  if (kmk_store_send_textn(store, line, length, &error) == KMK_OK)
    return true;
  printf("   line %zu, ", number);
  if (error.status == KMK_ERR_JSON)
    printf("byte %zu", error.position);
  else
    printf("%s", error.path[0] ? error.path : "the whole action");
  printf(" (%s): %s\n", kmk_status_name(error.status), error.message);
  return false;
}

static void play(FILE *script, kmk_store *store, bool live) {
  kmk_loop *loop = kmk_store_loop(store);
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  for (size_t number = 1; (length = getline(&line, &capacity, script)) >= 0; number++) {
    while (length > 0 && memchr(" \t\r\n", line[length - 1], 4))
      length--;
    if (length == 0)
      continue;
    printf("%zu> ", number);
    fwrite(line, 1, (size_t)length, stdout);
    printf("\n");

    /* Whatever is no JSON is left to the library, whose answer says where and why. */
    json_t *value = json_loadb(line, (size_t)length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *seconds = json_object_size(value) == 1 ? json_object_get(value, "advance") : NULL;
    bool taken = seconds ? advance(loop, seconds, live, number)
                         : send_action(store, line, (size_t)length, number);
    json_decref(value);
    if (!taken)
      continue;

    /* Effects begin when the loop is given a turn, never inside the send. */
    kmk_error error;
    if (kmk_loop_run_until_idle(loop, -1, &error) != KMK_OK)
      die("run until idle", error.message);
    print_state(store);
  }
  if (ferror(script))
    die("the script", strerror(errno));
  free(line);
}

int main(int argc, char **argv) {
  bool live = argc > 1 && strcmp(argv[1], "--live") == 0;
  int named = live ? 2 : 1; /* the argument with the script's name */
  if (argc > named + 1 || (argc > named && argv[named][0] == '-')) {
    fprintf(stderr, "usage: 02_sheet_demo [--live] [SCRIPT]\n");
    return 2;
  }
  FILE *script = argc > named ? fopen(argv[named], "r") : stdin;
  if (!script)
    die(argv[named], strerror(errno));

  kmk_status status = sheetdemo_register();
  if (status != KMK_OK)
    die("register", kmk_status_name(status));
  kmk_error error;
  kmk_loop *loop = live ? kmk_loop_new(&error) : kmk_loop_new_virtual(&error);
  if (!loop)
    die("loop", error.message);
  kmk_loop_set_diagnostics(loop, on_issue, NULL, NULL);
  kmk_store *store = kmk_store_open(loop, "SheetDemo", NULL, &error);
  if (!store)
    die("store", error.message);
  const kmk_presentation_callbacks view = {sizeof view, on_present, on_update, on_dismiss};
  kmk_subscription *sheet =
      kmk_store_observe_presentation(store, "/destination", &view, NULL, NULL, &error);
  if (!sheet)
    die("observe", error.message);

  play(script, store, live);

  kmk_subscription_free(sheet);
  kmk_store_free(store); /* what is presented goes with it, and its effects */
  kmk_loop_free(loop);
  fclose(script);
  return EXIT_SUCCESS;
}
