/* The store of a recorded case is traced too: by a trace from its start, and by further traces that start and end
 * during the case. A trace counts its steps from 1; its patches lead from the previous state to the store's state, and its
 * inverse patches back to the previous state. Any difference is an event that the model does not expect. */
#ifndef KUMIKI_MODEL_TRACING_H
#define KUMIKI_MODEL_TRACING_H

#include <stddef.h>

/* The store of the current case, which has just been made. */
void tracing_begin(void);

/* Called after each step of the case, with its number from 0 on: ends some traces, and starts others. */
void tracing_step(size_t number);

/* The store ends, or its reducer is replaced. */
void tracing_stop(void);

#endif
