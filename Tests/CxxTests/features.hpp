// Features shared by several tests.
#pragma once

#include <kumiki.hpp>

#include <stdexcept>

inline kumiki::effect count_up(kumiki::state &state, kumiki::action_view action, kumiki::env &) {
  using namespace std::chrono_literals;
  if (action.is("increment"))
    state.set("/count", state.get<int>("/count") + 1);
  if (const auto number = action.payload("set"))
    state.set("/count", number);
  if (action.is("later"))
    return kumiki::effect::after(1s, "increment");
  if (action.is("throw"))
    throw std::runtime_error("from a reducer");
  if (action.is("throwLater"))
    return kumiki::effect::send("throw");
  return kumiki::effect::none();
}

inline kumiki::json counting(int count = 0) { return kumiki::json::object({{"count", count}}); }
