// Structs, enums and variants as JSON by their fields, and places with a type.
#include "check.hpp"
#include "features.hpp"

using namespace kumiki;
using namespace kumiki::literals;

namespace fields_test {

enum class level { low, high };

struct row {
  int id = 0;
  std::string name;
  std::optional<double> weight;
  std::vector<row> rows;
};

struct special_row : row {
  bool is_special = false;
};

struct many {
  int m1 = 1, m2 = 2, m3 = 3, m4 = 4, m5 = 5, m6 = 6, m7 = 7, m8 = 8, m9 = 9, m10 = 10, m11 = 11,
      m12 = 12, m13 = 13, m14 = 14, m15 = 15, m16 = 16, m17 = 17, m18 = 18, m19 = 19, m20 = 20,
      m21 = 21, m22 = 22, m23 = 23, m24 = 24, m25 = 25, m26 = 26, m27 = 27, m28 = 28, m29 = 29,
      m30 = 30, m31 = 31, m32 = 32, m33 = 33, m34 = 34, m35 = 35, m36 = 36, m37 = 37, m38 = 38,
      m39 = 39, m40 = 40;
};

struct settings {
  bool is_on = true;
  level chosen = level::low;
};

struct boxed {
  json any;
  std::optional<json> more;
};

struct load {
  static constexpr const char *case_name = "load";
};
struct open {
  static constexpr const char *case_name = "open";
  std::string value;
};
struct move_to {
  static constexpr const char *case_name = "moveTo";
  int x = 0;
  int y = 0;
};
using action = std::variant<load, open, move_to>;

} // namespace fields_test

KUMIKI_ENUM(fields_test::level, low, high)
KUMIKI_FIELDS(fields_test::row, id, name, weight, rows)
KUMIKI_FIELDS(fields_test::special_row, is_special, id, name)
KUMIKI_FIELDS(fields_test::move_to, x, y)
KUMIKI_FIELDS(fields_test::boxed, any, more)
KUMIKI_FIELDS(fields_test::many, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15,
              m16, m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32,
              m33, m34, m35, m36, m37, m38, m39, m40)
template <>
struct kumiki::json_traits<fields_test::settings> : kumiki::fields_of<fields_test::settings> {
  static constexpr auto fields() {
    using fields_test::settings;
    return std::make_tuple(json_field("isOn", &settings::is_on, true),
                           json_field("chosen", &settings::chosen, true));
  }
};

using namespace fields_test;

static bool is_same(const row &one, const row &other) { return json(one) == json(other); }

TEST(a_struct_is_an_object_of_its_fields) {
  const row whole{1, "a", 0.5, {{2, "b", std::nullopt, {}}}};
  const json written = whole;
  CHECK(written == R"({"id": 1, "name": "a", "weight": 0.5, "rows": [
                       {"id": 2, "name": "b", "weight": null, "rows": []}]})"_json);
  CHECK(is_same(written.as<row>(), whole));
  CHECK(
      is_same(R"({"id": 1, "name": "a", "rows": [], "more": 3})"_json.as<row>(), {1, "a", {}, {}}));
}

TEST(a_struct_may_name_members_that_it_inherits) {
  const special_row read = R"({"is_special": true, "id": 3, "name": "a"})"_json.as<special_row>();
  CHECK(read.is_special && read.id == 3 && read.name == "a");
  CHECK(json(read) == R"({"is_special": true, "id": 3, "name": "a"})"_json);
  const error none =
      test::failed([] { (void)R"({"is_special": true, "name": ""})"_json.as<special_row>(); });
  CHECK(none.path() == "/id");
}

TEST(what_is_missing_has_its_default_or_is_an_error) {
  const settings read = json::object().as<settings>();
  CHECK(read.is_on && read.chosen == level::low);
  const error none = test::failed([] { (void)R"({"id": 1, "rows": []})"_json.as<row>(); });
  CHECK(none.path() == std::string("/name") && none.status() == KMK_ERR_DECODE);
  const error deep =
      test::failed([] { (void)R"({"id": 1, "name": "", "rows": [{"id": "x"}]})"_json.as<row>(); });
  CHECK(deep.path() == std::string("/rows/0/id"));
  CHECK(test::failed([] { (void)json(3).as<row>(); }).what() ==
        std::string("found an integer, expected an object"));
}

