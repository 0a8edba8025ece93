/**
 * What the recorder and the Swift side of the library tell each other. Internal, never installed.
 */
#ifndef KUMIKI_RECORDER_H
#define KUMIKI_RECORDER_H

#include "kumiki.h"

/* Begins to record a new store if the variable KUMIKI_RECORD is set. */
void kumiki_record_as_asked(kmk_store *store);

/* In Swift: the number of the last step of a traced store, the loop's clock, and the hash of the step. Needs no memory
 * of jansson's. */
void kumiki_trace_position(kmk_store *store, uint64_t *step, uint64_t *clock, uint64_t *hash);

/* In Swift: raises the issue "record-failed". */
void kumiki_record_failed(kmk_store *store, const char *message);

#endif
