/* A program that lives long: an app with an observer of each kind, and actions of chance. */
#ifndef LIVING_SUPPORT_H
#define LIVING_SUPPORT_H

#include "app_support.h"

/* How often as long all is: KUMIKI_SOAK=100, or once. */
long factor(void);

/* So many rounds, or fewer: under a watcher, which finds each lost byte, few will do. */
long rounds(long count);

/* The seed of all that comes by chance. */
extern uint64_t chance;

/* Less than bound. */
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

/* One action. The rows stay as many, and the path short. */
void act(program *p);

/* So many, and time passes meanwhile. */
void act_long(program *p, long count);

void end(program *p);

#endif
