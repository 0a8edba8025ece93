// Lists derived from rows.
#include "check.hpp"

using namespace kumiki;
using namespace kumiki::literals;

namespace list_test {

struct row {
  std::string id;
  int n = 0;
};

} // namespace list_test

KUMIKI_FIELDS(list_test::row, id, n)

namespace {

// {"put": {"pointer": p, "value": v}}
void put(state &state, action_view action) {
  if (const auto write = action.payload("put"))
    state.set(write["pointer"].as<std::string>(), write["value"]);
}

json three() {
  return R"({"rows": [{"id": "a", "n": 3}, {"id": "b", "n": 1}, {"id": "c", "n": 2}], "least": 0})"_json;
}

void send_put(const store &store, const std::string &pointer, const json &value) {
  store.send_at("put", json::object({{"pointer", pointer}, {"value", value}}));
}

list_options by_n() {
  list_options options;
  options.sort = {"-/n"};
  options.numbers = {"/n"};
  options.filter = [](json_view row, const std::vector<json_view> &parameters) {
    return row["n"].as<int>() >= parameters[0].as<int>();
  };
  options.parameters = {"/least"};
  return options;
}

std::string ids(const list &list) {
  std::string all;
  for (std::size_t index = 0; index < list.size(); index++)
    all += list.id(index).as<std::string>();
  return all;
}

} // namespace

TEST(a_list_is_sorted_filtered_and_summed) {
  loop loop;
  const store store(loop, put, three());
  const list shown(store, "/rows", by_n());
  const json first = shown[0], totals = shown.totals();
  CHECK(ids(shown) == "acb" && first["n"].as<int>() == 3);
  CHECK(shown.index("b") == 2 && !shown.index("none"));
  CHECK(totals["numbers"]["/n"]["sum"].as<int>() == 6);
  send_put(store, "/rows/1/n", 9);
  CHECK(ids(shown) == "bac");
  send_put(store, "/least", 3);
  const json groups = shown.groups();
  CHECK(ids(shown) == "ba" && groups[0]["count"].as<int>() == 2);
  CHECK(test::failed([&] { (void)shown.id(2); }).status() == KMK_ERR_NOT_FOUND);
}

TEST(a_lists_observer_is_told_edits) {
  loop loop;
  const store store(loop, put, three());
  list shown(store, "/rows", by_n());
  std::vector<list_edit> told;
  std::string id;
  const auto subscription = shown.observe([&](const std::vector<list_edit> &edits) {
    told = edits;
    if (edits[0].id)
      id = edits[0].id.as<std::string>();
  });
  CHECK(told.size() == 1 && told[0].change == KMK_LIST_RESET && told[0].index == 3);
  send_put(store, "/rows/1/n", 9);
  CHECK(told[0].change == KMK_LIST_MOVE && told[0].from == 2 && told[0].index == 0 && id == "b");
  shown.show(1, 1);
  CHECK(told.size() == 2 && told[1].change == KMK_LIST_REMOVE);
}

TEST(what_a_lists_function_throws_comes_out_of_the_call) {
  loop loop;
  const store store(loop, put, three());
  list_options options;
  options.sort = {"/n"};
  bool throws = true;
  options.compare = [&](json_view left, json_view right) {
    if (throws)
      throw std::runtime_error("from a comparison");
    return left.as<int>() - right.as<int>();
  };
  CHECK(test::thrown<std::runtime_error>([&] {
          const list unmade(store, "/rows", options);
        }).what() == std::string("from a comparison"));
  throws = false;
  const list shown(store, "/rows", options);
  throws = true;
  CHECK(test::thrown<std::runtime_error>([&] { send_put(store, "/rows/1/n", 9); }).what() ==
        std::string("from a comparison"));
}

TEST(a_list_of_a_type_has_rows_of_the_type) {
  using list_test::row;
  constexpr place<std::vector<row>> rows("/rows");
  loop loop;
  const store store(loop, put, three());
  const list_of<row> all(store, rows);
  CHECK(all[1].id == "b" && all[1].n == 1 && all.row("c")->n == 2 && !all.row("none"));
  list_options options;
  options.sort = {"/n"};
  list_of<row> large(store, rows, options, [](const row &it) { return it.n > 1; });
  std::vector<int> found;
  for (const row &each : large.rows())
    found.push_back(each.n);
  CHECK(found == std::vector<int>({2, 3}));
  send_put(store, "/rows/1/n", 5);
  CHECK(large.size() == 3 && large[2].id == "b");
  large.reset();
  send_put(store, "/rows/1", json::object({{"id", "b"}}));
  const error misfit = test::failed([&] { (void)all[1]; });
  CHECK(misfit.status() == KMK_ERR_DECODE && misfit.path() == "/n");
}

TEST(rows_of_all_parents_are_one_list) {
  loop loop;
  const store store(loop, put,
                    R"({"feeds": [{"id": "a", "title": "M", "articles": [{"id": 1, "by": 7}]},
                                  {"id": "b", "title": "A", "articles": [{"id": 1, "by": 8}]}],
                        "people": [{"id": 7, "name": "Ada"}]})"_json);
  list_options options;
  options.nested = "/articles";
  options.parent = "/feed";
  options.joins = {{"/by", "/people"}};
  options.sort = {"/feed/title"};
  const list shown(store, "/feeds", options);
  CHECK(shown.size() == 2 && shown.id(0) == R"(["b", 1])"_json && shown.index(shown.id(1)) == 1);
  const json first = shown[0], last = shown[1];
  CHECK(last["by"]["name"].as<std::string>() == "Ada" && first["by"].as<int>() == 8);
  send_put(store, "/feeds/1/title", "Z");
  CHECK(shown.id(1) == R"(["b", 1])"_json);
}
