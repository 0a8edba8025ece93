#include "meetings.h"

kmk_reducer *meetings_known(const char *action_case, size_t count, const kmk_case *cases) {
  kmk_reducer *knowing = kmk_cases(kmk_combine(0, NULL), count, cases);
  return *action_case ? kmk_scope("", action_case, knowing) : knowing;
}
