/* Small features, each with one fault, and some without. Each pair of functions NAME_reducer, NAME_state is a feature. */
#include <kumiki.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FEATURE(name, reducer, state)                                                              \
  kmk_reducer *name##_reducer(void);                                                               \
  json_t *name##_state(void);                                                                      \
  kmk_reducer *name##_reducer(void) { return reducer; }                                            \
  json_t *name##_state(void) { return kmk_json_parse(state, SIZE_MAX, NULL); }

static json_int_t number(const kmk_state *state, const char *pointer) {
  return json_integer_value(kmk_state_get(state, pointer));
}

static void set(kmk_state *state, const char *pointer, json_t *value) {
  kmk_state_set_new(state, pointer, value);
}

static kmk_effect *ask(const char *name, const char *answer, const char *failure) {
  kmk_ask replies = KMK_ASK_INIT;
  replies.answer = answer;
  replies.failure = failure;
  return kmk_effect_request_new(name, json_null(), &replies);
}

/* ----------------------------------------------------- counter: without a fault */

KMK_HANDLE_FN(up) {
  json_int_t count = number(state, "/count");
  if (count < 5)
    set(state, "/count", json_integer(count + 1));
  return NULL;
}

KMK_HANDLE_FN(down) {
  json_int_t count = number(state, "/count");
  if (count > 0)
    set(state, "/count", json_integer(count - 1));
  return NULL;
}

FEATURE(counter,
        kmk_shape(KMK_HANDLERS({"up", NULL, up}, {"down", NULL, down}), "{count: unsigned = 0}"),
        "{}")

/* --------------------------------------- account: the balance can become negative */

KMK_HANDLE_FN(put) {
  json_int_t balance = number(state, "/balance") + json_integer_value(payload);
  if (balance <= 4)
    set(state, "/balance", json_integer(balance));
  return NULL;
}

KMK_HANDLE_FN(take) {
  json_int_t balance = number(state, "/balance");
  if (balance > 0)
    set(state, "/balance", json_integer(balance - json_integer_value(payload)));
  return NULL;
}

FEATURE(account,
        kmk_shape(KMK_HANDLERS({"put", "integer", put}, {"take", "integer", take}),
                  "{balance: integer = 0}"),
        "{}")

/* ------------------------------------- wizard: the last step leads nowhere: stuck */

KMK_HANDLE_FN(next) {
  json_int_t step = number(state, "/step");
  if (step < 3)
    set(state, "/step", json_integer(step + 1));
  return NULL;
}

KMK_HANDLE_FN(back) {
  json_int_t step = number(state, "/step");
  if (step > 0 && step < 3)
    set(state, "/step", json_integer(step - 1));
  return NULL;
}

FEATURE(wizard,
        kmk_shape(KMK_HANDLERS({"next", NULL, next}, {"back", NULL, back}), "{step: unsigned = 0}"),
        "{}")

/* ------------------------------------------------- silent: it declares no actions */

static kmk_effect *any_action(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "on"))
    set(state, "/isOn", json_true());
  return NULL;
}

FEATURE(silent, kmk_reducer_new(any_action, NULL, NULL), "{\"isOn\": false}")

/* ------------------------- loader: a failure is forgotten: the state stays loading */

KMK_HANDLE_FN(load) {
  set(state, "/isLoading", json_true());
  return ask("load", "loaded", "failed");
}

KMK_HANDLE_FN(loaded) {
  set(state, "/isLoading", json_false());
  return NULL;
}

KMK_HANDLE_FN(forget) { return NULL; }

FEATURE(loader,
        kmk_shape(KMK_HANDLERS({"load", NULL, load}, {"private loaded", NULL, loaded},
                               {"private failed", "text", forget}),
                  "{isLoading: boolean = false}"),
        "{}")
FEATURE(good_loader,
        kmk_shape(KMK_HANDLERS({"load", NULL, load}, {"private loaded", NULL, loaded},
                               {"private failed", "text", loaded}),
                  "{isLoading: boolean = false}"),
        "{}")

/* ------------------------- clock: its timer runs on after a stop: a leftover effect */

KMK_HANDLE_FN(start) {
  if (json_is_true(kmk_state_get(state, "/isRunning")))
    return NULL;
  set(state, "/isRunning", json_true());
  return kmk_effect_cancellable(kmk_effect_every_new(KMK_SECONDS(1), json_string("tick")), "ticks",
                                true);
}

KMK_HANDLE_FN(stop) {
  set(state, "/isRunning", json_false());
  return NULL;
}

KMK_HANDLE_FN(stop_well) {
  set(state, "/isRunning", json_false());
  return kmk_effect_cancel("ticks");
}

