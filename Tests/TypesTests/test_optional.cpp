// The header generated for optional.shape: members that may be null or missing can be so in both directions (S51).
#include "../CxxTests/check.hpp"
#include "optional.hpp"

static void reduce(kumiki::state &, kumiki::action_view sent) { (void)sent.as<optional::action>(); }

TEST(the_first_state_of_a_store_is_that_of_the_struct) {
  kumiki::loop loop;
  const auto empty = kumiki::json::object();
  const kumiki::store store(loop, optional::declare(kumiki::reducer(reduce)), empty);
  const auto state = store.get<optional::state>("");
  const optional::state first;
  CHECK(kumiki::json(state) == kumiki::json(first));
  CHECK(!state.note && state.empty && state.words && state.words->empty());
  CHECK(state.filter && state.filter->least == 3 && state.mode == optional::mode::none);
  CHECK(state.text == "x" && state.inner && state.inner->a == 1 && !state.inner->b);
  const auto *open = std::get_if<optional::hull_case::open>(&state.hull);
  CHECK(open && !open->value);
  CHECK(state.unseen == "del\x7f, turned \xe2\x80\xae" && state.self == "own");
}

TEST(null_is_no_missing_member) {
  optional::state state;
  state.text = std::nullopt;
  state.filter = std::nullopt;
  state.mode = std::nullopt;
  const auto again = kumiki::json(state).as<optional::state>();
  CHECK(!again.text && !again.filter && !again.mode && again.inner);
}

TEST(a_case_may_be_without_its_optional_payload) {
  using optional::action;
  kumiki::loop loop;
  const kumiki::store store(loop, optional::declare(kumiki::reducer(reduce)), optional::state{});
  for (const char *text : {"\"open\"", "{\"open\":null}", "{\"open\":{\"id\":\"a\"}}", "\"pick\"",
                           "{\"pick\":{}}", "\"some\"", "\"noted\""}) {
    const auto sent = kumiki::json::parse(text);
    store.send(sent.as<action>());
    store.send(sent);
  }
  const auto bare = kumiki::json::parse("\"open\"").as<action>();
  CHECK(!std::get<optional::action_case::open>(bare).value);
  const auto full = kumiki::json(optional::actions::open(optional::action_open{"a"})).as<action>();
  CHECK(std::get<optional::action_case::open>(full).value->id == "a");
}
