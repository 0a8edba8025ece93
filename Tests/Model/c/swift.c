#include "feature.h"

kmk_reducer *player_swift(const json_t *of) {
  (void)of;
  return kmk_scope(NULL, NULL, NULL);
}
