/* The rows of types: variants, enums and structs in C++, and an enum of the generated C header. */
#include "cases_shape.h"
#include "cases_shape.hpp"

#include <cstring>
#include <iterator>

extern "C" {
#include "bench.h"
#include "floor.h"
}

using kumiki::json;

namespace {

json last, none, mode, whole;
cases::action sent;
cases::state state;

void set_up() {
  last = json::parse(R"({"setQuery": "abc"})");
  none = json::parse(R"({"limit": {}})");
  mode = "open";
  sent = cases::action_case::set_query{"abc"};
  whole = json(state);
}

/* The floors: the same with only jansson, and a std::string for a text. */

const char *const names[] = {"one",    "two",    "three",    "four",     "five",
                             "six",    "seven",  "eight",    "nine",     "ten",
                             "eleven", "twelve", "thirteen", "fourteen", "fifteen"};

std::size_t jansson_case() {
  return std::string(json_string_value(json_object_get(last.get(), "setQuery"))).size();
}
std::size_t jansson_written() {
  json_t *made = json_object();
  json_object_set_new(made, "setQuery", json_string("abc"));
  json_decref(made);
  return 1;
}
std::size_t jansson_text() { return std::strcmp(json_string_value(mode.get()), "open") == 0; }
std::size_t jansson_object() {
  std::size_t sum = json_string_length(json_object_get(whole.get(), "mode"));
  for (const char *name : names)
    sum += static_cast<std::size_t>(json_integer_value(json_object_get(whole.get(), name)));
  return sum;
}
std::size_t jansson_object_written() {
  json_t *made = json_object();
  json_object_set_new(made, "mode", json_string("off"));
  for (const char *name : names)
    json_object_set_new(made, name, json_integer(1));
  json_decref(made);
  return 1;
}

std::size_t read_last() { return last.as<cases::action>().index(); }
std::size_t read_none() { return none.as<cases::action>().index(); }
std::size_t write_last() { return json(sent).size(); }
std::size_t read_enum() { return static_cast<std::size_t>(mode.as<cases::mode>()); }
std::size_t read_object() { return static_cast<std::size_t>(whole.as<cases::state>().fifteen); }
std::size_t write_object() { return json(state).size(); }
std::size_t read_in_c() { return cases_action_which(cases_action_json_of(last.get())); }

/* Stores each result, so that the compiler keeps the work. */
template <std::size_t (*work)()> void repeat(std::size_t times) {
  static volatile std::size_t result;
  for (std::size_t index = 0; index < times; index++)
    result = work();
  (void)result;
}

const bench_row rows[] = {
    {"cxx.floor.counter", floor_counter, nullptr, nullptr},
    {"cxx.floor.case", repeat<jansson_case>, set_up, nullptr},
    {"cxx.floor.case-written", repeat<jansson_written>, set_up, nullptr},
    {"cxx.floor.text", repeat<jansson_text>, set_up, nullptr},
    {"cxx.floor.object", repeat<jansson_object>, set_up, nullptr},
    {"cxx.floor.object-written", repeat<jansson_object_written>, set_up, nullptr},
    {"cxx.case-last", repeat<read_last>, set_up, nullptr},
    {"cxx.case-none", repeat<read_none>, set_up, nullptr},
    {"cxx.case-written", repeat<write_last>, set_up, nullptr},
    {"cxx.enum-last", repeat<read_enum>, set_up, nullptr},
    {"cxx.object", repeat<read_object>, set_up, nullptr},
    {"cxx.object-written", repeat<write_object>, set_up, nullptr},
    {"cxx.which-last", repeat<read_in_c>, set_up, nullptr},
};

} // namespace

int main(int argc, char **argv) {
  json_object_seed(1); // the same instructions in each run
  return bench_main(argc, argv, rows, std::size(rows));
}
