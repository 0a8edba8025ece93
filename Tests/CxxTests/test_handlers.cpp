// A function for each case, and replacing the reducer of an open store.
#include "check.hpp"
#include "features.hpp"

using namespace kumiki;

static reducer counter() {
  return handlers({
      {"increment",
       [](state &state, json_view) { state.set("/count", state.get<int>("/count") + 1); }},
      {"setCount", "integer", [](state &state, json_view count) { state.set("/count", count); }},
      {"later", "integer",
       [](state &, json_view count, env &) { return effect::send(action_at("setCount", count)); }},
      {"fail", [](state &, json_view) { throw std::runtime_error("handler"); }},
      {"child", "any", nullptr},
  });
}

TEST(each_case_has_its_function) {
  loop loop;
  const store store(loop, counter(), counting());
  store.send("increment");
  CHECK(store.get<int>("/count") == 1);
  store.send_at("later", 7);
  CHECK(store.get<int>("/count") == 7);
  store.send_at("child.anything");
  CHECK(test::failed([&] { store.send("decrement"); }).status() == KMK_ERR_DECODE);
  CHECK(test::failed([&] { store.send_at("setCount", "x"); }).path() == "/setCount");
  CHECK(test::thrown<std::runtime_error>([&] { store.send("fail"); }).what() ==
        std::string("handler"));
  CHECK(test::failed([&] {
          (void)handlers({{"a", nullptr, nullptr}, {"a", "any", nullptr}});
        }).status() == KMK_ERR_INVALID_ARGUMENT);
}

TEST(a_handler_may_be_only_moved) {
  auto owned = std::make_unique<int>(7);
  loop loop;
  const store store(
      loop,
      handlers({{"fill", [owned = std::move(owned)](
                             state &state, json_view) { state.set("/count", (*owned)++); }}}),
      counting());
  store.send("fill");
  store.send("fill");
  CHECK(store.get<int>("/count") == 8);
}

TEST(the_empty_reducer_changes_nothing) {
  loop loop;
  const store store(loop, empty(), counting());
  store.send("increment");
  CHECK(store.state() == counting());
}
