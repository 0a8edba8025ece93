/* Each case is recorded as it is played, and its log is replayed afterwards. Any difference is an event that the
 * model does not expect. */
#ifndef KUMIKI_MODEL_REPLAYING_H
#define KUMIKI_MODEL_REPLAYING_H

#include <jansson.h>

/* Turns recording on; otherwise the functions below do nothing. */
void replaying_ask(void);

/* The store of the current case, which has just been made with a feature. */
void replaying_begin(const json_t *feature);

/* The log ends here: the store ends, or its reducer is replaced. */
void replaying_stop(void);

/* The log is not replayed: the store goes back to transient members, which a log does not contain. */
void replaying_give_up(void);

/* Replays the log, after the case's store has ended. */
void replaying_end(void);

/* After the last case. */
void replaying_free(void);

#endif
