/* The function that this library adds to kumiki.h. */
#ifndef KILN_H
#define KILN_H

/* Registers the feature "Kiln". Returns 0 on success. heat measures the heat at the end of an hour,
 * on the loop's thread, and returns a negative number on failure. NULL: a kiln that becomes hotter
 * every hour. */
int kiln_register(int (*heat)(int hour));

#endif
