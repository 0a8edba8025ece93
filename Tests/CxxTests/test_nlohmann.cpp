// nlohmann::json values wherever the headers take or return JSON.
#define JSON_USE_GLOBAL_UDLS 0 // makes _json Kumiki's literal here
#include <nlohmann/json.hpp>

#include "check.hpp"
#include "features.hpp"

using nlohmann::json;

TEST(values_go_there_and_back) {
  const json value = json::parse(R"({"a": [1, -2, 2.5, "x", true, null], "b": {"c": []}})");
  const kumiki::json taken = value;
  CHECK(taken.text() == R"({"a":[1,-2,2.5,"x",true,null],"b":{"c":[]}})");
  CHECK(taken.as<json>() == value && taken["a"][0].as<json>().is_number_integer());
  CHECK(kumiki::json(json(3u)).text() == "3" && kumiki::json(json()).is_null());
}

TEST(a_store_takes_them) {
  kumiki::loop loop;
  const kumiki::store store(loop, count_up, json{{"count", 0}});
  store.send(json("increment"));
  store.send(json{{"set", 4}});
  CHECK(store.get<json>("") == json{{"count", 4}});
}

TEST(the_literal_of_kumiki_is_usable_beside_theirs) {
  using namespace kumiki::literals;
  CHECK("[1]"_json == kumiki::json::array({1}));
}

TEST(what_no_json_holds_is_refused) {
  CHECK(test::failed([] {
          kumiki::json value(json::binary({1, 2}));
        }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { kumiki::json value(json(std::uint64_t{1} << 63)); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { (void)kumiki::json_view().as<json>(); }).status() == KMK_ERR_DECODE);
}

namespace {
struct point {
  int x = 0, y = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(point, x, y)
} // namespace
template <> struct kumiki::json_traits<point> : kumiki::nlohmann_traits<point> {};

TEST(what_that_library_reads_and_writes_a_store_does_too) {
  kumiki::loop loop;
  const kumiki::store store(loop, kumiki::empty(), kumiki::json::object({{"at", point{1, 2}}}));
  CHECK(store.get<point>("/at").y == 2);
  const auto wrong = kumiki::json::object({{"at", kumiki::json::object({{"x", 1}})}});
  const kumiki::error told = test::failed([&] { (void)wrong.at<point>("at"); });
  CHECK(told.status() == KMK_ERR_DECODE && told.path() == std::string("/at"));
}
