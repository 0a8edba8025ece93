/* Each case is recorded as it is played, and its log is run again after it. What comes out otherwise is an event
 * that the model does not expect. */
#ifndef KUMIKI_MODEL_REPLAYING_H
#define KUMIKI_MODEL_REPLAYING_H

#include <jansson.h>

/* Asks for this; else the functions below do nothing. */
void replaying_ask(void);

/* The store of the case in hand, which has just been made with a feature. */
void replaying_begin(const json_t *feature);

/* The log ends here: the store ends, or is given another reducer. */
void replaying_stop(void);

/* Runs the log again. After the case's store is gone. */
void replaying_end(void);

/* After the last case. */
void replaying_free(void);

#endif
