/* The current case: its loop, its store, and everything that its commands have made. */
#ifndef KUMIKI_MODEL_PLAY_H
#define KUMIKI_MODEL_PLAY_H

#include <kumiki.h>

#include <stdio.h>

/* Items by their numbers. NULL items were refused or freed. */
typedef struct list {
  void **items;
  size_t count, room;
} list;

/* Gives an item the next number, and returns the number. */
size_t list_add(list *l, void *item);

/* NULL for an unknown number */
void *list_at(const list *l, size_t number);

/* Removes an item; its number stays. */
void *list_take(list *l, size_t number);
void list_free(list *l);

typedef struct play {
  kmk_loop *loop;
  kmk_store *store;     /* NULL once it was freed */
  kmk_reducer *reducer; /* the store's */
  json_t *feature;      /* its description */
  uint64_t time;        /* the loop's */
  int64_t ahead;        /* of the loop's date, from its time */
  list views;           /* kmk_store; the first has the number 1 */
  list tasks;           /* kmk_task */
  list senders;         /* kmk_sender */
  list ids;             /* presentation ids, copied */
  list observers;       /* observer, see observers.h */
  list snapshots;       /* snapshot */
  list moments;         /* kmk_snapshot */
  list derived;         /* derived, see deriving.h */
  list lists;           /* listed, see listing.h */
  list requests;        /* kmk_request */
  list servers;         /* server, see requests.c */
  size_t depth;         /* of nested commands */
  bool is_replaying;    /* reducers report nothing and perform no commands */
  bool has_transient;   /* a shape in the feature has transient members */
} play;

/* A state, and its JSON text from the time of the snapshot. */
typedef struct snapshot {
  json_t *state;
  char *text;
} snapshot;

/* A player plays one case at a time. */
extern play now;

/* Plays a case, given as a line of JSON, and writes the answer. */
void play_line(const char *line, size_t length, FILE *out);

/* The store's state without its transient members. New; NULL inside a reducer. */
json_t *play_lasting_state(kmk_store *store);

/* Ends the observers, the derived values and the lists of the case. */
void play_stop_looking(void);

/* Plays all input, line by line. */
void play_all(FILE *in, FILE *out);

#endif
