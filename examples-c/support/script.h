/* What the examples share: a program that plays a script to a feature and prints what came of it.
 *
 *   NN_example [--live] [SCRIPT]
 *
 * A script is JSON Lines, from standard input if no file is named. Each line is one of
 *
 *   an action             it is sent to the store
 *   {"advance": SECONDS}  lets time pass: on a virtual clock, so at once and always alike; with
 *                         --live in real time
 *   {"print": POINTER}    prints a part of the state; "" is all of it
 *   {"open": NAME}        ends the store, and opens another feature that the example registers
 *   {COMMAND: ARGUMENT}   where the example knows commands of its own
 *
 * A line that cannot be taken is reported, changes nothing, and the next one is read. The exit
 * status is 0 at the end of the script, whatever stood in it; 1 where the file cannot be read or
 * the library does not start; 2 for a wrong command line. */
#ifndef EXAMPLES_SCRIPT_H
#define EXAMPLES_SCRIPT_H

#include <kumiki.h>

#define WATCHED 4 /* subscriptions that an example may have */

/* How examples print JSON: on one line, with the keys in order. */
#define PRINTED (JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY)

/* What makes one example different from the next. A NULL is left out. */
typedef struct example {
  const char *name;                      /* the program's */
  kmk_status (*register_features)(void); /* so that they can be opened by name */
  const char *feature;                   /* the name of the one to begin with */

  /* Subscribes the view to a store that was opened. What it puts into kept is freed with the
   * store. */
  void (*watch)(kmk_store *store, kmk_subscription *kept[WATCHED]);

  /* Shows what a line has led to; otherwise the whole state is printed. */
  void (*show)(kmk_store *store);

  /* Carries out a command; false where it is none, and the line an action. */
  bool (*command)(kmk_store *store, const char *name, const json_t *argument);
} example;

/* Plays the script that the command line names. Returns the exit status. */
int run_example(const example *example, int argc, char **argv);

/* The number of the line in hand, for a command that cannot take it. */
size_t line_number(void);

/* Ends the program with the exit status 1. */
_Noreturn void die(const char *what, const char *why);

#endif
