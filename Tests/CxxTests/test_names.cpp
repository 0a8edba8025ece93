// A program whose global types have the names of kumiki's, without `using namespace kumiki`.
#include "check.hpp"

struct task {
  int id = 0;
  std::string title;
};
enum class status { open, done };
struct rename_to {
  static constexpr const char *case_name = "renameTo";
  std::string value;
};
using action = std::variant<rename_to>;
using state = std::vector<task>;
KUMIKI_FIELDS(task, id, title)
KUMIKI_ENUM(status, open, done)

TEST(types_of_the_program_may_be_called_as_those_of_kumiki) {
  const auto read = kumiki::json::parse(R"({"id": 3, "title": "a"})").as<task>();
  CHECK(read.id == 3 && read.title == "a");
  CHECK(kumiki::json(read).text() == R"({"id":3,"title":"a"})");
  CHECK(kumiki::json(status::done) == "done");
  CHECK(kumiki::json("open").as<status>() == status::open);
}

// Compiled with -Wshadow, which gcc checks where these functions are used.
TEST(functions_of_the_headers_shadow_no_type_of_the_program) {
  const kumiki::reducer renaming([](kumiki::state &tasks, kumiki::action_view sent) {
    tasks.set("/0/title", std::get<rename_to>(sent.as<action>()).value);
  });
  kumiki::loop loop;
  const kumiki::store store(
      loop,
      kumiki::on_change(
          kumiki::reader([&](kumiki::json_view, kumiki::action_view) { return renaming; }), "/0",
          [](kumiki::state &, kumiki::json_view, kumiki::json_view) {}),
      state{task{1, "a"}});
  store.send(action(rename_to{"b"}));
  CHECK(store.get<state>("")[0].title == "b");
  const kumiki::reducer clearing = kumiki::handlers(
      {{"clear", [](kumiki::state &tasks, kumiki::json_view) { tasks.set("", state()); }}});
  store.replace_reducer(clearing);
  store.send("clear");
  CHECK(store.get<state>("").empty());
}
