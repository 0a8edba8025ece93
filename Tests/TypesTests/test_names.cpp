// The header generated for names.shape, with the macros whose names the shape uses.
#include <cassert>
#include <cerrno>

#include "../CxxTests/check.hpp"
#include "names.hpp"

TEST(defaults_are_those_of_the_shape) {
  kumiki::loop loop;
  const auto empty = kumiki::json::object();
  const kumiki::store filled(loop, names::declare(kumiki::empty()), empty);
  const auto state = filled.get<names::state>("");
  CHECK(kumiki::json(state) == kumiki::json(names::state{}));
  CHECK(state.what == "what?\?/n" && state.control == "\001\\u0001" && state.least == INT64_MIN);
  CHECK(state.nul == std::string("a\0b", 3));
  CHECK(state.case_name.case_name == "own" && state.tree.value == 2 && !state.tree.note);
  CHECK(std::get<names::errno_case::std_>(state.kind).n == 1);
}

// A case has the members `case_name` and `value`: the payload's members get other names.
TEST(a_case_has_members_of_any_name) {
  std::vector<kumiki::json> sent;
  const auto note = [&](kumiki::state &, kumiki::action_view action) {
    sent.push_back(action.as<kumiki::json>());
    sent.emplace_back(action.as<names::action>());
  };
  kumiki::loop loop;
  const kumiki::store store(loop, names::declare(note), names::state{});
  store.send(names::actions::std_("a"));
  store.send(names::actions::kumiki_(3));
  store.send(names::actions::case_name(std::nullopt, "a", "b"));
  store.send(names::actions::value(3, 4));
  store.send(names::actions::linux_(3, "x"));
  store.send(names::actions::rows_element_rename("a", "b", "c"));
  store.send(names::actions::rows_element_both("a", "b", 7));
  store.send(names::actions::rows_element_inner("a", 1, "b"));
  store.send(names::actions::rows_element_rows_element_go("a", 1, "b", "c"));
  CHECK(sent.size() == 18);
  for (std::size_t index = 0; index + 1 < sent.size(); index += 2)
    CHECK(sent[index] == sent[index + 1]);
  CHECK(sent.at(2).text() == R"({"kumiki":{"value":3}})");
}
