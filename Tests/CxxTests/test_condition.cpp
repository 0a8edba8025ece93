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

TEST(rows_are_selected_by_conditions) {
  loop loop;
  const condition unread(R"({"at": "/read", "equals": null})"_json);
  const auto reduce = [&](state &state, action_view action) {
    if (action.is("read"))
      state.set_rows("/rows", "/read", true, unread);
    if (action.is("forget"))
      state.remove_rows("/rows", condition(R"({"at": "/n", "to": {"place": "/most"}})"_json));
  };
  const store store(
      loop, reduce,
      R"({"most": 1.5, "name": "list", "rows": [{"id": 1, "n": 1}, {"id": 2, "n": 2}]})"_json);
  list_options options;
  options.where = R"({"at": "/read", "equals": true})"_json;
  const list shown(store, "/rows", options);
  CHECK(shown.size() == 0);
  store.send("read");
  CHECK(shown.size() == 2 && store.flag("/rows/0/read"));
  store.send("forget");
  CHECK(shown.size() == 1 && store.integer("/rows/0/id") == 2);
  CHECK(store.real("/most") == 1.5 && store.text("/name") == "list" && store.text("/n").empty());
}
