/* The screen, in ncurses: draws the state, and sends actions for keys. */
#ifndef SCREEN_H
#define SCREEN_H

#include <kumiki.h>

/* Draws the screen if something has changed. */
void screen_draw(void);

/* Handles the waiting keys. Returns false when the user quits. */
bool screen_read_keys(void);

#endif
