/* The screens of a feature: what its slots and navigation paths show. */
#ifndef CHECK_SCREENS_H
#define CHECK_SCREENS_H

#include "events.h"

enum { SLOTS = 64, SCREEN = 200, SEEN = 1 << 14 };

typedef struct screens {
  check_memory *shared;
  size_t count;
  struct {
    char pointer[200];
    bool is_path;
  } slots[SLOTS];
  uint64_t seen[SEEN]; /* pairs that are in the shared table already */
} screens;

void screens_init(screens *all, const events *of);

/* Writes the screen of a state: "/sheet=add", or "root" without a presentation. */
void screen_of(const screens *all, const json_t *state, char *screen);

/* Notes that an event leads from one screen to another, or changes nothing of them. */
void screens_note(screens *all, const char *from, const check_event *event, const char *to);

#endif
