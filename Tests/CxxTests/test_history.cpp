// Responding to writes, and undo and redo.
#include "check.hpp"
#include "features.hpp"

using namespace kumiki;
using namespace kumiki::literals;

TEST(steps_are_undone_and_redone) {
  loop loop;
  undo_options options;
  options.state_path = "/count";
  options.history_path = "/history";
  options.ignored = {"set"};
  const store store(loop, undoable(count_up, options), R"({"count": 0})"_json);
  for (const char *each : {"increment", "increment", "undo"})
    store.send(each);
  CHECK(store.get<int>("/count") == 1 && store.get("/history").text() == R"({"undo":1,"redo":1})");
  store.send("redo");
  store.send_at("set", 9);
  CHECK(store.get<int>("/count") == 9 && store.get<int>("/history/undo") == 2);
  options.group = std::chrono::seconds(-1);
  CHECK(test::failed([&] { (void)undoable(count_up, options); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}

TEST(steps_have_labels_and_form_groups) {
  loop loop;
  undo_options options;
  options.state_path = "";
  options.history_path = "/history";
  options.limit_bytes = 1000;
  options.excluded = {"/seen"};
  options.describe = [](json_view state, action_view action) -> json {
    if (!action.is("increment"))
      return json();
    return json::object(
        {{"label", "Count " + std::to_string(state["count"].as<int>())}, {"key", "count"}});
  };
  const store store(loop, undoable(count_up, options), R"({"count": 0})"_json);
  for (const char *each : {"increment", "increment"})
    store.send(each);
  CHECK(store.get("/history").text() ==
        R"({"undo":1,"redo":0,"undoLabel":"Count 0","redoLabel":null})");
  store.send_at("set", 9);
  const json steps = store.undo_steps("/history");
  CHECK(steps["undo"].size() == 2 && steps["undo"][1]["label"].text() == R"("Count 0")");
  store.send(R"({"undo": {"to": 0}})"_json);
  CHECK(store.get<int>("/count") == 0 && store.get<int>("/history/redo") == 2);
  CHECK(test::failed([&] { (void)store.undo_steps("/count"); }).status() == KMK_ERR_NOT_FOUND);
  options.describe = [](json_view, action_view) -> json { throw std::runtime_error("described"); };
  const kumiki::store other(loop, undoable(count_up, options), R"({"count": 0})"_json);
  CHECK(test::thrown<std::runtime_error>([&] { other.send("increment"); }).what() ==
        std::string("described"));
}

TEST(changes_are_told_with_the_way_back) {
  loop loop;
  const store store(loop, count_up, counting());
  std::vector<std::string> told;
  const subscription changes = store.observe_changes("", [&](json_view patch, json_view inverse) {
    told.push_back(patch[0]["value"].text() + inverse[0]["value"].text());
  });
  store.send("increment");
  CHECK(told == std::vector<std::string>{"10"});
}

TEST(a_function_is_told_what_a_step_wrote) {
  loop loop;
  const auto wrote = [](state &state, json_view places, action_view action, env &) {
    state.set("/told", json::array({places, action}));
  };
  const store store(loop, on_write(count_up, "/count", wrote),
                    R"({"count": 0, "told": null})"_json);
  store.send("increment");
  CHECK(store.get("/told").text() == R"([[""],"increment"])");
  const auto refuse = [](state &, json_view) { throw std::runtime_error("wrote"); };
  const kumiki::store other(loop, on_write(count_up, "", refuse), counting());
  CHECK(test::thrown<std::runtime_error>([&] { other.send("increment"); }).what() ==
        std::string("wrote"));
}
