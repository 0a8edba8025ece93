#define _POSIX_C_SOURCE 200809L /* getline, clock_gettime */
#include "script.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST_WAIT 86400 /* seconds: a day */

/* A script that is being played. */
typedef struct player {
  const example *example;
  kmk_loop *loop;
  kmk_store *store;
  kmk_subscription *kept[WATCHED];
  bool is_live;
} player;

static const char *program = "example";
static size_t number; /* of the current line */

size_t line_number(void) { return number; }

_Noreturn void die(const char *what, const char *why) {
  fprintf(stderr, "%s: %s: %s\n", program, what, why);
  exit(EXIT_FAILURE);
}

/* An issue is a mistake of the program that is not the error of a call, such as an action for a feature
 * that is no longer presented. */
static void on_issue(const kmk_diagnostic *issue, void *data) {
  (void)data;
  printf("   issue %s: %s\n", issue->code, issue->action_case ? issue->action_case : "");
}

/* --------------------------------------------------------------- the store */

static void close_store(player *player) {
  for (size_t i = 0; i < WATCHED; i++) {
    kmk_subscription_free(player->kept[i]);
    player->kept[i] = NULL;
  }
  kmk_store_free(player->store); /* also ends the presentations and the effects */
  player->store = NULL;
}

static bool open_store(player *player, const char *feature, kmk_error *error) {
  kmk_store *store = kmk_store_open(player->loop, feature, NULL, error);
  if (!store)
    return false;
  close_store(player);
  player->store = store;
  if (player->example->watch)
    player->example->watch(store, player->kept);
  return true;
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

static void pass_time(player *player, double seconds) {
  if (!player->is_live) {
    kmk_error error;
    if (kmk_loop_advance(player->loop, (uint64_t)(seconds * 1e9), &error) != KMK_OK)
      die("advance", error.message);
    return;
  }
  double end = now() + seconds;
  for (double left = seconds; left > 0; left = end - now()) {
    int jobs = kmk_loop_dispatch(player->loop, (int)(left * 1000) + 1);
    if (jobs < 0)
      die("dispatch", kmk_status_name((kmk_status)jobs));
  }
}

/* ---------------------------------------------------------------- the lines
 * These return false for a line that they cannot handle, after printing where and why. */

static bool take_advance(player *player, const json_t *seconds) {
  double value = json_number_value(seconds);
  if (!json_is_number(seconds) || value < 0 || value > LONGEST_WAIT) {
    printf("   line %zu, /advance: expected a number of seconds, from 0 to %d\n", number,
           LONGEST_WAIT);
    return false;
  }
  pass_time(player, value);
  return true;
}

static bool take_open(player *player, const json_t *feature) {
  kmk_error error;
  if (!json_is_string(feature)) {
    printf("   line %zu, /open: expected the name of a feature\n", number);
    return false;
  }
  if (open_store(player, json_string_value(feature), &error))
    return true;
  printf("   line %zu, /open (%s): %s\n", number, kmk_status_name(error.status), error.message);
  return false;
}

static bool take_print(player *player, const json_t *pointer) {
  kmk_error error;
  json_t *part = kmk_store_get(player->store, json_string_value(pointer), &error);
  char *text = part ? json_dumps(part, PRINTED) : NULL;
  if (text)
    printf("   %s\n", text);
  else
    printf("   line %zu, /print: expected a JSON Pointer to what is there\n", number);
  free(text);
  json_decref(part);
  return text;
}

static bool take_action(player *player, const char *line, size_t length) {
  kmk_error error;
  if (kmk_store_send_textn(player->store, line, length, &error) == KMK_OK)
    return true;
  printf("   line %zu, ", number);
  if (error.status == KMK_ERR_JSON)
    printf("byte %zu", error.position);
  else
    printf("%s", error.path[0] ? error.path : "the whole action");
  printf(" (%s): %s\n", kmk_status_name(error.status), error.message);
  return false;
}

static bool take_line(player *player, const char *line, size_t length) {
  /* Invalid JSON is left to the library, whose error says where and why. */
  json_t *value = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
  void *member = json_object_size(value) == 1 ? json_object_iter(value) : NULL;
  const char *name = member ? json_object_iter_key(member) : "";
  const json_t *argument = member ? json_object_iter_value(member) : NULL;
  bool is_command = member && player->example->command;
  bool taken;
  if (strcmp(name, "advance") == 0)
    taken = take_advance(player, argument);
  else if (strcmp(name, "print") == 0)
    taken = take_print(player, argument);
  else if (strcmp(name, "open") == 0)
    taken = take_open(player, argument);
  else if (is_command && player->example->command(player->store, name, argument))
    taken = true;
  else
    taken = take_action(player, line, length);
  json_decref(value);
  return taken;
}

static void play(player *player, FILE *script) {
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, script)) >= 0) {
    number++;
    while (length > 0 && memchr(" \t\r\n", line[length - 1], 4))
      length--;
    if (length == 0)
      continue;
    printf("%zu> ", number);
    fwrite(line, 1, (size_t)length, stdout);
    printf("\n");
    if (!take_line(player, line, (size_t)length))
      continue;

    /* Effects start when the loop runs, never inside the send. */
    kmk_error error;
    if (kmk_loop_run_until_idle(player->loop, -1, &error) != KMK_OK)
      die("run until idle", error.message);
    (player->example->show ? player->example->show : print_state)(player->store);
  }
  if (ferror(script))
    die("the script", strerror(errno));
  free(line);
}

int run_example(const example *example, int argc, char **argv) {
  program = example->name;
  bool is_live = argc > 1 && strcmp(argv[1], "--live") == 0;
  int named = is_live ? 2 : 1; /* index of the argument with the script's name */
  if (argc > named + 1 || (argc > named && argv[named][0] == '-')) {
    fprintf(stderr, "usage: %s [--live] [SCRIPT]\n", program);
    return 2;
  }
  FILE *script = argc > named ? fopen(argv[named], "r") : stdin;
  if (!script)
    die(argv[named], strerror(errno));

  kmk_status status = example->register_features();
  if (status != KMK_OK)
    die("register", kmk_status_name(status));
  kmk_error error;
  player player = {.example = example, .is_live = is_live};
  player.loop = is_live ? kmk_loop_new(&error) : kmk_loop_new_virtual(&error);
  if (!player.loop)
    die("loop", error.message);
  kmk_loop_set_diagnostics(player.loop, on_issue, NULL, NULL);
  if (!open_store(&player, example->feature, &error))
    die("store", error.message);

  play(&player, script);

  close_store(&player);
  kmk_loop_free(player.loop);
  fclose(script);
  return EXIT_SUCCESS;
}
