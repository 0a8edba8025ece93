/* Random writes, and steps of a writer's feature that are undone. */
#ifndef KUMIKI_TESTS_HISTORY_SUPPORT_H
#define KUMIKI_TESTS_HISTORY_SUPPORT_H

#include "mirror_support.h"
#include "random_support.h"
#include "writer_support.h"

/* The state that random_writes writes to. */
#define RANDOM_STATE "{'a': {'l': [1, {'b': 2}, []]}, 'l': [{'a': 1}, [1, 2], 3]}"

/* An action of the writer: up to four random writes in one step. Many of them cannot be done. New. */
json_t *random_writes(dice *d);

/* Options that keep the history of a part at "/history", as most tests have them. */
kmk_undo_options part_options(const char *state_path);

/* A writer whose "/doc" can be undone, in a state {"doc": ..., "history": ...}. */
kmk_store *open_undoable(kit *k, const kmk_undo_options *options, const char *state);

#endif
