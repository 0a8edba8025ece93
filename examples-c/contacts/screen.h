/* The screen, in ncurses: draws what is shown, and sends what keys ask for. */
#ifndef SCREEN_H
#define SCREEN_H

#include <kumiki.h>

/* Draws, if something has changed. */
void screen_draw(void);

/* Handles the keys that wait. False when the user quits. */
bool screen_read_keys(void);

#endif
