/**
 * The floors of the rows: the cost of their work in plain C, without an engine.
 *
 * Each function does its work a number of times, through function pointers that the compiler cannot
 * see through, as an engine calls features and observers.
 */
#ifndef FLOOR_H
#define FLOOR_H

#include <stddef.h>

/** An action to a counter. */
void floor_counter(size_t times);

/** A child is presented and dismissed. */
void floor_present_dismiss(size_t times);

/** An action that registers a callback, which is called afterwards and sends another action. */
void floor_effect(size_t times);

/** One row in an array of 100,000 is changed, and its observer is called. */
void floor_row(size_t times);

/** A row is appended to 100,000 rows, and removed. */
void floor_append_remove(size_t times);

/** One of a hundred numbers is changed. Each is compared with its old value, and the observer of the
 * changed one is called. */
void floor_observers(size_t times);

#endif
