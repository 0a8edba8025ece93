/* The program logic of contacts without a user interface: the time of each action.
 *
 *   core FILE TIMES
 *
 * Reads lines of NAME, ACTION and POINTER, separated by tabs, and runs through them TIMES times. An action
 * is complete after the send; with a pointer, when the state has a value there. Prints lines of NAME and
 * MILLISECONDS. */
#define _POSIX_C_SOURCE 200809L /* getline, clock_gettime */
#include "../../examples-c/contacts/contacts.h"
#include "../../examples-c/contacts/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 64
#define QUIET 1500 /* milliseconds within which changes are saved */

typedef struct step {
  char *name, *pointer;
  json_t *action;
} step;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static bool is_there(kmk_store *store, const char *pointer) {
  json_t *part = kmk_store_get(store, pointer, NULL);
  bool is_there = part && !json_is_null(part);
  json_decref(part);
  return is_there;
}

static size_t read_steps(step steps[MOST]) {
  char *line = NULL;
  size_t capacity = 0, count = 0;
  while (count < MOST && getline(&line, &capacity, stdin) > 0) {
    char *action = strchr(line, '\t'), *pointer = action ? strchr(action + 1, '\t') : NULL;
    if (!pointer)
      continue;
    *action++ = *pointer++ = '\0';
    pointer[strcspn(pointer, "\n")] = '\0';
    steps[count++] =
        (step){strdup(line), strdup(pointer), json_loads(action, JSON_DECODE_ANY, NULL)};
  }
  free(line);
  return count;
}

static void take(kmk_loop *loop, kmk_store *store, const step *step) {
  kmk_error error;
  double began = now();
  if (kmk_store_send(store, step->action, &error) != KMK_OK) {
    fprintf(stderr, "core: %s\n", error.message);
    exit(EXIT_FAILURE);
  }
  while (step->pointer[0] && !is_there(store, step->pointer))
    kmk_loop_dispatch(loop, -1);
  printf("%s\t%.3f\n", step->name, now() - began);
}

static void settle(kmk_loop *loop) {
  for (double end = now() + QUIET, left = QUIET; left > 0; left = end - now())
    kmk_loop_dispatch(loop, (int)left + 1);
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  static step steps[MOST];
  size_t count = read_steps(steps);
  saved_file file;
  kmk_loop *loop = kmk_loop_new_with(NULL, NULL, NULL, NULL);
  saved_file_serve(&file, loop, argv[1], NULL);
  json_t *initial = contacts_initial();
  kmk_store *store = kmk_store_new(loop, contacts_reducer(), initial, NULL);
  json_decref(initial);
  kmk_store_send_at(store, "load", NULL, NULL);
  while (!is_there(store, "/contacts/0"))
    kmk_loop_dispatch(loop, -1);
  for (int times = atoi(argv[2]); times > 0; times--) {
    settle(loop);
    for (size_t i = 0; i < count; i++)
      take(loop, store, &steps[i]);
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  saved_file_close(&file);
  for (size_t i = 0; i < count; i++) {
    free(steps[i].name);
    free(steps[i].pointer);
    json_decref(steps[i].action);
  }
  return 0;
}
