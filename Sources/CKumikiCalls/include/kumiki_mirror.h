#ifndef KUMIKI_MIRROR_H
#define KUMIKI_MIRROR_H

#include "kumiki.h"

/* Returns another handle of a shared value, to be freed too; NULL: no handle. */
kmk_shared *kumiki_shared_retained(kmk_shared *shared);

#endif
