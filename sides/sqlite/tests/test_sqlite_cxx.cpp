// Databases in C++: stores of a typed state, read back as the type.
#include "../../../Tests/CxxTests/check.hpp"

#include <kumiki_sqlite.hpp>

#include <cstdlib>
#include <filesystem>

using namespace kumiki;
using namespace kumiki::literals;

namespace notes {

struct note {
  int id = 0;
  std::string text;
};
struct state {
  std::vector<note> rows;
  int next = 1;
};

constexpr place<std::vector<note>> rows("/rows");
constexpr place<int> next("/next");

} // namespace notes

KUMIKI_FIELDS(notes::note, id, text)
KUMIKI_FIELDS(notes::state, rows, next)

namespace {

void reduce(state &state, action_view sent) {
  if (const auto text = sent.payload("add")) {
    const int id = state.get(notes::next);
    state.insert("/rows/-", notes::note{id, text.as<std::string>()});
    state.set(notes::next, id + 1);
  }
}

// A folder with a new file, removed at the end.
struct new_file {
  std::string folder = "/tmp/kumiki-sqlite-cxx-XXXXXX", path;

  new_file() : path(std::string(mkdtemp(folder.data())) + "/notes.db") {}
  new_file(const new_file &) = delete;
  new_file &operator=(const new_file &) = delete;
  ~new_file() { std::filesystem::remove_all(folder); }
};

} // namespace

TEST(a_store_of_a_typed_state_continues_from_the_file) {
  const new_file made;
  {
    loop loop;
    const database file(made.path);
    CHECK(test::failed([&] { (void)file.open("main", loop, reduce); }).status() ==
          KMK_ERR_NOT_FOUND);
    const store store = file.open("main", loop, reduce, notes::state{});
    store.send_at("add", "milk");
    CHECK(test::failed([&] { (void)file.open("main", loop, reduce); }).status() == KMK_ERR_BUSY);
    file.flush();
    CHECK(file.names() == std::vector<std::string>{"main"});
  }
  loop loop;
  const database file(made.path);
  const auto saved = file.read<notes::state>("main");
  CHECK(saved.next == 2 && saved.rows.size() == 1 && saved.rows[0].text == "milk");
  const store store = file.open("main", loop, reduce, notes::state{});
  store.send_at("add", "tea");
  CHECK(store.get(notes::rows)[1].id == 2);
  CHECK(test::failed([&] { (void)file.read("other"); }).status() == KMK_ERR_NOT_FOUND);
}

TEST(migrations_of_a_store_are_functions) {
  const new_file made;
  {
    loop loop;
    const database file(made.path);
    const store store = file.open("main", loop, reduce, R"({"rows": [], "last": 4})"_json);
    store.send("nothing");
    file.flush();
  }
  loop loop;
  const database file(made.path);
  const std::vector<migration> steps = {
      {0, [](json_view old) {
         return json::object({{"rows", old["rows"]}, {"next", old.at<int>("last") + 1}});
       }}};
  const store store = file.open("main", loop, reduce, notes::state{}, 1, steps);
  CHECK(store.get(notes::next) == 5);
}

TEST(a_database_that_cannot_be_opened_is_an_error) {
  CHECK(test::failed([] { (void)database(":memory:"); }).status() == KMK_ERR_INVALID_ARGUMENT);
}
