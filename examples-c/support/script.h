/* Shared by the examples: a program that plays a script to a feature and prints the results.
 *
 *   NN_example [--live] [SCRIPT]
 *
 * A script is JSON Lines, from standard input if no file is given. Each line is one of
 *
 *   an action             is sent to the store
 *   {"advance": SECONDS}  lets time pass: on a virtual clock, immediately and reproducibly; with
 *                         --live in real time
 *   {"print": POINTER}    prints a part of the state; "" is the whole state
 *   {"open": NAME}        ends the store, and opens another feature that the example registers
 *   {COMMAND: ARGUMENT}   a command of the example itself
 *
 * A line that is not valid is reported and changes nothing, and the next line is read. The exit
 * status is 0 at the end of the script, whatever it contained; 1 if the file cannot be read or the
 * library does not start; 2 for a wrong command line. */
#ifndef EXAMPLES_SCRIPT_H
#define EXAMPLES_SCRIPT_H

#include <kumiki.h>

#define WATCHED 4 /* subscriptions that an example may have */

/* The format of printed JSON: on one line, with sorted keys. */
#define PRINTED (JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY)

/* The parts that differ between examples. Functions may be NULL. */
typedef struct example {
  const char *name;                      /* of the program */
  kmk_status (*register_features)(void); /* makes them available by name */
  const char *feature;                   /* the name of the first feature */

  /* Subscribes the view to a store that was opened. The subscriptions in kept are freed with the
   * store. */
  void (*watch)(kmk_store *store, kmk_subscription *kept[WATCHED]);

  /* Shows the result of a line. NULL: the whole state is printed. */
  void (*show)(kmk_store *store);

  /* Runs a command. Returns false if the line is an action, not a command. */
  bool (*command)(kmk_store *store, const char *name, const json_t *argument);
} example;

/* Plays the script that the command line names. Returns the exit status. */
int run_example(const example *example, int argc, char **argv);

/* The number of the current line, for the error messages of commands. */
size_t line_number(void);

/* Ends the program with the exit status 1. */
_Noreturn void die(const char *what, const char *why);

#endif
