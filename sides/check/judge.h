/* Judges situations: finds the faults. */
#ifndef CHECK_JUDGE_H
#define CHECK_JUDGE_H

#include "explore.h"

/* Judges the situation after the event at hand. */
void judge(explorer *e, const json_t *state, const situation *now);

/* Whether a situation may be the last one, without a fault. */
bool judge_may_end(const explorer *e, const json_t *state, const situation *now);

/* Notes that no event changes the situation at hand. */
void judge_stuck(explorer *e);

/* Whether a situation is within the bounds, so that it is expanded. */
bool judge_bounds(const explorer *e, const json_t *state, const situation *now, uint32_t depth);

/* The bits of the "home" conditions that hold. */
uint8_t judge_homes(const explorer *e, const json_t *state);

#endif
