/* The canonical form of a situation. It has only the parts that matter for the future. */
#ifndef CHECK_CANON_H
#define CHECK_CANON_H

#include "hash.h"
#include "options.h"

/* `beside` is kmk_snapshot_json_without_state. Ids count by the order of their births, rows of a set in any order, and
 * ignored places not at all. */
hash128 canon_hash(const check_options *options, const json_t *state, const json_t *beside,
                   size_t effects, uint64_t until_timer);

/* Whether a snapshot contains everything: only requests are in flight, and a store asks them again. */
bool canon_is_exact(const json_t *beside, const json_t *requests, size_t effects,
                    uint64_t until_timer);

#endif
