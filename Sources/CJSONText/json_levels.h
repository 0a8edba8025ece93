/* The containers around the value that is read or written. A list of them, because recursion would take as much stack as
 * the value is deep. */
#ifndef KUMIKI_JSON_LEVELS_H
#define KUMIKI_JSON_LEVELS_H

#include "../CJansson/shim.h"

typedef struct kumiki_level {
  json_t *container;
  bool is_object;
  size_t count; /* the members that are read or written */
  void *member; /* of an object that is written: the next one */
} kumiki_level;

/* KMK_MAX_DEPTH of kumiki.h, which is the depth of nesting that jansson reads. */
enum { KUMIKI_JSON_DEPTH = 2048, KUMIKI_FEW_LEVELS = 24 };

typedef struct kumiki_levels {
  kumiki_level *all;
  size_t used, room;
  kumiki_level few[KUMIKI_FEW_LEVELS];
} kumiki_levels;

static inline void kumiki_levels_begin(kumiki_levels *levels) {
  levels->all = levels->few;
  levels->used = 0;
  levels->room = KUMIKI_FEW_LEVELS;
}

static inline void kumiki_levels_end(kumiki_levels *levels) {
  if (levels->all != levels->few)
    kumiki_deallocate(levels->all);
}

/* Enters a container. Returns NULL if memory is short. */
static inline __attribute__((always_inline)) kumiki_level *kumiki_enter(kumiki_levels *levels,
                                                                        json_t *container) {
  if (levels->used == levels->room) {
    size_t size = levels->used * sizeof *levels->all;
    bool is_few = levels->all == levels->few;
    kumiki_level *more =
        is_few ? kumiki_allocate(2 * size) : kumiki_enlarge(levels->all, size, 2 * size);
    if (more == NULL)
      return NULL;
    if (is_few)
      memcpy(more, levels->few, size);
    levels->all = more;
    levels->room *= 2;
  }
  kumiki_level *level = &levels->all[levels->used++];
  *level = (kumiki_level){container, json_is_object(container), 0, NULL};
  return level;
}

#endif
