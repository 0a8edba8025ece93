// Stores, scoped stores and actions: each way to send, read and present.
#include "check.hpp"
#include "features.hpp"

#include <cstring>

using namespace kumiki;
using namespace kumiki::literals;
using namespace std::chrono_literals;

static reducer sheets() {
  const auto parent = [](state &state, action_view action) {
    if (action.is("open"))
      state.set("/sheet", json::object({{"edit", counting()}}));
  };
  return presentation_destination(
      parent, "/sheet", "sheet",
      combine(scope_case("edit", "edit", count_up), alert("alert", {"confirm", "cancel"})));
}

TEST(actions_are_sent_each_way) {
  loop loop;
  store store(loop, count_up, counting());
  store.send("increment");
  store.send(action_at("set", 7));
  CHECK(store.get<int>("/count") == 7);
  store.send_text(R"({"set": 8})");
  store.send_at("increment");
  CHECK(store.state() == counting(9) && store.state_text() == R"({"count":9})");
  store.send_at("set", 1);
  CHECK(store.post("increment") && store.get<int>("/count") == 1);
  CHECK(loop.dispatch() > 0 && store.get<int>("/count") == 2);
  mailbox mailbox = store.mailbox();
  CHECK(mailbox.post("increment") && loop.run_until_idle() && store.get<int>("/count") == 3);
  store.reset();
  CHECK(!mailbox.post("increment") && !store);
}

TEST(an_error_has_the_whole_path) {
  loop loop;
  const std::string name(300, 'n');
  const reducer declared = shape(count_up, "{" + name + ": integer}");
  const error misfit = test::failed([&] {
    const store made(loop, declared, json::object({{name, "x"}}));
  });
  CHECK(misfit.path() == "/" + name && std::strlen(misfit.details().path) == 127);
  const error copy = misfit;
  CHECK(test::failed([&] {
          const store made(loop, declared, json::object({{name, true}}));
        }).path() == copy.path());
  CHECK(std::strstr(copy.what(), "expected an integer") != nullptr);
}

