// Counting rows in a reducer without iterating over them.
#include "check.hpp"

using namespace kumiki;
using namespace kumiki::literals;

namespace {

// {"put": {"pointer": p, "value": v}} writes, then counts the rows of kind "x".
void put_and_count(state &state, action_view action) {
  if (const auto write = action.payload("put"))
    state.set(write["pointer"].as<std::string>(), write["value"]);
  const json totals = state.totals("/rows", "/k", "x");
  state.set("/x", state.count("/rows", "/k", "x"));
  state.set("/all", state.count("/rows"));
  state.set("/sum", totals ? totals["numbers"]["/n"]["sum"] : json_view(nullptr));
}

json rows_of_two_kinds() {
  return R"({"rows": [{"k": "x", "n": 3}, {"k": "y", "n": 1}, {"k": "x", "n": 2}]})"_json;
}

} // namespace

TEST(a_reducer_counts_rows) {
  loop loop;
  const store store(loop, indexed(put_and_count, "/rows", "/k", {"/n"}), rows_of_two_kinds());
  store.send_at("put", json::object({{"pointer", "/rows/1/k"}, {"value", "x"}}));
  CHECK(store.get<int>("/x") == 3 && store.get<int>("/all") == 3 && store.get<int>("/sum") == 6);
  store.send_at("put", json::object({{"pointer", "/rows/0/n"}, {"value", 10}}));
  CHECK(store.get<int>("/sum") == 13);
}

TEST(all_rows_are_one_group_without_a_pointer) {
  loop loop;
  const auto count = [](state &state, action_view) {
    const json totals = state.totals("/rows");
    state.set("/all", totals["count"]);
    state.set("/sum", totals["numbers"]["/n"]["sum"]);
  };
  const store store(loop, indexed(count, "/rows", {}, {"/n"}), rows_of_two_kinds());
  store.send("count");
  CHECK(store.get<int>("/all") == 3 && store.get<int>("/sum") == 6);
}
