// The end of a feature, and private cases.
#include "check.hpp"

#include <kumiki.hpp>

#include <vector>

using namespace kumiki;
using namespace kumiki::literals;

namespace {

// {"saved": text}, and a sheet with {"text": text}
void keep(state &state, action_view action) {
  if (const auto saved = action.payload("saved"))
    state.set("/saved", saved);
}

void edit(state &state, action_view action) {
  if (const auto text = action.payload("type"))
    state.set("/text", text);
}

json with_sheet() { return R"({"saved": null, "sheet": {"text": "a"}})"_json; }

effect load_privately(state &state, action_view action) {
  if (const auto text = action.payload("loaded"))
    state.set("/text", text);
  return action.is("load") ? effect::send(json::object({{"loaded", "a"}})) : effect::none();
}

} // namespace

TEST(a_function_has_the_last_state_and_tells_the_parent) {
  loop loop;
  std::vector<std::string> texts;
  const auto save = [&texts](json_view last) {
    texts.push_back(last["text"].as<std::string>());
    return effect::send(json::object({{"saved", last["text"]}}));
  };
  const store store(loop, presentation(keep, "/sheet", "sheet", on_end(edit, save)), with_sheet());
  store.send(R"({"sheet": {"presented": {"type": "b"}}})"_json);
  CHECK(texts.empty());
  store.send(R"({"sheet": "dismiss"})"_json);
  CHECK(texts == std::vector<std::string>{"b"});
  CHECK(store.get<std::string>("/saved") == "b");
}

TEST(a_function_may_also_run_when_the_store_is_closed) {
  loop loop;
  int ends = 0;
  const auto count = [&ends](json_view, env &) {
    ends++;
    return effect::none();
  };
  {
    const store store(loop, presentation(keep, "/sheet", "sheet", on_end(edit, count)),
                      with_sheet());
  }
  CHECK(ends == 0);
  {
    const reducer child = on_end_or_close(edit, count);
    const store store(loop, presentation(keep, "/sheet", "sheet", child), with_sheet());
  }
  CHECK(ends == 1);
}

TEST(a_private_case_is_of_the_features_own_effects) {
  loop loop;
  const store store(loop, cases(load_privately, {{"load", nullptr}, {"private loaded", "text"}}),
                    R"({"text": ""})"_json);
  CHECK(test::failed([&] { store.send_at("loaded", "x"); }).status() == KMK_ERR_NOT_ALLOWED);
  store.send("load");
  CHECK(store.get<std::string>("/text") == "a");
}
