// Reducers made of reducers, dependencies, and features by name.
#include "check.hpp"
#include "features.hpp"

using namespace kumiki;
using namespace kumiki::literals;

TEST(a_reducer_is_copied_and_used_in_two_places) {
  loop loop;
  reducer counter = count_up;
  reducer both = combine(scope("/a", "a", counter), scope("/b", "b", counter));
  reducer &alias = counter;
  counter = alias;
  counter = std::move(alias);
  store store(loop, combine(std::vector<reducer>{both, combine()}),
              R"({"a": {"count": 0}, "b": {"count": 0}})"_json);
  store.send_at("a.increment");
  store.send_at("b.set", 4);
  CHECK(store.state_text() == R"({"a":{"count":1},"b":{"count":4}})");
}

TEST(children_that_come_and_go) {
  loop loop = loop::virtual_time();
  const auto parent = [](state &state, action_view action) {
    if (action.is("open"))
      state.set("/child", counting());
  };
  store store(loop, if_let(parent, "/child", "child", count_up, {KMK_STATE_STRUCT, "id", {}, true}),
              R"({"child": null})"_json);
  store.send("open");
  store.send_at("child.increment");
  CHECK(store.get("/child").is_null());
  kumiki::store modes(loop, if_case_let(combine(), "on", "on", count_up),
                      R"({"on": {"count": 1}})"_json);
  modes.send_at("on.increment");
  CHECK(modes.get<int>("/on/count") == 2);
  kumiki::store path(loop, navigation_destination(combine(), "/path", "path", count_up),
                     R"({"path": []})"_json);
  path.send_at("path.setPath", json::array({counting(3)}));
  CHECK(path.get("/path").size() == 1);
  CHECK(test::failed([&] {
          kumiki::store bad(loop,
                            presentation(parent, "/child", "child", count_up,
                                         {static_cast<kmk_state_kind>(3), {}, {}, false}),
                            json::object());
        }).status() == KMK_ERR_INVALID_ARGUMENT);
}

TEST(readers_and_recursions) {
  loop loop;
  const auto choose = [](json_view state, action_view, env &env) -> std::optional<reducer> {
    CHECK(env.dependency("limit").as<int>() == 3);
    if (state["count"].as<int>() >= 3)
      return std::nullopt;
    return count_up;
  };
  store store(loop, dependency(reader(choose), "limit", 3), counting());
  for (int times = 0; times < 5; times += 1)
    store.send("increment");
  CHECK(store.get<int>("/count") == 3);
  const reducer tree =
      recurse([](const reducer &self) { return if_let(count_up, "/child", "child", self); });
  kumiki::store nested(loop, tree, R"({"count": 0, "child": {"count": 0, "child": null}})"_json);
  nested.send_at("child.increment");
  CHECK(nested.get<int>("/child/count") == 1);
}

TEST(changes_are_answered) {
  loop loop;
  const auto changed = [](state &state, json_view before, json_view after, action_view action,
                          env &) {
    state.set("/told", json::array({json(before), json(after), json(action)}));
  };
  store store(loop, print_changes(on_change(count_up, "/count", changed), ""),
              R"({"count": 0, "told": null})"_json);
  (void)std::freopen("/dev/null", "w", stderr);
  store.send("increment");
  CHECK(store.get("/told").text() == R"([0,1,"increment"])");
}

struct database {
  int *freed;
  int rows = 5;
  ~database() { *freed += 1; }
};

TEST(services_are_lent_or_owned) {
  int freed = 0;
  {
    loop loop;
    database lent{&freed};
    lent.rows = 6;
    const auto reduce = [](state &state, action_view, env &env) {
      state.set("/own", env.service<database>("own")->rows);
      state.set("/lent", env.service<database>("lent")->rows);
      state.set("/none", env.service<database>("none") == nullptr);
      CHECK(env.uuid().size() == 36 && env.now().count() > 0 && !env.is_presented());
      CHECK(env.date() > std::chrono::system_clock::time_point());
    };
    store store(loop,
                service(service(reduce, "lent", &lent), "own",
                        std::make_unique<database>(database{&freed})),
                json::object());
    freed = 0; // frees of moved-from objects do not count
    store.send("go");
    CHECK(store.state_text() == R"({"own":5,"lent":6,"none":true})" && freed == 0);
  }
  CHECK(freed == 2);
}

TEST(features_have_names) {
  loop loop;
  register_feature("counter", count_up, counting(2));
  CHECK(test::failed([] { register_feature("counter", count_up); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  {
    const store own = store::open(loop, "counter"),
                given = store::open(loop, "counter", counting(7));
    CHECK(own.get<int>("/count") == 2 && given.get<int>("/count") == 7);
    const store inside(loop, scope("/in", "in", feature("counter")),
                       R"({"in": {"count": 0}})"_json);
    inside.send_at("in.increment");
    CHECK(inside.get<int>("/in/count") == 1);
    CHECK(test::failed([] { unregister_feature("counter"); }).status() == KMK_ERR_BUSY);
  }
  unregister_feature("counter");
  CHECK(test::failed([] { unregister_feature("counter"); }).status() == KMK_ERR_NOT_FOUND);
}