KMK_HANDLE_FN(tick) {
  set(state, "/seconds", json_integer((number(state, "/seconds") + 1) % 3));
  return NULL;
}

#define CLOCK(stop)                                                                                \
  kmk_shape(                                                                                       \
      KMK_HANDLERS({"start", NULL, start}, {"stop", NULL, stop}, {"private tick", NULL, tick}),    \
      "{isRunning: boolean = false, seconds: unsigned = 0}")
FEATURE(clock_left, CLOCK(stop), "{}")
FEATURE(good_clock, CLOCK(stop_well), "{}")

/* ---------------- sheet: a late answer arrives after the dismissal: an issue, a misfit */

KMK_HANDLE_FN(open_sheet) {
  set(state, "/sheet", json_pack("{s:i}", "value", 0));
  /* The parent asks for the child: the request outlives the sheet. */
  return ask("value", "sheet.presented.arrived", "sheet.presented.arrived");
}

KMK_HANDLE_FN(arrived) {
  set(state, "/value", json_integer(1));
  return NULL;
}

static kmk_reducer *sheet(void) {
  kmk_reducer *child = kmk_shape(KMK_HANDLERS({"arrived", NULL, arrived}), "{value: unsigned = 0}");
  kmk_reducer *parent = KMK_HANDLERS({"open", NULL, open_sheet}, {"sheet", "any", NULL});
  return kmk_shape(kmk_presentation(parent, "/sheet", "sheet", NULL, child), "{sheet: any}");
}

FEATURE(sheet, sheet(), "{\"sheet\": null}")

/* -------------------------- list: the third row makes the program read a bad pointer */

KMK_HANDLE_FN(add_row) {
  size_t count = json_array_size(kmk_state_get(state, "/rows"));
  volatile int *rows[3] = {NULL, NULL, NULL};
  if (count == 2)
    *rows[count] = 1;
  kmk_state_insert_new(state, "/rows/-", json_pack("{s:i}", "id", (int)count));
  return NULL;
}

KMK_HANDLE_FN(clear_rows) {
  set(state, "/rows", json_array());
  return NULL;
}

FEATURE(rows,
        kmk_shape(KMK_HANDLERS({"add", NULL, add_row}, {"clear", NULL, clear_rows}),
                  "{rows: [{id: integer}] = []}"),
        "{}")

/* ------------------------------------------------ spinner: one action does not return */

KMK_HANDLE_FN(spin) {
  volatile bool goes_on = number(state, "/count") == 2;
  while (goes_on)
    ;
  return NULL;
}

FEATURE(spinner,
        kmk_shape(KMK_HANDLERS({"up", NULL, up}, {"down", NULL, down}, {"spin", NULL, spin}),
                  "{count: unsigned = 0}"),
        "{}")

/* ------------------------- trap: from here no way leads home, though something happens */

KMK_HANDLE_FN(go) {
  const char *to = json_string_value(payload);
  const char *at = json_string_value(kmk_state_get(state, "/at"));
  if (strcmp(at, "cellar") != 0 && strcmp(at, "well") != 0)
    set(state, "/at", json_string(to));
  else
    set(state, "/at", json_string(strcmp(at, "cellar") == 0 ? "well" : "cellar"));
  return NULL;
}

FEATURE(trap,
        kmk_shape(KMK_HANDLERS({"go", "(hall | kitchen | cellar)", go}), "{at: text = 'hall'}"),
        "{}")

/* -------------------------- dice: the reducer reads something that is not in the state */

KMK_HANDLE_FN(roll) {
  static int rolls;
  set(state, "/side", json_integer(++rolls % 6));
  return NULL;
}

FEATURE(dice, kmk_shape(KMK_HANDLERS({"roll", NULL, roll}), "{side: unsigned = 0}"), "{}")

/* ------------------------------- endless: its number grows, until the user interrupts the run */

KMK_HANDLE_FN(grow) {
  set(state, "/number", json_integer(number(state, "/number") + 1));
  if (number(state, "/number") == 100)
    kill(getppid(), SIGINT);
  return NULL;
}

FEATURE(endless, kmk_shape(KMK_HANDLERS({"grow", NULL, grow}), "{number: unsigned = 0}"), "{}")

/* ------------------------------------------------------- judged by a function of its own */

char *kumiki_judge(const json_t *state, void *user_data);
char *kumiki_judge(const json_t *state, void *user_data) {
  (void)user_data;
  return json_integer_value(json_object_get(state, "count")) == 4 ? strdup("four is not allowed")
                                                                  : NULL;
}

/* A library with the names that the command looks for. */
kmk_reducer *kumiki_reducer(void);
json_t *kumiki_state(void);
kmk_reducer *kumiki_reducer(void) { return counter_reducer(); }
json_t *kumiki_state(void) { return counter_state(); }
