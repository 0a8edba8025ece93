/* A long-running program: an app with an observer of each kind, and random actions. */
#ifndef LIVING_SUPPORT_H
#define LIVING_SUPPORT_H

#include "app_support.h"

/* The factor for the duration of the run: KUMIKI_SOAK=100, or 1. */
long factor(void);

/* Returns `count`, or fewer rounds under valgrind or a sanitizer, which detect every lost byte in a few rounds. */
long rounds(long count);

/* The seed of all random choices. */
extern uint64_t chance;

/* Returns a random number less than bound. */
unsigned below(unsigned bound);

typedef struct {
  kmk_loop *loop;
  kmk_store *store;
  kmk_subscription *subscriptions[9];
  kmk_list *list;
  kmk_derived *total;
  kmk_recorder *recorder;
  size_t rows, told;
  json_int_t next_id;
} program;

/* A store with an observer of each kind, a derived value, a list, and a recorder if log is not NULL. */
void live(size_t rows, const char *log, program *p);

/* Sends one random action. The number of rows stays the same, and the path stays short. */
void act(program *p);

/* Sends that number of random actions while time passes. */
void act_long(program *p, long count);

void end(program *p);

#endif
