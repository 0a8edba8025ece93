/**
 * What the work of the rows costs without any engine, in plain C: the ground under them.
 *
 * Each does its work so many times, through pointers that the compiler cannot see behind, as an
 * engine calls the feature and the observers that it is given.
 */
#ifndef FLOOR_H
#define FLOOR_H

#include <stddef.h>

/** An action to a counter. */
void floor_counter(size_t times);

/** A child is there, and then it is not. */
void floor_present_dismiss(size_t times);

/** An action that leaves a callback, which is called afterwards and sends another action. */
void floor_effect(size_t times);

/** One row of an array of 100,000 is changed, and its observer called. */
void floor_row(size_t times);

/** A row behind the last of 100,000 is appended, and removed. */
void floor_append_remove(size_t times);

/** One of a hundred numbers is changed; each is compared with what it was, and who observes that one
 * is called. */
void floor_observers(size_t times);

#endif
