/* Shared by contacts, downloads and meetings in a terminal: one wait for keys and for the loop, and signals that end
 * the program. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <kumiki.h>

/* The functions of a program in its terminal. */
typedef struct terminal_face {
  void (*draw)(void);      /* draws changes, before each wait */
  bool (*read_keys)(void); /* handles waiting keys; returns false when the user quits */
  bool (*is_ready)(void);  /* whether keys are read yet; NULL: always */
} terminal_face;

/* Unblocks signals only while the program waits. Call this before any thread starts, which would
 * inherit unblocked signals. */
void terminal_watch_signals(void);

/* Keeps the first issue of a loop until the terminal is released. */
void terminal_keep_issue(kmk_loop *loop);
const char *terminal_issue(void); /* NULL: there was none */

/* Takes over the terminal; terminal_close releases it. */
void terminal_open(void);
void terminal_close(void);

/* Writes a field through a binding, for a key that adds a character to its text or removes one. Special keys of
 * ncurses are negative. */
void terminal_type(kmk_store *store, const char *binding_case, const char *pointer,
                   const char *before, int key);

/* Serves the terminal and the loop until the user quits, a signal ends the program, or the terminal
 * is gone. Returns NULL or an error message. */
const char *terminal_serve(kmk_loop *loop, const terminal_face *face);

/* Returns the position of a list's cursor after a key: up, down, a page, home or end. Other keys do not move it.
 * Special keys are negative: -KEY_UP. */
size_t terminal_moved(size_t cursor, size_t count, size_t page, int key);

#endif
