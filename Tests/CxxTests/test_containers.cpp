// Containers, durations and dates of the standard library as JSON.
#include "check.hpp"

using namespace kumiki;
using namespace kumiki::literals;
using namespace std::chrono_literals;

namespace containers_test {

struct plan {
  std::chrono::milliseconds pause = 0ms;
  std::array<int, 2> size = {};
  std::pair<std::string, bool> named;
  std::tuple<int, std::string, double> mixed;
  std::set<std::string> tags;
  std::map<int, std::vector<int>> by_number;
  std::unordered_map<std::string, int> by_name;
};

} // namespace containers_test

KUMIKI_FIELDS(containers_test::plan, pause, size, named, mixed, tags, by_number, by_name)

using namespace containers_test;

template <class Type> static bool is_same_again(const Type &value, const json &expected) {
  const json written = value;
  return written == expected && written.as<Type>() == value;
}

TEST(arrays_pairs_and_tuples_have_a_fixed_length) {
  CHECK(is_same_again(std::array<int, 3>{1, 2, 3}, "[1, 2, 3]"_json));
  CHECK(is_same_again(std::array<int, 0>{}, "[]"_json));
  CHECK(is_same_again(std::pair(1, std::string("a")), R"([1, "a"])"_json));
  CHECK(is_same_again(std::tuple(1, true, 2.5), "[1, true, 2.5]"_json));
  CHECK(is_same_again(std::tuple<>(), "[]"_json));
  const error longer = test::failed([] { (void)"[1, 2, 3]"_json.as<std::pair<int, int>>(); });
  CHECK(longer.message() == std::string("found an array of 3, expected an array of 2"));
  const error other = test::failed([] { (void)"3"_json.as<std::array<int, 2>>(); });
  CHECK(other.message() == std::string("found an integer, expected an array of 2"));
  const error inner = test::failed([] { (void)R"([1, "x"])"_json.as<std::tuple<int, int>>(); });
  CHECK(inner.path() == std::string("/1"));
}

TEST(lists_and_sets_are_arrays) {
  CHECK(is_same_again(std::deque<int>{1, 2}, "[1, 2]"_json));
  CHECK(is_same_again(std::list<std::string>{"b", "a"}, R"(["b", "a"])"_json));
  CHECK(is_same_again(std::set<int>{3, 1}, "[1, 3]"_json));
  CHECK(is_same_again(std::unordered_set<std::string>{"a"}, R"(["a"])"_json));
  CHECK(is_same_again(std::vector<bool>{true, false}, "[true, false]"_json));
  const error twice = test::failed([] { (void)"[1, 2, 1]"_json.as<std::set<int>>(); });
  CHECK(twice.path() == std::string("/2"));
  CHECK(twice.message() == std::string("found a value twice, expected each one once"));
}

TEST(maps_have_texts_or_integers_as_keys) {
  CHECK(is_same_again(std::map<int, bool>{{-1, true}, {20, false}},
                      R"({"-1": true, "20": false})"_json));
  CHECK(is_same_again(std::unordered_map<std::string, int>{{"a", 1}}, R"({"a": 1})"_json));
  CHECK(is_same_again(std::map<std::string, std::map<unsigned, int>>{{"a", {{7, 8}}}},
                      R"({"a": {"7": 8}})"_json));
  for (const char *key : {"x", "07", " 7", "", "99999999999999999999", "-1"}) {
    const json object = json::object({{key, 1}});
    const error wrong = test::failed([&] { (void)object.as<std::map<unsigned, int>>(); });
    CHECK(wrong.message() ==
          "found the key \"" + std::string(key) + "\", expected an integer of its type");
  }
}

TEST(a_duration_is_its_count) {
  CHECK(is_same_again(250ms, "250"_json));
  CHECK(is_same_again(std::chrono::duration<double>(1.5), "1.5"_json));
  CHECK(is_same_again(std::chrono::hours(2), "2"_json));
  using days = std::chrono::duration<std::int64_t, std::ratio<86400>>;
  CHECK(is_same_again(std::chrono::time_point<std::chrono::system_clock, days>(days(20000)),
                      "20000"_json));
  CHECK(test::failed([] { (void)"\"1s\""_json.as<std::chrono::seconds>(); }).message() ==
        std::string("found a text, expected an integer"));
}

TEST(a_struct_has_any_of_them_as_members) {
  plan whole;
  whole.pause = 3ms, whole.size = {4, 5}, whole.named = {"n", true}, whole.mixed = {1, "t", 0.5};
  whole.tags = {"x", "y"}, whole.by_number = {{1, {2, 3}}}, whole.by_name = {{"k", 9}};
  const json written = whole;
  CHECK(written == R"({"pause": 3, "size": [4, 5], "named": ["n", true], "mixed": [1, "t", 0.5],
      "tags": ["x", "y"], "by_number": {"1": [2, 3]}, "by_name": {"k": 9}})"_json);
  CHECK(json(written.as<plan>()) == written);
}
