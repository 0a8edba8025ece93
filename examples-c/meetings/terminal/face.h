/* Meetings in the terminal: shared by the files of this user interface. The feature is the same as in
 * 07_meetings, and does not know about windows.
 *
 *   meetings.c  start and end: the file of the state, the keys
 *   windows.c   windows that open and close with the presentations in the state
 *   draw.c      the content of the windows
 *   keys.c      the actions of keys */
#ifndef FACE_H
#define FACE_H

#include <kumiki.h>
#include <ncurses.h>
#include <panel.h>

#define LEVELS 3 /* of windows: opened by the list, by the detail and by the recording */

struct window;

/* How one case of a slot is shown. */
typedef struct kind {
  int level;
  const char *name;  /* the case; "" in a slot without cases */
  int lines;         /* of a window; 0: a screen, which fills the terminal */
  const char *shown; /* the action to send when it is presented, or NULL */
  void (*draw)(const struct window *window, WINDOW *area);
  void (*key)(const struct window *window, int key);
} kind;

/* The presentation in a slot. */
typedef struct window {
  const kind *kind; /* NULL: nothing is presented */
  kmk_store *view;  /* its scoped store, which receives its actions */
  json_t *state;    /* as last received */
  PANEL *panel;
} window;

/* Everything on the screen, and its own data. */
typedef struct face {
  kmk_store *store;
  json_t *meetings;
  window windows[LEVELS];
  size_t cursor;      /* in the list */
  size_t field;       /* in the form: FIELDS */
  char attendee[128]; /* typed, but not yet added */
  bool is_stale;      /* something has changed since the last drawing */
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

/* Their content. */
void draw_list(void);
int draw_room(void); /* the number of lines of the list */
void draw_form(const window *window, WINDOW *area);
void draw_detail(const window *window, WINDOW *area);
void draw_recording(const window *window, WINDOW *area);
void draw_deletion(const window *window, WINDOW *area);
void draw_ending(const window *window, WINDOW *area);

/* Keys. A special key is the negative of its number in curses: -KEY_UP. */
void key_in_list(int key);
void key_in_form(const window *window, int key);
void key_in_detail(const window *window, int key);
void key_in_recording(const window *window, int key);
void key_in_deletion(const window *window, int key);
void key_in_ending(const window *window, int key);

#endif
