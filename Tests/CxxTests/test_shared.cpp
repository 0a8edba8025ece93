// Shared values: by key, from reducers and lambdas, observed on a loop.
#include "check.hpp"
#include "features.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace kumiki;
using namespace kumiki::literals;

// A temporary folder of the test. Settings are stored there too.
struct folder {
  std::string path = "/tmp/kumiki-shared-XXXXXX";

  folder() {
    if (!mkdtemp(path.data()) || setenv("XDG_CONFIG_HOME", path.c_str(), 1) != 0)
      throw std::runtime_error("no folder");
  }
  ~folder() { CHECK(std::system(("rm -r " + path).c_str()) == 0); }

  std::string file(const std::string &name) const { return path + "/" + name; }

  std::string content(const std::string &name) const {
    std::ostringstream text;
    text << std::ifstream(file(name)).rdbuf();
    return text.str();
  }
};

TEST(who_has_the_same_name_has_the_same_value) {
  shared one = shared::memory("cxx one", R"({"rows": [1], "name": "Ann"})"_json);
  const shared other = shared::memory("cxx one", 5);
  one.set("/name", "Eve");
  CHECK(other.get<std::string>("/name") == "Eve");
  one.update([](json_view value) {
    json copy = json(value);
    copy.set("rows", json::array({1, 2}));
    return copy;
  });
  CHECK(other.get("/rows").text() == "[1,2]");
  CHECK(other.get<int>("/rows/1") == 2);
}

TEST(K87_a_state_and_a_shared_value_follow_each_other) {
  loop loop;
  auto editing = combine(binding_fields("binding", {{"/size", "integer"}}),
                         reducer([](state &state, action_view action) {
                           if (action.is("larger"))
                             state.set("/size", state.get<int>("/size") + 1);
                         }));
  store store(loop, std::move(editing), R"({"size": 1})"_json);
  shared size = shared::memory("cxx mirrored", 5);
  std::string refused;
  {
    const subscription mirror =
        size.mirror(store, "/size", [&](const error &reason) { refused = reason.what(); });
    CHECK(store.get<int>("/size") == 5);
    store.send("larger");
    CHECK(size.get<int>() == 6);
    size.set("", "wide");
    loop.dispatch();
    CHECK(refused.find("did not take") != std::string::npos);
    CHECK(store.get<int>("/size") == 6);
    size.set("", 8);
    loop.dispatch();
  }
  store.send("larger");
  CHECK(store.get<int>("/size") == 9);
  CHECK(size.get<int>() == 8);
  size.set("", 1);
  const subscription again = size.mirror(store, "/size");
  CHECK(store.get<int>("/size") == 1);
}

TEST(a_file_and_a_setting_are_there_for_the_next_one) {
  const folder here;
  {
    shared count = shared::file(here.file("count.json"), 0);
    count.set("", 3);
    shared::setting("isOn", false).set("", true);
  }
  CHECK(here.content("count.json") == "3\n");
  CHECK(shared::file(here.file("count.json"), 9).get<int>() == 3);
  CHECK(shared::setting("isOn", false).get<bool>());
}

TEST(an_observer_is_told_at_once_and_after_the_burst) {
  const loop loop = kumiki::loop::virtual_time();
  shared total = shared::memory("cxx observed", R"({"sum": 1, "other": 0})"_json);
  std::vector<int> told;
  {
    const subscription kept =
        total.observe(loop, "/sum", [&](json_view sum) { told.push_back(sum.as<int>()); });
    total.set("/sum", 2);
    total.set("/sum", 3);
    total.set("/other", 4);
    loop.dispatch();
    CHECK(told == std::vector<int>({1, 3}));
  }
  total.set("/sum", 9);
  loop.dispatch();
  CHECK(told.size() == 2);
}

TEST(an_observer_may_be_told_on_the_loop_of_a_store) {
  const loop loop = kumiki::loop::virtual_time();
  const store store(loop, empty(), json::object());
  shared number = shared::memory("cxx of a store", 1);
  int told = 0;
  const subscription kept =
      number.observe(store.loop(), "", [&](json_view value) { told = value.as<int>(); });
  number.set("", 2);
  loop.dispatch();
  CHECK(told == 2);
}

TEST(a_reducer_and_its_effects_write_it) {
  const loop loop = kumiki::loop::virtual_time();
  shared total = shared::memory("cxx written", 0);
  const auto add = [](json_view value) { return value.as<int>() + 1; };
  const reducer adding([&](state &, action_view action) {
    total.update(add);
    if (!action.is("twice"))
      return effect::none();
    return effect::start([&](sender) { total.update(add); });
  });
  const store store(loop, adding, json::object());
  store.send("once");
  store.send("twice");
  loop.dispatch();
  CHECK(total.get<int>() == 3);
}

TEST(what_a_function_throws_comes_out_and_changes_nothing) {
  shared value = shared::memory("cxx thrown", 7);
  const auto fail = [](json_view) -> json { throw std::runtime_error("no"); };
  CHECK(std::string(test::thrown<std::runtime_error>([&] { value.update(fail); }).what()) == "no");
  CHECK(value.get<int>() == 7);
  const loop loop = kumiki::loop::virtual_time();
  const auto tell = [](json_view) { throw std::runtime_error("not now"); };
  CHECK(test::thrown<std::runtime_error>([&] {
          const subscription none = value.observe(loop, "", tell);
        }).what() == std::string("not now"));
}

TEST(a_write_inside_of_an_update_of_the_same_value_is_refused) {
  shared value = shared::memory("cxx inside", 7), other = shared::memory("cxx beside", 1);
  value.update([&](json_view number) {
    CHECK(test::failed([&] { value.set("", 9); }).status() == KMK_ERR_BUSY);
    CHECK(value.get<int>() == 7);
    other.update([](json_view same) { return same.as<int>() + 1; });
    return number.as<int>() + 1;
  });
  CHECK(value.get<int>() == 8);
  CHECK(other.get<int>() == 2);
}

TEST(mistakes_are_errors_with_their_place) {
  shared value = shared::memory("cxx mistaken", R"({"a": 1})"_json);
  CHECK(test::failed([&] { (void)value.get("/b"); }).status() == KMK_ERR_NOT_FOUND);
  CHECK(test::failed([&] { (void)value.get<std::string>("/a"); }).status() == KMK_ERR_DECODE);
  CHECK(test::failed([&] { (void)value.get<std::string>("/a"); }).path() == "/a");
  CHECK(test::failed([&] { value.set("/b/c", 1); }).path() == "/b/c");
  CHECK(test::failed([&] { value.set("a", 1); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([&] { (void)shared::file("", 1); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([&] { (void)shared::memory("\xff", 1); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  const shared moved = std::move(value);
  CHECK(moved.get<int>("/a") == 1);
}
