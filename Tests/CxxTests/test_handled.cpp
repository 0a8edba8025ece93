// Typed reducers beside operators: the actions that they ignore.
#include "check.hpp"

using namespace kumiki;
using namespace kumiki::literals;

namespace handled_test {

struct inc {
  static constexpr const char *case_name = "inc";
};
struct dec {
  static constexpr const char *case_name = "dec";
  int value = 1;
};
using step_action = std::variant<inc, dec>;

// The parent's actions, including the sheet's as far as the parent knows them.
struct sheet {
  static constexpr const char *case_name = "sheet";
  struct presented {
    static constexpr const char *case_name = "presented";
    step_action value;
  };
  std::variant<presented> value;
};
using parent_action = std::variant<inc, sheet>;

void step_by_one(state &state, action_view sent) {
  match(
      sent.as<step_action>(), [&](const inc &) { state.set("/n", state.get<int>("/n") + 1); },
      [&](const dec &it) { state.set("/n", state.get<int>("/n") - it.value); });
}

void count_all(state &state, action_view sent) {
  (void)sent.as<parent_action>();
  state.set("/seen", state.get<int>("/seen") + 1);
}

} // namespace handled_test

using namespace handled_test;

static std::string message_of(store &store, const json &sent) {
  return test::failed([&] { store.send(sent); }).what();
}

TEST(a_typed_reducer_passes_over_what_an_operator_around_it_handles) {
  loop loop;
  store store(loop, undoable(step_by_one), json::object({{"n", 0}}));
  store.send(step_action(inc{}));
  store.send("undo");
  CHECK(store.state_text() == R"({"n":0})");
  store.send("redo");
  CHECK(store.state_text() == R"({"n":1})");
  // Either no operator handles these actions, or the type has the case.
  CHECK(message_of(store, "undoo") == R"(found "undoo", expected one of inc, dec)");
  CHECK(message_of(store, R"({"dec": "x"})"_json) == "/dec: found a text, expected an integer");
  CHECK(store.state_text() == R"({"n":1})");
}

TEST(an_operator_that_was_attached_further_in_or_stands_beside_it_counts_too) {
  loop loop;
  const auto nothing = [](state &, action_view) {};
  reducer app =
      combine(shape(undoable(step_by_one, {}), "{n: integer}"), scope("/child", "child", nothing),
              binding_fields("edit", {{"/n", "integer"}}));
  store store(loop,
              print_changes(
                  cases(std::move(app),
                        {{"inc", nullptr}, {"child", "any"}, {"edit", "any"}, {"undo", nullptr}})),
              R"({"n": 0, "child": {}})"_json);
  store.send(step_action(inc{}));
  store.send(R"({"child": "anything"})"_json);
  store.send("undo");
  CHECK(store.get<int>("/n") == 0);
}

TEST(a_dismissal_that_a_nested_type_leaves_out_is_passed_over) {
  loop loop;
  store store(loop, presentation(count_all, "/sheet", "sheet", undoable(step_by_one)),
              R"({"seen": 0, "sheet": {"n": 3}})"_json);
  store.send(R"({"sheet": {"presented": "inc"}})"_json);
  CHECK(store.get<int>("/seen") == 1 && store.get<int>("/sheet/n") == 4);
  // The sheet's own operator handles this action, at a depth that the parent's type does not describe.
  store.send(R"({"sheet": {"presented": "undo"}})"_json);
  CHECK(store.get<int>("/seen") == 1 && store.get<int>("/sheet/n") == 3);
  store.send(R"({"sheet": "dismiss"})"_json);
  CHECK(store.get<int>("/seen") == 1 && store.get("/sheet").is_null());
}

TEST(as_if_returns_nothing_for_an_action_that_the_type_lacks) {
  loop loop;
  std::vector<int> steps;
  const auto count = [&](state &state, action_view sent) {
    if (const auto step = sent.as_if<step_action>())
      state.set("/n", state.get<int>("/n") + (std::holds_alternative<inc>(*step) ? 1 : -1));
    if (const auto down = sent.as_if<dec>())
      steps.push_back(down->value);
    CHECK(
        !sent.as_if<sheet>()); // the type of an inner case lacks it, or the action is another case
  };
  store store(loop, undoable(count), json::object({{"n", 0}}));
  store.send(step_action(inc{}));
  store.send(step_action(dec{5}));
  store.send("undo");
  store.send(R"({"sheet": {"presented": "undo"}})"_json);
  CHECK(store.get<int>("/n") == 1 && steps == std::vector<int>{5});
  CHECK(message_of(store, R"({"dec": "x"})"_json) == "/dec: found a text, expected an integer");
}

TEST(a_change_and_a_reader_have_the_same_level) {
  loop loop;
  int changes = 0;
  const auto changed = [&](state &, json_view, json_view, action_view sent) {
    (void)sent.as<step_action>();
    changes += 1;
  };
  const auto chosen = [](json_view, action_view) { return reducer(step_by_one); };
  store store(loop, undoable(on_change(reader(chosen), "/n", changed)), json::object({{"n", 0}}));
  store.send(step_action(inc{}));
  store.send("undo");
  CHECK(store.get<int>("/n") == 0 && changes == 1);
}

TEST(a_recursion_passes_on_what_its_operators_handle) {
  loop loop;
  reducer tree = recurse(
      [](reducer self) { return undoable(if_let(step_by_one, "/next", "next", std::move(self))); });
  store store(loop, std::move(tree), R"({"n": 0, "next": {"n": 5, "next": null}})"_json);
  store.send(R"({"next": "inc"})"_json);
  store.send("undo");
  CHECK(store.get<int>("/next/n") == 5);
}
