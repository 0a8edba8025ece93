/* A shelf, and the ways in which one appears in a state.
 *
 * A shelf is {"id": "own", "path": [...], "rows": [...], "sheet": null or Counter}: a path of counters,
 * rows that are counters, and a slot; its id is for where it is a row itself. Its own steps: {"push": element}, {"popFrom": id}, {"find": id},
 * {"append": row}, {"rename": id} of its first row, {"writePath": path}, {"writeRows": rows},
 * {"writeSheet": value}. What each write answered is noted by its status.
 *
 * A way is a reducer around a shelf, a state without one, the action by which it appears with a state
 * that is given, where it is then, and what its actions stand in.
 */
#ifndef KUMIKI_TESTS_APPEARING_SUPPORT_H
#define KUMIKI_TESTS_APPEARING_SUPPORT_H

#include "support.h"

typedef struct way {
  const char *name;
  kmk_reducer *(*reducer)(json_t *statuses);
  const char *initial;
  const char *appear;  /* with %s for the shelf's state */
  const char *vanish;  /* NULL where there is no such action */
  const char *pointer; /* of the shelf, once it is there */
  const char *wrap;    /* with %s for its action */
} way;

extern const way ways[];
extern const size_t way_count;

kmk_reducer *shelf(json_t *statuses);

/* A store in which a shelf has just appeared in some way; nothing was asked of it since. */
typedef struct scene {
  kit *kit;
  const way *way;
  json_t *statuses; /* of writes, since the last time */
} scene;

void scene_open(scene *s, kit *k, const way *way, const char *shelf);
void scene_close(scene *s);

/* Lets the shelf appear with a state. */
void scene_appear(scene *s, const char *shelf);
void scene_vanish(scene *s);

/* An action of the shelf's. */
void scene_send(scene *s, const char *action);

/* Asserts what the writes answered since the last time: 'KMK_OK' or so, each followed by a space. */
void assert_answers(scene *s, const char *expected);

/* Asserts a part of the shelf. */
void assert_part(scene *s, const char *pointer, const char *expected);

/* The pointer of a part, in a buffer that is used again. */
const char *part_pointer(const scene *s, const char *pointer);

#endif
