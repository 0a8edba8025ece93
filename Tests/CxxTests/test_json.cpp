// JSON values: construction, conversion, and ownership.
#include "check.hpp"

#include <cmath>

using kumiki::json;
using kumiki::json_view;
using namespace kumiki::literals;

struct point {
  int x, y;
};

template <> struct kumiki::json_traits<point> {
  static point from(json_view value) { return {value.at<int>("x"), value.at<int>("y")}; }
  static json to(const point &p) { return json::object({{"x", p.x}, {"y", p.y}}); }
};

TEST(values_are_made_of_what_cpp_has) {
  CHECK(json().is_null() && json(nullptr).is_null());
  CHECK(json(true).text() == "true" && json(3).text() == "3" && json(2.5).text() == "2.5");
  CHECK(json("a").text() == "\"a\"" && json(std::string("b")).text() == "\"b\"");
  CHECK(json(std::string_view("cd", 1)).text() == "\"c\"");
  CHECK(json(std::vector<int>{1, 2}).text() == "[1,2]");
  CHECK(json(std::map<std::string, bool>{{"a", true}}).text() == R"({"a":true})");
  CHECK(json(std::optional<int>()).is_null() && json(std::optional<int>(1)) == json(1));
  CHECK(json(point{1, 2}).text() == R"({"x":1,"y":2})");
  CHECK(json::array({1, "a", nullptr, json::array()}).text() == R"([1,"a",null,[]])");
  CHECK(R"({"a": [1]})"_json == json::object({{"a", json::array({1})}}));
  CHECK(json(std::numeric_limits<std::int64_t>::min()).text() == "-9223372036854775808");
}

