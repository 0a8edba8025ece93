/* Meetings in the terminal: what the files of this face share. The feature is that of the command
 * line, not a line of it knows of windows.
 *
 *   meetings.c  begins and ends: the state's file, the keys
 *   windows.c   windows come and go with what the slots of the state present
 *   draw.c      what stands in them
 *   keys.c      what keys send */
#ifndef FACE_H
#define FACE_H

#include <kumiki.h>
#include <ncurses.h>
#include <panel.h>

#define LEVELS                                                                                     \
  3 /* of windows: what the list opens, what the detail opens, what the recording does */

struct window;

/* How one case of a slot is shown. */
typedef struct kind {
  int level;
  const char *name;  /* the case; "" in a slot without cases */
  int lines;         /* of a window; 0: a screen, which takes the whole terminal */
  const char *shown; /* sent when it comes up; or NULL */
  void (*draw)(const struct window *window, WINDOW *area);
  void (*key)(const struct window *window, int key);
} kind;

/* What a slot presents. */
typedef struct window {
  const kind *kind; /* NULL: nothing is presented */
  kmk_store *view;  /* its part of the feature: actions are sent to it */
  json_t *state;    /* as it was told last */
  PANEL *panel;
} window;

/* What is shown, and what is the user's own. */
typedef struct face {
  kmk_store *store;
  json_t *meetings;
  window windows[LEVELS];
  size_t cursor;      /* of the list */
  size_t field;       /* of the form: FIELDS */
  char attendee[128]; /* typed, and not yet added */
  bool is_stale;      /* something has changed since it was drawn */
  bool is_over;       /* the user has quit */
} face;

enum { TITLE, DURATION, ATTENDEE, FIELDS };

extern face seen;

/* The windows. */
void windows_open(kmk_store *store);
void windows_close(void);
void windows_draw(void);
void windows_resize(void);
const window *windows_top(void); /* NULL: the list */
void windows_dismiss(const window *window);

/* What they show. */
void draw_list(void);
int draw_room(void); /* how many lines the list has */
void draw_form(const window *window, WINDOW *area);
void draw_detail(const window *window, WINDOW *area);
void draw_recording(const window *window, WINDOW *area);
void draw_deletion(const window *window, WINDOW *area);
void draw_ending(const window *window, WINDOW *area);

/* Keys. One that is no letter is the negative of its number in curses: -KEY_UP. */
void key_in_list(int key);
void key_in_form(const window *window, int key);
void key_in_detail(const window *window, int key);
void key_in_recording(const window *window, int key);
void key_in_deletion(const window *window, int key);
void key_in_ending(const window *window, int key);

#endif
