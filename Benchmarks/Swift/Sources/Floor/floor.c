#include "floor.h"

/* The alignment of such short functions changes a third of their time, so each starts a cache line. */
#define ALIGNED __attribute__((aligned(64)))

enum action { INCREMENT, DECREMENT, RESET };

struct counter {
  long count;
};

ALIGNED static void reduce(struct counter *state, enum action action) {
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
/* Volatile, so that it is read for each action, and the call cannot be inlined. */
static void (*volatile reducer)(struct counter *, enum action) = reduce;

ALIGNED void floor_counter(size_t times) {
  for (size_t index = 0; index < times; index++)
    reducer(&counter, INCREMENT);
}

/* ------------------------------------------------------------ a child that comes and goes */

struct parent {
  struct counter *child, slot;
};

ALIGNED static void present(struct parent *state, enum action action) {
  state->slot.count = 0;
  state->child = action == INCREMENT ? &state->slot : 0;
}

static struct parent parent;
static void (*volatile presenter)(struct parent *, enum action) = present;

ALIGNED void floor_present_dismiss(size_t times) {
  for (size_t index = 0; index < times; index++) {
    presenter(&parent, INCREMENT);
    presenter(&parent, RESET);
  }
}

/* ------------------------------------------------------------ an effect */

typedef void (*effect)(void);

ALIGNED static void answer(void) { reducer(&counter, INCREMENT); }

ALIGNED static effect ask(struct counter *state) {
  state->count = 0;
  return answer;
}

static effect (*volatile asker)(struct counter *) = ask;
static effect waiting[16];
static size_t first, last;

ALIGNED void floor_effect(size_t times) {
  for (size_t index = 0; index < times; index++) {
    waiting[last++ % 16] = asker(&counter);
    while (first < last)
      waiting[first++ % 16]();
  }
}
