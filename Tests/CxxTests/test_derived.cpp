// Values computed from a store's state.
#include "check.hpp"
#include "features.hpp"

using namespace kumiki;
using namespace kumiki::literals;

TEST(a_derived_value_is_computed_when_it_is_asked_for_and_again_after_a_write) {
  loop loop;
  const store store(loop, count_up, R"({"count": 1, "other": 1})"_json);
  int ran = 0;
  const derived doubled(store, [&] {
    ran += 1;
    return store.get<int>("/count") * 2;
  });
  CHECK(ran == 0 && doubled.get<int>() == 2 && doubled.get() == json(2) && ran == 1);
  const derived text(store, [&] { return "n = " + doubled.get().text(); });
  std::vector<std::string> told;
  const subscription shown = text.observe([&](json_view value) { told.push_back(value.text()); });
  store.send("increment");
  CHECK(told == std::vector<std::string>{"\"n = 2\"", "\"n = 4\""} && ran == 2);
  const derived named(store, {"/other"}, [&] { return store.get<int>("/count"); });
  CHECK(named.get<int>() == 2);
  store.send("increment");
  CHECK(named.get<int>() == 2);
}

TEST(what_the_function_of_a_derived_value_throws_comes_out_of_the_call_that_ran_it) {
  loop loop;
  const store store(loop, count_up, counting());
  bool fails = true;
  const derived value(store, [&] {
    if (fails)
      throw std::runtime_error("derived");
    return store.get<int>("/count");
  });
  CHECK(test::thrown<std::runtime_error>([&] { (void)value.get(); }).what() ==
        std::string("derived"));
  CHECK(test::thrown<std::runtime_error>([&] { (void)value.observe([](json_view) {}); }).what() ==
        std::string("derived"));
  fails = false;
  CHECK(value.get<int>() == 0);
  const derived sends(store, [&] {
    store.send("increment");
    return 1;
  });
  CHECK(test::failed([&] { (void)sends.get(); }).status() == KMK_ERR_BUSY);
  CHECK(store.get<int>("/count") == 0);
}

TEST(a_derived_value_of_a_type_is_that_type_for_its_readers) {
  constexpr place<int> count("/count");
  loop loop;
  const store store(loop, count_up, counting());
  const derived_of<std::vector<int>> below(store, [&] {
    std::vector<int> numbers;
    for (int number = 0; number < store.get(count); number++)
      numbers.push_back(number);
    return numbers;
  });
  std::vector<std::size_t> sizes;
  const subscription shown =
      below.observe([&](const std::vector<int> &numbers) { sizes.push_back(numbers.size()); });
  store.send("increment");
  store.send("increment");
  CHECK(below.get() == std::vector<int>({0, 1}) && sizes == std::vector<std::size_t>({0, 1, 2}));
  const derived_of<double> half(store, {"/count"}, [&] { return store.get(count) / 2.0; });
  CHECK(half.get() == 1.0);
}
