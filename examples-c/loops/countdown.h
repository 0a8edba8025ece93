/* What the programs of this folder have in common: a feature that counts down and then reports, and
 * what is printed of it. Each program is a main loop around it, and nothing else.
 *
 *   state    {"left": 3, "report": null}
 *   actions  "start"     begins to count, every 5 ms
 *            {"add": 2}  makes it longer
 *            "tick", {"reported": TEXT}  sent by effects: a timer, and a worker thread at the end */
#ifndef COUNTDOWN_H
#define COUNTDOWN_H

#include <kumiki.h>

typedef struct countdown {
  kmk_store *store;
  kmk_subscription *kept[2];
  void (*over)(void *program); /* the report has come: the program may leave its main loop */
  void *program;
} countdown;

/* Opens a store on a loop, shows it and starts it. Ends the program where that fails. */
void countdown_open(countdown *countdown, kmk_loop *loop, int from, void (*over)(void *program),
                    void *program);

void countdown_close(countdown *countdown);

/* From where to count: the command line's first argument, or 3. */
int countdown_from(int argc, char **argv);

#endif