TEST(a_member_of_any_json_is_an_error_where_it_is_missing) {
  const error none = test::failed([] { (void)json::object().as<boxed>(); });
  CHECK(none.status() == KMK_ERR_DECODE && none.path() == std::string("/any"));
  const boxed read = R"({"any": null})"_json.as<boxed>();
  CHECK(read.any.is_null() && !read.more);
}

TEST(a_struct_may_have_many_members) {
  json written = many();
  CHECK(written.size() == 40 && written["m1"] == 1 && written["m40"] == 40);
  CHECK(written.set("m33", 0).as<many>().m33 == 0);
}

TEST(an_enum_is_its_names) {
  CHECK(json(level::high) == json("high"));
  CHECK(json("low").as<level>() == level::low &&
        R"({"high": null})"_json.as<level>() == level::high);
  const error other = test::failed([] { (void)R"({"chosen": "top"})"_json.as<settings>(); });
  CHECK(other.path() == std::string("/chosen"));
  CHECK(other.message() == std::string(R"(found "top", expected one of low, high)"));
  CHECK(test::failed([] { (void)json(static_cast<level>(7)); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}

TEST(a_variant_of_cases_is_an_enum_with_payloads) {
  CHECK(json(action(load{})) == json("load"));
  CHECK(json(action(open{"a"})) == R"({"open": "a"})"_json);
  CHECK(json(action(move_to{1, 2})) == R"({"moveTo": {"x": 1, "y": 2}})"_json);
  const auto seen = [](const json &value) {
    return match(
        value.as<action>(), [](const load &) { return std::string("load"); },
        [](const open &it) { return "open " + it.value; },
        [](const move_to &it) { return "move " + std::to_string(it.x + it.y); });
  };
  CHECK(seen("load") == "load" && seen(R"({"load": {}})"_json) == "load");
  CHECK(seen(action(open{"b"})) == "open b" && seen(action(move_to{3, 4})) == "move 7");
  const error wrong = test::failed([&] { (void)seen(R"({"moveTo": {"x": 1}})"_json); });
  CHECK(wrong.path() == std::string("/moveTo/y"));
  const error unknown = test::failed([&] { (void)seen("opne"); });
  CHECK(unknown.message() == std::string(R"(found "opne", expected one of load, open, moveTo)"));
}

TEST(a_place_is_read_written_and_observed_as_its_type) {
  static constexpr place<int> count("/count");
  static constexpr place<std::vector<row>> rows("/rows");
  const reducer feature([](state &state, action_view sent) {
    if (sent.is("fill")) {
      state.set(rows, {row{7, "a", {}, {}}});
      return;
    }
    state.set(count, state.get(count) + 1);
    if (const auto found = state.row(rows, 7))
      state.set_row(rows, 7, "/name", found->name + "!");
  });
  loop loop;
  const store store(loop, for_each(feature, rows, "rows", empty()),
                    R"({"count": 1, "rows": []})"_json);
  std::vector<int> told;
  const auto observing = store.observe(count, [&](int value) { told.push_back(value); });
  store.send("fill");
  store.send("go");
  CHECK(told == std::vector<int>({1, 2}) && store.get(count) == 2);
  CHECK(store.get(rows).size() == 1 && store.get(rows)[0].name == "a!");
}

TEST(a_place_refuses_an_integer_that_does_not_fit) {
  static constexpr place<std::uint8_t> small("/small");
  static constexpr place<std::optional<unsigned>> maybe("/maybe");
  static constexpr place<double> real("/real");
  static constexpr place<bool> on("/on");
  const reducer feature([](state &state, action_view sent) {
    const std::vector<bool> flags{true};
    if (sent.is("large"))
      state.set(small, 300);
    if (sent.is("negative"))
      state.set(maybe, -1);
    if (!sent.is("fits"))
      return;
    state.set(small, std::size_t{255});
    state.set(maybe, 7);
    state.set(real, 3);
    state.set(on, flags[0]);
  });
  loop loop;
  const store store(loop, feature, R"({"small": 0, "maybe": null, "real": 0.5, "on": false})"_json);
  const error large = test::failed([&] { store.send("large"); });
  CHECK(large.what() == std::string("/small: 300 does not fit its type"));
  CHECK(large.status() == KMK_ERR_DECODE);
  CHECK(test::failed([&] { store.send("negative"); }).path() == "/maybe");
  CHECK(store.get(small) == 0 && !store.get(maybe));
  store.send("fits");
  CHECK(store.state() == R"({"small": 255, "maybe": 7, "real": 3.0, "on": true})"_json);
}
