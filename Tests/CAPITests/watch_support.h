/* A store under watch: observers of every kind at places of a test's choice, and what must hold between
 * them and the store after every burst, whatever its feature does.
 *
 * - Who observes a value, the ids of a list, a presentation or patches knows what a query answers.
 * - A view answers with the part that it is a view of, and is valid exactly while that is there.
 * - A slot has an id exactly while it holds something.
 * - Rows have ids, and a path's entries {"id", "element"}; no id is there twice.
 * - A query changes nothing, and neither does an action that is refused.
 *
 * What does not hold is kept as a text: the test may go on, and try the same with less.
 */
#ifndef KUMIKI_TESTS_WATCH_SUPPORT_H
#define KUMIKI_TESTS_WATCH_SUPPORT_H

#include "mirror_support.h"
#include "random_support.h"

typedef enum {
  SEES_VALUE,
  SEES_PRESENTATION,
  SEES_IDS,
  SEES_CASE,
  SEES_PATCHES,
  SEES_KINDS
} aspect;

typedef struct world world;

/* Somebody who observes one place. */
typedef struct watcher {
  kmk_subscription *subscription;
  aspect sees;
  char pointer[200];
  world *world;
  json_t *known;  /* what it was told last; NULL where that was nothing */
  json_t *answer; /* what it sends the next time it is told; NULL: nothing */
  char *id;       /* of a presentation */
  mirror mirror;
  bool confused; /* it was told what makes no sense */
} watcher;

/* A view, kept while its part comes and goes. */
typedef struct looker {
  kmk_store *view;
  json_t *way;
} looker;

enum { WATCHERS = 6, LOOKERS = 3 };

struct world {
  kmk_loop *loop;
  kmk_store *store;
  const feature *f;
  watcher watchers[WATCHERS];
  looker lookers[LOOKERS];
  char *failure; /* the first; NULL: everything held so far */
};

/* False where the state was refused; then there is nothing to close. */
bool world_open(world *w, kmk_loop *loop, const feature *f, const json_t *state);

/* Lets a watcher see something else from now on. A place that it may not see is left unseen. Once,
 * the first time that it is told of a change, it answers with an action; NULL: never. */
void world_watch(world *w, size_t index, aspect sees, const char *pointer, const json_t *answer);

/* Keeps a view of another part from now on, if that is there. */
void world_look(world *w, size_t index, const json_t *way);

/* Sends through a view that is kept, or through the store where there is none, and sees that nothing has
 * changed where the action was refused. */
void world_send(world *w, size_t index, const json_t *action);

/* Looks at everything that must hold. */
void world_check(world *w);

void world_close(world *w);

#endif
