// Shared by the tests of kumiki.hpp. The tests run in order, and each must release every object of the library. The
// program runs the tests of the files named by its arguments, or all of them.
#pragma once

#include <kumiki.hpp>

#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace test {

struct registered {
  const char *name, *file;
  void (*function)();
};

inline std::vector<registered> &all() {
  static std::vector<registered> tests;
  return tests;
}

struct added {
  added(const char *name, const char *file, void (*function)()) {
    all().push_back({name, file, function});
  }
};

inline int failures = 0;

inline bool check(bool holds, const char *what, const char *file, int line) {
  if (!holds) {
    failures += 1;
    std::printf("%s:%d: does not hold: %s\n", file, line, what);
  }
  return holds;
}

// The exception that a function throws; a failure if it throws none, or another one.
template <class Exception, class Function> Exception thrown(Function &&function) {
  try {
    function();
  } catch (const Exception &exception) {
    return exception;
  }
  throw std::runtime_error("nothing was thrown");
}

inline kumiki::error failed(const std::function<void()> &function) {
  return thrown<kumiki::error>(function);
}

// Exceptions that no call could throw, recorded here instead of printed to standard error.
inline std::vector<std::string> strays;

inline void note_stray(std::exception_ptr exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception &known) {
    strays.push_back(known.what());
  } catch (...) {
    strays.push_back("no std::exception");
  }
}

inline bool is_asked_for(const registered &test, char **words) {
  bool has_words = false;
  for (; *words != nullptr; words++) {
    has_words = true;
    if (std::string(test.file).find(*words) != std::string::npos)
      return true;
  }
  return !has_words;
}

inline int run_all(char **words) {
  int count = 0;
  for (const registered &each : all()) {
    if (!is_asked_for(each, words))
      continue;
    count += 1;
    const int before = failures;
    const std::size_t alive = kumiki::live_objects();
    strays.clear();
    kumiki::set_stray_exception_handler(note_stray);
    try {
      each.function();
    } catch (const std::exception &exception) {
      check(false, exception.what(), each.name, 0);
    }
    check(kumiki::live_objects() == alive, "everything was freed", each.name, 0);
    std::printf("%s %s\n", failures == before ? "ok     " : "FAILED ", each.name);
  }
  std::printf("%d tests, %d failures\n", count, failures);
  return failures == 0 && count > 0 ? 0 : 1;
}

} // namespace test

#define TEST(name)                                                                                 \
  static void name();                                                                              \
  static const test::added added_##name(#name, __FILE__, name);                                    \
  static void name()

#define CHECK(...) test::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

int main(int, char **arguments) { return test::run_all(arguments + 1); }
