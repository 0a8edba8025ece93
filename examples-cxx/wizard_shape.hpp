// The types of wizard.shape, written by kumiki generate: change that file, and not this one.
#ifndef WIZARD_SHAPE_HPP
#define WIZARD_SHAPE_HPP

#include <kumiki.hpp>

#include <cstdint>

namespace wizard {

struct network;
struct state;

/** What is asked for. */
struct network {
  std::string name = "";
  bool is_hidden = false;
};

namespace page_case {
struct welcome {
  static constexpr const char *case_name = "welcome";
};
struct network {
  static constexpr const char *case_name = "network";
  ::wizard::network value;
};
struct ready {
  static constexpr const char *case_name = "ready";
  std::string name;
};
} // namespace page_case
using page = std::variant<page_case::welcome, page_case::network, page_case::ready>;

struct state {
  ::wizard::page page = ::wizard::page_case::welcome{};
  std::optional<std::string> problem;
};

namespace action_case {
struct next {
  static constexpr const char *case_name = "next";
};
struct back {
  static constexpr const char *case_name = "back";
};
struct typed {
  static constexpr const char *case_name = "typed";
  std::string value;
};
struct hide {
  static constexpr const char *case_name = "hide";
  bool value;
};
} // namespace action_case
using action =
    std::variant<action_case::next, action_case::back, action_case::typed, action_case::hide>;

/** Places of the state, each with the type of what is there. */
namespace at {
inline constexpr kumiki::place_in<::wizard::page, ::wizard::state> page("/page");
inline constexpr kumiki::place_in<std::optional<::wizard::network>, ::wizard::state>
    page_network("/page/network");
inline constexpr kumiki::place_in<std::optional<std::string>, ::wizard::state>
    page_network_name("/page/network/name");
inline constexpr kumiki::place_in<std::optional<bool>, ::wizard::state>
    page_network_is_hidden("/page/network/isHidden");
inline constexpr kumiki::place_in<std::optional<::wizard::page_case::ready>, ::wizard::state>
    page_ready("/page/ready");
inline constexpr kumiki::place_in<std::optional<std::string>, ::wizard::state>
    page_ready_name("/page/ready/name");
inline constexpr kumiki::place_in<std::optional<std::string>, ::wizard::state> problem("/problem");
} // namespace at

/** Places of a feature whose state is a network. */
namespace network_at {
inline constexpr kumiki::place_in<std::string, ::wizard::network> name("/name");
inline constexpr kumiki::place_in<bool, ::wizard::network> is_hidden("/isHidden");
} // namespace network_at

/** Case paths of the actions. */
namespace cases {
inline constexpr const char *next = "next";
inline constexpr const char *back = "back";
inline constexpr const char *typed = "typed";
inline constexpr const char *hide = "hide";
} // namespace cases

} // namespace wizard

template <> struct kumiki::json_traits<::wizard::network> : kumiki::fields_of<::wizard::network> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("name", &::wizard::network::name, true),
                           kumiki::json_field("isHidden", &::wizard::network::is_hidden, true));
  }
};

template <>
struct kumiki::json_traits<::wizard::page_case::ready>
    : kumiki::fields_of<::wizard::page_case::ready> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("name", &::wizard::page_case::ready::name));
  }
};

template <> struct kumiki::json_traits<::wizard::state> : kumiki::fields_of<::wizard::state> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("page", &::wizard::state::page, true),
                           kumiki::json_field("problem", &::wizard::state::problem));
  }
};

namespace wizard {

/** Makes whole actions, for views and effects. */
namespace actions {

inline ::wizard::action next() { return ::wizard::action_case::next{}; }

inline ::wizard::action back() { return ::wizard::action_case::back{}; }

inline ::wizard::action typed(std::string value) {
  return ::wizard::action_case::typed{std::move(value)};
}

inline ::wizard::action hide(bool value) { return ::wizard::action_case::hide{std::move(value)}; }

} // namespace actions

/** The hash of the shape. */
inline constexpr const char *hash = "73ce9e67e998d6cd";

/** The shape, in the words of kmk_shape. */
inline constexpr const char *shape =
    "Network = only {name: text = '', isHidden: boolean = false}; "
    "only {page: (welcome | network: Network | ready: only {name: text}) = 'welcome', "
    "problem: text?}";

/** Declares the states and the actions of a reducer. */
inline kumiki::reducer declare(kumiki::reducer base) {
  static const kmk_case known[] = {
      {"next", nullptr},
      {"back", nullptr},
      {"typed", "text"},
      {"hide", "boolean"},
  };
  return kumiki::reducer(kmk_shape(kmk_cases(base.release(), std::size(known), known), shape));
}

/** A feature made elsewhere; of another shape than these types it makes no store. */
inline kumiki::reducer expect(kumiki::reducer feature) {
  return kumiki::expect_shape(std::move(feature), hash);
}

} // namespace wizard

#endif
