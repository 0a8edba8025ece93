// JSON compared with a std::optional, and reads of missing values.
#include "check.hpp"

using namespace kumiki;
using namespace kumiki::literals;

TEST(an_optional_is_compared_as_the_json_that_it_is) {
  const json value = R"({"z": null, "n": 3, "t": "x"})"_json;
  const json null, three(3);
  const std::optional<int> none, some = 3, other = 4;
  CHECK(null == none && none == null && !(null != none) && !(none != null));
  CHECK(three == some && some == three && !(three != some) && !(some != three));
  CHECK(three != none && none != three && !(three == none) && null != some && !(some == null));
  CHECK(three != other && other != three && json("3") != some);
  CHECK(value["z"] == none && none == value["z"] && !(value["z"] != none));
  CHECK(value["n"] == some && some == value["n"] && value["n"] != none && none != value["n"]);
  CHECK(value["t"] == std::optional<std::string>("x") &&
        value["t"] != std::optional<std::string>());
  const json_view nothing = value["q"];
  CHECK(nothing != none && nothing != json(none) && none != nothing && nothing != some);
}

TEST(an_action_and_json_are_compared_with_optionals_of_json_too) {
  const json sent("x");
  const action_view action(sent.get());
  const std::optional<std::string> none, text = "x";
  CHECK(action == text && text == action && action != none && none != action);
  CHECK(action_view(json_view().get()) != none && action_view(json_null()) == none);
  const std::optional<json> no_json, some_json = json("x");
  CHECK(json() == no_json && no_json == json() && sent == some_json && some_json != json());
  CHECK(action == some_json && no_json != action && no_json == std::nullopt);
  CHECK(sent == std::optional<json_view>(sent) && sent != std::optional<json_view>(json_view()));
  const std::optional<std::optional<int>> nested(std::in_place);
  CHECK(json() == nested && json(3) != nested && nested == json());
}
