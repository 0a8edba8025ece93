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
