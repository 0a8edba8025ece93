/* What this library adds to kumiki.h. */
#ifndef KILN_H
#define KILN_H

/* Makes the feature "Kiln" known; 0 where all went well. heat measures the heat at the end of an
 * hour, on the loop's thread, and answers a negative number where it cannot. NULL: a kiln that
 * grows hotter by the hour. */
int kiln_register(int (*heat)(int hour));

#endif
