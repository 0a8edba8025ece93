// A program with global types that are called as those of kumiki, which it does not open.
#include "check.hpp"

struct task {
  int id = 0;
  std::string title;
};
enum class status { open, done };
KUMIKI_FIELDS(task, id, title)
KUMIKI_ENUM(status, open, done)

TEST(types_of_the_program_may_be_called_as_those_of_kumiki) {
  const auto read = kumiki::json::parse(R"({"id": 3, "title": "a"})").as<task>();
  CHECK(read.id == 3 && read.title == "a");
  CHECK(kumiki::json(read).text() == R"({"id":3,"title":"a"})");
  CHECK(kumiki::json(status::done) == "done");
  CHECK(kumiki::json("open").as<status>() == status::open);
}
