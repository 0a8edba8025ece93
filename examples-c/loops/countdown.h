/* Shared by the programs of this folder: a feature that counts down and then reports, and its
 * output. Each program is only a main loop around the feature.
 *
 *   state    {"left": 3, "report": null}
 *   actions  "start"     starts to count, every 5 ms
 *            {"add": 2}  makes the countdown longer
 *            "tick", {"reported": TEXT}  sent by effects: a timer, and a worker thread at the end */
#ifndef COUNTDOWN_H
#define COUNTDOWN_H

#include <kumiki.h>

typedef struct countdown {
  kmk_store *store;
  kmk_subscription *kept[2];
  void (*over)(void *program); /* the report has arrived: the program may leave its main loop */
  void *program;
} countdown;

/* Opens a store on a loop, shows it and starts it. Ends the program on failure. */
void countdown_open(countdown *countdown, kmk_loop *loop, int from, void (*over)(void *program),
                    void *program);

void countdown_close(countdown *countdown);

/* The number to count down from: the first argument of the command line, or 3. */
int countdown_from(int argc, char **argv);

#endif