TEST(a_failed_call_throws_its_error) {
  loop loop;
  store store(loop, cases(count_up, {{"set", "integer"}, {"increment", nullptr}}), counting());
  const error misfit = test::failed([&] { store.send(action_at("set", "x")); });
  CHECK(misfit.status() == KMK_ERR_DECODE && misfit.path() == "/set");
  CHECK(test::failed([&] { store.send_text("[1,"); }).position() == 3);
  CHECK(test::failed([&] { store.send_text({}); }).status() == KMK_ERR_JSON);
  CHECK(test::failed([&] { (void)store.get("count"); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([&] { (void)store.get("/other"); }).status() == KMK_ERR_NOT_FOUND);
  const error kind = test::failed([&] { (void)store.get<std::string>("/count"); });
  CHECK(kind.status() == KMK_ERR_DECODE && kind.path() == "/count");
  CHECK(test::failed([&] { kumiki::store other(loop, scope("x", "y", count_up), 1); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([&] { (void)store::open(loop, "nobody's"); }).status() ==
        KMK_ERR_UNKNOWN_FEATURE);
  CHECK(test::failed([&] { (void)store.observe<bool>("/count", [](bool) {}); }).path() == "/count");
  const error path = test::failed([&] { (void)action_at("a..b"); });
  CHECK(path.status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(std::string(path.what()) == "no case path: \"a..b\"");
  json deep = 1;
  for (int level = 0; level < 2048; level += 1)
    deep = json::array({deep});
  CHECK(test::failed([&] { (void)action_at("set", deep); }).status() == KMK_ERR_TOO_DEEP);
  CHECK(test::failed([&] { (void)action_at("a..b", deep); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([&] { loop.advance(1s); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([&] { loop.advance(-1s); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([&] { (void)loop.dispatch(-2ms); }).status() == KMK_ERR_INVALID_ARGUMENT);
  const kumiki::store moved = std::move(store);
  CHECK(test::failed([&] { store.send("increment"); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(moved.get<int>("/count") == 0 && moved.is_valid() && !store.is_valid());
}

TEST(a_missing_value_is_an_empty_optional) {
  loop loop;
  const reducer feature([](state &state, action_view) {
    CHECK(!state.get<std::optional<int>>("/missing"));
    CHECK(!state.get(place<std::optional<int>>("/missing")));
  });
  const store store(loop, for_each(feature, "/rows", "rows", empty()),
                    json::parse(R"({"count": 1, "null": null, "rows": [{"id": 7}]})"));
  store.send("look");
  CHECK(store.get<std::optional<int>>("/count") == 1 && !store.get<std::optional<int>>("/null"));
  CHECK(!store.get<std::optional<int>>("/missing"));
  CHECK(!store.get(place<std::optional<int>>("/missing")));
  CHECK(store.row<std::optional<json>>("/rows", 7) && !store.row<std::optional<json>>("/rows", 8));
  CHECK(test::failed([&] { (void)store.get<int>("/missing"); }).status() == KMK_ERR_NOT_FOUND);
  CHECK(test::failed([&] { (void)store.get<std::optional<int>>("count"); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  const shared number = shared::memory("cxx optional", json::object({{"a", 1}}));
  CHECK(number.get<std::optional<int>>("/a") == 1 && !number.get<std::optional<int>>("/b"));
}

TEST(a_slot_is_filled_and_emptied) {
  loop loop = loop::virtual_time();
  store store(loop, sheets(), R"({"sheet": null})"_json);
  std::vector<std::string> told;
  const subscription watch = store.observe_presentation(
      "/sheet", {[&](std::string_view id, std::optional<std::string_view> name, json_view state) {
                   told.push_back("present " + std::string(id) + " " +
                                  std::string(name.value_or("")) + " " + state.text());
                 },
                 [&](std::string_view, json_view state) { told.push_back(state.text()); },
                 [&](std::string_view id) { told.push_back("dismiss " + std::string(id)); }});
  store.send("open");
  store.presented("sheet", action_at("edit", "increment"));
  CHECK(store.presentation_id("/sheet") == "0" && !store.dismiss_id("sheet", "9"));
  const kumiki::store edit = store.scope("/sheet/edit", "sheet.presented.edit");
  edit.send("increment");
  CHECK(edit.get<int>("/count") == 2 && edit.is_valid());
  CHECK(store.dismiss_id("sheet", "0") && !edit.is_valid());
  store.present("sheet", R"({"alert": {}})"_json);
  store.send_at("sheet.presented.alert.confirm");
  CHECK(test::failed([&] { (void)store.presentation_id("/sheet"); }).status() == KMK_ERR_NOT_FOUND);
  store.present("sheet", R"({"alert": {}})"_json);
  store.dismiss("sheet");
  CHECK(told == std::vector<std::string>{"present 0 edit {\"count\":0}", "{\"count\":1}",
                                         "{\"count\":2}", "dismiss 0", "present 1 alert {}",
                                         "dismiss 1", "present 2 alert {}", "dismiss 2"});
}

TEST(a_slot_whose_parent_is_asked_to_fill_it) {
  loop loop = loop::virtual_time();
  std::vector<std::string> issues;
  loop.set_diagnostics([&](const diagnostic &issue) { issues.emplace_back(issue.code); });
  const auto fills = [](state &state, action_view action) {
    if (action.is("sheet.present"))
      state.set("/sheet", json::object({{"edit", counting(5)}}));
  };
  store store(
      loop,
      presentation_destination(fills, "/sheet", "sheet", scope_case("edit", "edit", count_up)),
      R"({"sheet": null})"_json);
  store.present("sheet");
  CHECK(store.get<int>("/sheet/edit/count") == 5);
  store.dismiss("sheet");
  store.presented("sheet", action_at("edit", "increment"));
  CHECK(issues == std::vector<std::string>{"absent-destination"});
  loop.reset_diagnostics();
}

TEST(observers_are_told) {
  loop loop;
  const json initial = R"({"count": 1, "mode": "off", "rows": [{"id": "a"}]})"_json;
  const auto reduce = [](state &state, action_view action) {
    if (action.is("add"))
      state.insert("/rows/-", R"({"id": "b"})"_json);
    if (action.is("on"))
      state.set("/mode", R"({"on": 1})"_json);
    if (action.is("add"))
      state.set("/count", 2);
  };
  store store(loop, reduce, initial);
  std::vector<int> counts;
  std::vector<std::string> values, names, ids, changes, patches;
  const auto text = [](json_view value) { return value ? value.text() : "-"; };
  std::vector<subscription> kept;
  kept.push_back(store.observe<int>("/count", [&](int count) { counts.push_back(count); }));
  kept.push_back(store.observe("/none", [&](json_view each) { values.push_back(text(each)); }));
  kept.push_back(
      store.observe_case("/mode", [&](std::optional<std::string_view> name, json_view payload) {
        names.push_back(std::string(name.value_or("-")) + " " + text(payload));
      }));
  kept.push_back(store.observe_ids("/rows", [&](json_view each) { ids.push_back(text(each)); }));
  kept.push_back(
      store.observe_id_changes("/rows", [&](json_view each) { changes.push_back(text(each)); }));
  kept.push_back(store.observe_patches("", [&](json_view each) { patches.push_back(text(each)); }));
  store.send("add");
  store.send("on");
  kept.clear();
  store.send("add");
  CHECK(counts == std::vector<int>{1, 2} && values == std::vector<std::string>{"-"});
  CHECK(names.size() == 2 && names[1] == "on 1");
  CHECK(ids == std::vector<std::string>{R"(["a"])", R"(["a","b"])"});
  CHECK(changes.size() == 2 && changes[1] == R"([{"index":1,"removed":0,"inserted":["b"]}])");
  CHECK(patches.size() == 2 && patches[1].find("\"/mode\"") != std::string::npos);
  CHECK(test::failed([&] { (void)store.observe("x", [](json_view) {}); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}

TEST(rows_and_paths) {
  loop loop = loop::virtual_time();
  const auto list = [](state &state, action_view action) {
    if (const auto row = action.element("rows"))
      if (row->action.is("increment"))
        state.set("/last", row->id);
    if (action.is("rename"))
      state.set_row("/rows", "a", "/count", 9);
    if (action.is("drop"))
      state.remove_row("/rows", "a");
    if (action.is("push"))
      state.set("/pushed", state.push("/path", counting()));
    if (action.is("pop"))
      state.pop_from("/path", 1);
    if (action.is("keep"))
      state.pop_to("/path", 0);
    if (action.is("find"))
      state.set("/last",
                json::array({json(state.find("/rows", "b")), json(state.find("/rows", "q")),
                             state.row("/rows", "b")["id"]}));
    if (action.is("swap"))
      state.move("/rows/0", "/rows/1");
  };
  store store(loop, stack(for_each(list, "/rows", "rows", count_up), "/path", "path", count_up),
              R"({"rows": [{"id": "a", "count": 0}, {"id": "b", "count": 0}], "path": []})"_json);
  store.send(element_action_at("rows", "b", "increment"));
  CHECK(store.get<int>("/rows/1/count") == 1 && store.get<std::string>("/last") == "b");
  CHECK(store.row("/rows", "b").text() == R"({"id":"b","count":1})");
  CHECK(test::failed([&] { (void)store.row("/rows", "c"); }).status() == KMK_ERR_NOT_FOUND);
  const json carried = element_action_at("rows", "b", "increment");
  const auto inner = element_of(action_view(carried.get()).payload("rows"));
  CHECK(inner && inner->id.as<std::string>() == "b" && inner->action.is("increment"));
  CHECK(!element_of(json_view(carried)));
  const kumiki::store row = store.scope_element("/rows", "rows", "a");
  row.send("increment");
  store.send("swap");
  CHECK(row.get<int>("/count") == 1 && store.get<std::string>("/rows/0/id") == "b");
  store.send("rename");
  CHECK(row.get<int>("/count") == 9);
  store.send("find");
  CHECK(store.get("/last").text() == R"([0,null,"b"])");
  store.send("drop");
  CHECK(!row.is_valid());
  for (int time = 0; time < 3; time += 1)
    store.send("push");
  CHECK(store.get<int>("/pushed") == 2);
  store.send("pop");
  CHECK(store.get("/path").size() == 1);
  store.write_path("/path", "path", R"([{"count": 4}, {"count": 5}])"_json);
  CHECK(store.get("/path").size() == 2);
  store.send("keep");
  CHECK(store.get("/path").size() == 1);
}

TEST(fields_are_written_by_views) {
  loop loop;
  store store(loop, binding_fields("binding", {{"/name", "text"}, {"/age", "unsigned?"}}),
              R"({"name": "A", "age": 1})"_json);
  store.write_binding("binding", "/name", "B");
  store.write_binding("binding", "/age", nullptr);
  CHECK(store.state_text() == R"({"name":"B","age":null})");
}
