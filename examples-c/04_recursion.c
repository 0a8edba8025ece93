/* 04_recursion: screens that open each other, Aaa -> Bbb -> Aaa -> ..., a thousand deep and back.
 *
 * Teaches: a reducer that contains itself, and how an action is addressed to one level of it.
 *          The feature is recursion/feature.c, and in Swift in architecture/Examples/Features.
 * Run:     04_recursion [--live] [SCRIPT]
 * Prints:  expected/04_recursion.txt, for the script 04_recursion.jsonl;
 *          expected/04_recursion.long.txt for 04_recursion.long.jsonl, which goes a thousand deep
 *
 * Commands of its scripts, in addition to those of support/script.h:
 *
 *   {"at": [LEVEL, ACTION]}  sends an action to the screen at a level; 0 is the outermost
 *   {"dive": COUNT}          opens COUNT screens, each from the innermost, and marks each with
 *                            the number of its level
 *   {"back": COUNT}          closes COUNT screens, each time the innermost */
#include "recursion/recursion.h"
#include "support/script.h"

#include <stdio.h>
#include <string.h>

#define TAIL 3 /* levels that are shown */

static bool is_bbb(int level) { return level % 2 == 1; }

/* The slot of a screen, where the next one is presented. */
static const char *slot_of(int level) { return is_bbb(level) ? "aaa" : "bbb"; }

/* The screen that a screen has opened. NULL if it has opened none. */
static const json_t *next_screen(const json_t *screen, int level) {
  const json_t *next = json_object_get(screen, slot_of(level));
  return json_is_object(next) ? next : NULL;
}

static int innermost(kmk_store *store) {
  json_t *state = kmk_store_state(store);
  int level = 0;
  for (const json_t *screen = state; (screen = next_screen(screen, level)); level++)
    continue;
  json_decref(state);
  return level;
}

/* Wraps the action in one presentation for each level. Steals the action. */
static bool send_to(kmk_store *store, int level, json_t *action) {
  for (int outer = level - 1; outer >= 0; outer--)
    action = json_pack("{s:{s:o}}", slot_of(outer), "presented", action);
  kmk_error error;
  if (kmk_store_send_new(store, action, &error) == KMK_OK)
    return true;
  printf("   line %zu, level %d, %s (%s): %s\n", line_number(), level,
         error.path[0] ? error.path : "the whole action", kmk_status_name(error.status),
         error.message);
  return false;
}

static void dive(kmk_store *store, json_int_t count) {
  for (int level = innermost(store); count > 0; count--, level++) {
    if (!send_to(store, level, json_string(is_bbb(level) ? "openAaa" : "openBbb")))
      return;
    char note[32];
    snprintf(note, sizeof note, "level %d", level + 1);
    json_t *mark = is_bbb(level) ? json_pack("{s:i}", "setCount", level + 1)
                                 : json_pack("{s:s}", "setNote", note);
    if (!send_to(store, level + 1, mark))
      return;
  }
}

/* Sends to a level, as {"at": [LEVEL, ACTION]} says. */
static void send_at(kmk_store *store, const json_t *argument) {
  const json_t *level = json_array_get(argument, 0);
  json_int_t number = json_integer_value(level);
  if (json_array_size(argument) != 2 || !json_is_integer(level) || number < 0 ||
      number > KMK_MAX_DEPTH)
    printf("   line %zu, /at: expected [LEVEL, ACTION], a level from 0 to %d\n", line_number(),
           KMK_MAX_DEPTH);
  else
    send_to(store, (int)number, json_incref(json_array_get(argument, 1)));
}

static bool command(kmk_store *store, const char *name, const json_t *argument) {
  json_int_t count = json_integer_value(argument);
  if (strcmp(name, "dive") == 0) {
    dive(store, count);
  } else if (strcmp(name, "back") == 0) {
    for (int level = innermost(store); count > 0 && level > 0; count--, level--)
      send_to(store, level - 1, json_pack("{s:s}", slot_of(level - 1), "dismiss"));
  } else if (strcmp(name, "at") == 0) {
    send_at(store, argument);
  } else {
    return false;
  }
  return true;
}

/* Only the last levels: a thousand would fill the page. */
static void show(kmk_store *store) {
  json_t *state = kmk_store_state(store);
  int last = innermost(store), level = 0;
  printf("   level %d:%s", last, last >= TAIL ? " ..." : "");
  for (const json_t *screen = state; screen; screen = next_screen(screen, level), level++) {
    if (level <= last - TAIL)
      continue;
    printf(level == 0 ? " " : " > ");
    if (is_bbb(level))
      printf("Bbb \"%s\"", json_string_value(json_object_get(screen, "note")));
    else
      printf("Aaa %lld", (long long)json_integer_value(json_object_get(screen, "count")));
  }
  printf(", effects running: %zu\n", kmk_store_effect_count(store));
  json_decref(state);
}

int main(int argc, char **argv) {
  const example recursion = {
      .name = "04_recursion",
      .register_features = recursion_register,
      .feature = "Aaa",
      .show = show,
      .command = command,
  };
  return run_example(&recursion, argc, argv);
}
