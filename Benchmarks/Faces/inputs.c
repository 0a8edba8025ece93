/* The time that windows add to an input, with 100,000 contacts: milliseconds of the main thread.
 *
 * alone    the send in a store without windows, including all observers
 * added    the additional time with windows
 * drawing  the further work until the next frame is drawn
 *
 * Each is the least of several measurements in turn, because the machine may do other work. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "../../Tests/GtkTests/contacts_app.h"
#include "../../Tests/GtkTests/gtk_support.h"

#include <stdio.h>
#include <time.h>

#define MANY 100000
#define TURNS 20

/* An input, and the actions before it each time, as JSON. */
typedef struct input {
  const char *name, *action, *before[2];
} input;

typedef struct cost {
  double sent, drawn;
} cost;

#define QUERY(text) "{\"binding\": {\"path\": \"/query\", \"value\": \"" text "\"}}"
#define FOUND "{\"found\": [\"c1\", \"c20\", \"c300\"]}"
#define STAR "{\"contacts\": {\"element\": {\"id\": \"c7\", \"action\": \"star\"}}}"
#define YES "{\"sheet\": {\"presented\": {\"alert\": \"delete\"}}}"

static const input inputs[] = {
    {"a letter in the search field", QUERY("Person 0"), {QUERY("Person"), NULL}},
    {"three rows are found", FOUND, {QUERY(""), QUERY("Person")}},
    {"all rows again", QUERY(""), {QUERY("Person"), FOUND}},
    {"a star", STAR, {NULL, NULL}},
    {"a contact opens",
     "{\"open\": \"c500\"}",
     {"{\"open\": \"c600\"}", "{\"detail\": \"dismiss\"}"}},
    {"a form opens", "\"add\"", {"{\"edit\": \"c8\"}", "{\"sheet\": \"dismiss\"}"}},
    {"a row is deleted", YES, {"\"undo\"", "{\"delete\": \"c5\"}"}},
    {"undo", "\"undo\"", {"{\"delete\": \"c6\"}", YES}},
};

static void send(const contacts_app *of, const char *action) {
  kmk_error error;
  if (kmk_store_send_text(of->store, action, &error) != KMK_OK)
    g_error("%s: %s", action, error.message);
}

static double used(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void wait_for_frame(const contacts_app *of) {
  if (of->window)
    user_sees(of->window);
}

static void settle(const contacts_app *of) {
  user_waits();
  wait_for_frame(of);
  user_waits();
}

static void measure(const contacts_app *of, const input *asked, cost *best) {
  for (size_t each = 0; each < KMK_COUNT(asked->before); each++) {
    if (asked->before[each])
      send(of, asked->before[each]);
    settle(of);
  }
  double before = used();
  send(of, asked->action);
  double sent = used() - before;
  wait_for_frame(of);
  double drawn = used() - before - sent;
  best->sent = sent < best->sent ? sent : best->sent;
  best->drawn = drawn < best->drawn ? drawn : best->drawn;
  settle(of);
}

int main(void) {
  contacts_app bare, seen;
  gtk_init();
  /* Their clocks do not move, so no search and no save starts, which would keep the written values. */
  contacts_open(&bare, kmk_loop_new_virtual(NULL), MANY, false);
  contacts_open(&seen, kmk_loop_new_virtual(NULL), MANY, true);
  send(&bare, STAR); /* something to undo */
  send(&seen, STAR);
  printf("%-30s %10s %10s %10s\n", "milliseconds", "alone", "added", "drawing");
  for (size_t i = 0; i < KMK_COUNT(inputs); i++) {
    cost alone = {1e9, 1e9}, with = {1e9, 1e9};
    for (int turn = 0; turn < TURNS; turn++) {
      measure(&bare, &inputs[i], &alone);
      measure(&seen, &inputs[i], &with);
    }
    printf("%-30s %10.1f %10.1f %10.1f\n", inputs[i].name, alone.sent, with.sent - alone.sent,
           with.drawn);
  }
  contacts_close(&seen);
  contacts_close(&bare);
  contacts_remove_files(&seen);
  contacts_remove_files(&bare);
  return 0;
}
