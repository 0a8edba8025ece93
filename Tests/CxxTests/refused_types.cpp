// Types that lack a description. Each marked line causes one error, which names what is missing; refused.py compares.
#include <kumiki.hpp>

#include <array>
#include <map>
#include <variant>

using namespace kumiki;

struct first {};
struct second {};
struct third {};
struct fourth {};
struct fifth {};
struct sixth {};
struct seventh {
  static constexpr const char *case_name = "seventh";
  second value;
};

void types_without_traits(const json_view &value, state &state, const store &store, list &list,
                          const derived &derived) {
  (void)value.as<first>();                    // refused: json_traits with from()
  (void)value.as<std::array<third, 1>>();     // refused: json_traits with from()
  (void)value.as<std::variant<seventh>>();    // refused: json_traits with from()
  (void)store.get<fourth>("/a");              // refused: json_traits with from()
  (void)derived.get<fifth>();                 // refused: json_traits with from()
  (void)list[0].as<sixth>();                  // refused: json_traits with from()
  state.set("/a", first{});                   // refused: needs_json_traits
  store.send(first{});                        // refused: needs_json_traits
  (void)value.as<std::map<double, int>>();    // refused: key of a map that is JSON
  (void)value.as<std::variant<first, int>>(); // refused: static constexpr const char *case_name
}
