/* What contacts, downloads and meetings have in common in a terminal: one wait for the keys and for all that the
 * core has to do, and signals that ask the program to end. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <kumiki.h>

/* What a program does in its terminal. */
typedef struct terminal_face {
  void (*draw)(void);      /* what has changed, before each wait */
  bool (*read_keys)(void); /* those that wait; false when the user quits */
  bool (*is_ready)(void);  /* whether keys are waited for yet; or NULL: always */
} terminal_face;

/* Lets signals in only while the program waits. To be called before there is a thread, which would
 * inherit them open. */
void terminal_watch_signals(void);

/* Keeps the first issue of a loop until the terminal is free again. */
void terminal_keep_issue(kmk_loop *loop);
const char *terminal_issue(void); /* NULL: there was none */

/* Takes the terminal, and gives it back with terminal_close. */
void terminal_open(void);
void terminal_close(void);

/* Writes a field by a binding, as a key changes the text that was in it: a character more, or one less. Keys of
 * ncurses, letters aside, are negative. */
void terminal_type(kmk_store *store, const char *binding_case, const char *pointer,
                   const char *before, int key);

/* Serves the terminal and the loop until the user quits, a signal asks for the end, or the terminal
 * has gone. NULL, or what went wrong. */
const char *terminal_serve(kmk_loop *loop, const terminal_face *face);

/* Where a list's cursor is after a key: up, down, a page, home or end. Other keys leave it. Keys that are
 * no letters are negative: -KEY_UP. */
size_t terminal_moved(size_t cursor, size_t count, size_t page, int key);

#endif
