// Conditions as data.
#include "check.hpp"

using namespace kumiki;
using namespace kumiki::literals;

TEST(a_condition_holds_or_not) {
  const condition found(R"({"at": "/title", "contains": {"place": "/search"}, "fold": true})"_json);
  const json row = R"({"title": "A Bear"})"_json, whole = R"({"search": "bear"})"_json;
  CHECK(found.holds(row, whole));
  CHECK(found.holds(row) && !found.holds(whole));
}

TEST(a_mistake_in_a_condition_has_its_place) {
  try {
    const condition wrong(R"({"not": {"at": "/a", "equal": 1}})"_json);
    CHECK(false);
  } catch (const error &mistake) {
    CHECK(mistake.status() == KMK_ERR_INVALID_ARGUMENT && mistake.path() == "/not/equal");
  }
}
