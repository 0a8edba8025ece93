// The payloads of a variant's cases: empty objects, labels named value, traits.
#include "check.hpp"
#include "features.hpp"

#include <map>

using namespace kumiki;
using namespace kumiki::literals;

namespace cases_test {

struct clear {
  static constexpr const char *case_name = "clear";
};
struct filter {
  static constexpr const char *case_name = "filter";
  std::map<std::string, std::string> value;
};
struct options {
  static constexpr const char *case_name = "options";
  std::optional<int> depth;
  std::string name = "x";
};
struct note {
  static constexpr const char *case_name = "note";
  json value;
};
struct limit {
  static constexpr const char *case_name = "limit";
  std::optional<int> value;
};
struct set_temperature { // labels, one of them named value
  static constexpr const char *case_name = "setTemperature";
  double value = 0;
  std::string unit;
};
struct set_level { // a single label named value
  static constexpr const char *case_name = "setLevel";
  int value = 0;
};
using action = std::variant<clear, filter, options, note, limit, set_temperature, set_level>;

} // namespace cases_test

template <>
struct kumiki::json_traits<cases_test::options> : kumiki::fields_of<cases_test::options> {
  static constexpr auto fields() {
    using cases_test::options;
    return std::make_tuple(json_field("depth", &options::depth),
                           json_field("name", &options::name, true));
  }
};
KUMIKI_FIELDS(cases_test::set_temperature, value, unit)
KUMIKI_FIELDS(cases_test::set_level, value)

// The value after being read and written.
static json read_again(const json &value) { return value.as<cases_test::action>(); }

TEST(an_empty_object_is_a_payload) {
  CHECK(read_again(R"({"filter": {}})"_json) == R"({"filter": {}})"_json);
  CHECK(read_again(R"({"options": {}})"_json) ==
        R"({"options": {"depth": null, "name": "x"}})"_json);
  CHECK(read_again(R"({"note": {}})"_json) == R"({"note": {}})"_json);
  CHECK(read_again(R"({"note": null})"_json) == R"({"note": null})"_json);
}

TEST(or_none_where_the_case_can_do_without) {
  CHECK(read_again(R"({"clear": {}})"_json) == json("clear"));
  CHECK(read_again(R"({"limit": {}})"_json) == R"({"limit": null})"_json);
  CHECK(read_again("limit") == R"({"limit": null})"_json);
  CHECK(read_again(R"({"limit": 3})"_json) == R"({"limit": 3})"_json);
  const error none = test::failed([] { (void)read_again("filter"); });
  CHECK(none.path() == std::string("/filter"));
  CHECK(none.message() == std::string("found null, expected an object"));
}

TEST(a_case_is_a_text_or_an_object_with_one_member) {
  const std::string known =
      ", expected one of clear, filter, options, note, limit, setTemperature, setLevel";
  const auto refused = [](const json &value) {
    const error unknown = test::failed([&] { (void)value.as<cases_test::action>(); });
    CHECK(unknown.is_unknown_case() && unknown.path().empty());
    return std::string(unknown.message());
  };
  CHECK(refused(R"({"note": 1, "clear": null})"_json) == "found an object" + known);
  CHECK(refused(R"({"id": 1, "action": "clear"})"_json) == "found an object" + known);
  CHECK(refused(R"({"notes": 1})"_json) == "found \"notes\"" + known);
  CHECK(refused("") == "found \"\"" + known);
  CHECK(refused(std::string_view("clear\0", 6)) == "found \"clear\\u0000\"" + known);
  CHECK(refused(R"(["clear"])"_json) == "found an array" + known);
  CHECK(refused(json()) == "found null" + known);
}

TEST(a_case_with_traits_is_written_by_them) {
  const json temperature = cases_test::action(cases_test::set_temperature{20.5, "C"});
  CHECK(temperature == R"({"setTemperature": {"value": 20.5, "unit": "C"}})"_json);
  CHECK(read_again(temperature) == temperature);
  CHECK(read_again(R"({"setLevel": {"value": 2}})"_json) == R"({"setLevel": {"value": 2}})"_json);
}

TEST(a_reducer_is_sent_an_empty_map) {
  const loop loop = loop::virtual_time();
  const store store(
      loop,
      [](state &state, action_view sent) {
        const auto it = sent.as<cases_test::action>();
        if (const auto *map = std::get_if<cases_test::filter>(&it))
          state.set("/filter", map->value);
      },
      R"({"filter": {"a": "b"}})"_json);
  store.send(cases_test::action(cases_test::filter{}));
  CHECK(store.state() == R"({"filter": {}})"_json);
}

TEST(a_handler_gets_the_object_that_its_case_declares) {
  const auto keep = [](state &state, json_view payload) { state.set("/kept", json(payload)); };
  const loop loop = loop::virtual_time();
  const store store(loop,
                    handlers({{"map", "[text: text]", keep},
                              {"labels", "depth: integer?", keep},
                              {"object", "{depth: integer?}", keep},
                              {"none", keep},
                              {"any", "any", keep}}),
                    R"({"kept": 0})"_json);
  for (const char *name : {"map", "labels", "object"}) {
    store.send(json::object({{name, json::object()}}));
    CHECK(store.get("/kept") == json::object());
  }
  for (const char *name : {"none", "any"}) {
    store.send(json::object({{name, json::object()}}));
    CHECK(store.get("/kept") == json());
  }
}

TEST(a_case_is_sent_without_its_variant) {
  using namespace cases_test;
  loop loop;
  const store store(
      loop,
      [](state &state, action_view sent) {
        state.set("/last", sent);
        if (sent.is("clear"))
          return effect::send(set_level{4});
        return effect::none();
      },
      json::object({{"last", nullptr}}));
  store.send(set_temperature{3.5, "C"});
  CHECK(store.get<json>("/last") == R"({"setTemperature": {"value": 3.5, "unit": "C"}})"_json);
  store.send(limit{7});
  CHECK(store.get<json>("/last") == R"({"limit": 7})"_json);
  store.send(clear{});
  CHECK(store.get<json>("/last") == R"({"setLevel": {"value": 4}})"_json);
}
