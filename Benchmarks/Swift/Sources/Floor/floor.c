#include "floor.h"

enum action { INCREMENT, DECREMENT, RESET };

struct counter {
  long count;
};

static void reduce(struct counter *state, enum action action) {
  switch (action) {
  case INCREMENT:
    state->count++;
    break;
  case DECREMENT:
    state->count--;
    break;
  case RESET:
    state->count = 0;
    break;
  }
}

static struct counter counter;
/* Volatile: read anew for each action, so that the call cannot be inlined. */
static void (*volatile reducer)(struct counter *, enum action) = reduce;

void floor_counter(size_t times) {
  for (size_t index = 0; index < times; index++)
    reducer(&counter, INCREMENT);
}