TEST(what_is_no_json_is_refused) {
  CHECK(test::failed([] { json value(std::nan("")); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { json value("\xff"); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { json value(std::uint64_t{1} << 63); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { json value(static_cast<const char *>(nullptr)); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { json value((json_view())); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { json(3).set("a", 1); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { json::object().append(1); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { json::object().set("\xff", 1); }).status() == KMK_ERR_INVALID_ARGUMENT);
  const kumiki::error error = test::failed([] { (void)json::parse("[1,"); });
  CHECK(error.status() == KMK_ERR_JSON && error.position() == 3);
  CHECK(test::failed([] { (void)json::parse({}); }).status() == KMK_ERR_JSON);
  CHECK(test::failed([] { (void)json::parse(std::string(5000, '[')); }).status() ==
        KMK_ERR_TOO_DEEP);
  CHECK(test::failed([] { (void)json_view().text(); }).status() == KMK_ERR_INVALID_ARGUMENT);
}

TEST(a_value_that_is_too_deep_for_a_text_is_said_to_be) {
  json deep;
  for (int level = 0; level < 3000; level += 1)
    deep = json::array({deep});
  const kumiki::error error = test::failed([&] { (void)deep.text(); });
  CHECK(error.status() == KMK_ERR_TOO_DEEP && error.path().empty());
  CHECK(std::string(error.message()).find("nested deeper than") != std::string::npos);
}

TEST(values_are_read_as_types) {
  const json value = R"({"n": 3, "r": 0.5, "t": "x", "b": false, "a": [1, 2], "z": null})"_json;
  CHECK(value["n"].as<int>() == 3 && value["n"].as<double>() == 3.0);
  CHECK(value["r"].as<float>() == 0.5f && value["t"].as<std::string>() == "x");
  CHECK(value["t"].as<std::string_view>() == "x" && !value["b"].as<bool>());
  CHECK(value["a"].as<std::vector<int>>() == std::vector<int>{1, 2});
  CHECK(value["a"][1].as<int>() == 2 && !value["a"][2] && !value["a"][-1] && !value["q"]["r"]);
  CHECK(!value["z"].as<std::optional<int>>() && value["n"].as<std::optional<int>>() == 3);
  CHECK(value["q"].as_or(7) == 7 && value["z"].as_or(7) == 7 && value["n"].as_or(7) == 3);
  CHECK(value.size() == 6 && value["a"].size() == 2 && value["n"].size() == 0);
  CHECK(value["n"].as<json>() == json(3) && json(point{1, 2}).as<point>().y == 2);
  int members = 0, sum = 0;
  value.each_member(
      [&](std::string_view name, json_view each) { members += name.size() == 1 && each ? 1 : 0; });
  value["a"].each([&](json_view each) { sum += each.as<int>(); });
  CHECK(members == 6 && sum == 3);
}

TEST(values_are_compared_with_those_of_cpp) {
  const json value = R"({"n": 0, "m": 1, "t": "x", "b": false, "z": null, "a": [1, 2]})"_json;
  CHECK(value["n"] == 0 && 0 == value["n"] && value["m"] != 0 && 0 != value["m"]);
  CHECK(json(0) == 0 && !(json(0) != 0) && 0 == json(0) && json(1) != 0 && json(1) == 1u);
  CHECK(json_view() != 0 && json_view() != "" && value["z"] != 0 && value["b"] != 0);
  CHECK(value["t"] == "x" && value["t"] == std::string("x") && "y" != value["t"]);
  CHECK(value["b"] == false && json(2.5) == 2.5 && json(1) != 1.0);
  CHECK(value["a"] == std::vector<int>({1, 2}) && json(point{1, 2}) == point{1, 2});
  const json_t *raw = value["n"].get();
  CHECK(value["n"] == raw && json_view(nullptr) == json_view());
  CHECK(kumiki::action_view(value["t"].get()) == "x");
}

TEST(a_misfit_names_its_place) {
  const kumiki::error error = test::failed(
      [] { (void)R"({"a/b": [1, "x"]})"_json.as<std::map<std::string, std::vector<int>>>(); });
  CHECK(error.status() == KMK_ERR_DECODE && error.path() == "/a~1b/1");
  CHECK(std::string(error.message()) == "found a text, expected an integer");
  CHECK(error.what() == "/a~1b/1: " + std::string(error.message()));
  CHECK(test::failed([] { (void)json(300).as<std::uint8_t>(); }).status() == KMK_ERR_DECODE);
  CHECK(test::failed([] { (void)json(-1).as<std::uint64_t>(); }).status() == KMK_ERR_DECODE);
  CHECK(test::failed([] { (void)json(-1e300).as<float>(); }).status() == KMK_ERR_DECODE);
  CHECK(test::failed([] { (void)json(1e300).as<float>(); }).message() ==
        json(1e300).text() + " does not fit its type");
  CHECK(json(-1e300).as<double>() == -1e300 && json(1e-300).as<float>() == 0);
  CHECK(json(std::numeric_limits<float>::lowest()).as<float>() ==
        std::numeric_limits<float>::lowest());
  CHECK(test::failed([] { (void)json_view().as<bool>(); }).status() == KMK_ERR_DECODE);
  CHECK(test::failed([] { (void)json(1).as<std::string>(); }).status() == KMK_ERR_DECODE);
}

TEST(a_part_that_is_no_such_value_names_its_place) {
  const json value = R"({"points": [{"x": 1, "y": 2}, {"x": 1, "y": "2"}], "a": "b"})"_json;
  const auto told = [&](const std::function<void()> &read) {
    return std::string(test::failed(read).what());
  };
  CHECK(value.at<std::string_view>("a") == "b" && value["points"].at<point>(0).y == 2);
  CHECK(told([&] { (void)value.at<std::vector<point>>("points"); }) ==
        "/points/1/y: found a text, expected an integer");
  CHECK(told([&] { (void)value["points"].at<point>(2); }) ==
        "/2/x: found nothing, expected an integer");
  CHECK(told([&] { (void)json(value).at<int>(std::string("a/b")); }) ==
        "/a~1b: found nothing, expected an integer");
  const kumiki::error none = test::failed([&] { (void)value.at<json>("q"); });
  CHECK(none.status() == KMK_ERR_DECODE && none.path() == "/q");
  CHECK(none.message() == std::string("found nothing, expected a value"));
  CHECK(test::failed([] { (void)json_view().as<json>(); }).status() == KMK_ERR_DECODE);
  CHECK(!value.at<json_view>("q") && !value.at<std::optional<json>>("q"));
}

TEST(a_value_is_copied_before_it_is_written_to) {
  json one = json::object({{"a", 1}});
  json other = one;
  other.set("a", 2).set("self", other);
  CHECK(one.text() == R"({"a":1})" && other.text() == R"({"a":2,"self":{"a":2}})");
  json moved = std::move(other);
  CHECK(other.is_null() && moved["a"] == json(2));
  json &alias = moved;
  moved = std::move(alias);
  CHECK(moved["a"] == json(2));
  moved = alias;
  CHECK(moved["a"] == json(2));
  json_t *released = moved.release();
  CHECK(moved.is_null());
  const json adopted = json::adopt(released);
  CHECK(adopted["a"] == json(2));
}

TEST(pointers_are_written_of_steps) {
  CHECK(kumiki::pointer("rows", 3, "a/b~") == "/rows/3/a~1b~0");
  CHECK(kumiki::pointer("rows", std::string_view(), "") == "/rows//");
  CHECK(kumiki::pointer() == "" && kumiki::pointer(std::string_view("xy", 1)) == "/x");
  CHECK(test::failed([] { kumiki::pointer(std::string(1, '\0')); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { kumiki::text_ref text(std::string_view("\0", 1)); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}

TEST(an_error_has_its_texts_whole_and_its_details_cut) {
  const kumiki::error error(KMK_ERR_DECODE, std::string(300, 'x'),
                            std::string(126, 'y') + "\u00e4");
  CHECK(std::string(error.details().message).size() == 255);
  CHECK(error.details().path == std::string(126, 'y'));
  CHECK(std::string(error.message()).size() == 300 && error.path().size() == 128);
  CHECK(error.what() == std::string(error.path()) + ": " + error.message());
  CHECK(error.inside("/a").path().size() == 130);
  CHECK(std::string(kumiki::error(KMK_ERR_DECODE, "all of it").what()) == "all of it");
}
