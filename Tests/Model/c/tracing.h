/* The store of a recorded case is traced too: by a trace from its beginning, and beside it by others that begin and end in
 * between. A trace counts its steps from 1; its patches lead from the state before to the state of the store, and the
 * ways back from there to the state before. Any difference is an event that the model does not expect. */
#ifndef KUMIKI_MODEL_TRACING_H
#define KUMIKI_MODEL_TRACING_H

#include <stddef.h>

/* The store of the case in hand, which has just been made. */
void tracing_begin(void);

/* Called after each step of the case, with its number from 0 on: ends some traces, and begins others. */
void tracing_step(size_t number);

/* The store ends, or is given another reducer. */
void tracing_stop(void);

#endif
