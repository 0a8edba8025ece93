// The types of lamp.shape, written by kumiki generate: change that file, and not this one.
#ifndef LAMP_SHAPE_HPP
#define LAMP_SHAPE_HPP

#include <kumiki.hpp>

#include <cstdint>

namespace lamp {

struct state;

namespace light_case {
struct off {
  static constexpr const char *case_name = "off";
};
struct on {
  static constexpr const char *case_name = "on";
  std::int64_t value;
};
} // namespace light_case
using light = std::variant<light_case::off, light_case::on>;

struct state {
  std::string name = "lamp";
  /** and how bright */
  ::lamp::light light = ::lamp::light_case::off{};
  std::optional<std::string> fault;
};

namespace action_case {
struct toggle {
  static constexpr const char *case_name = "toggle";
};
struct dim {
  static constexpr const char *case_name = "dim";
  std::int64_t value;
};
struct report {
  static constexpr const char *case_name = "report";
  std::optional<std::string> fault;
};
} // namespace action_case
using action = std::variant<action_case::toggle, action_case::dim, action_case::report>;

/** Places of the state, each with the type of what is there. */
namespace at {
inline constexpr kumiki::place_in<std::string, ::lamp::state> name("/name");
inline constexpr kumiki::place_in<::lamp::light, ::lamp::state> light("/light");
inline constexpr kumiki::place_in<std::optional<std::int64_t>, ::lamp::state> light_on("/light/on");
inline constexpr kumiki::place_in<std::optional<std::string>, ::lamp::state> fault("/fault");
} // namespace at

/** Case paths of the actions. */
namespace cases {
inline constexpr const char *toggle = "toggle";
inline constexpr const char *dim = "dim";
inline constexpr const char *report = "report";
} // namespace cases

} // namespace lamp

template <> struct kumiki::json_traits<::lamp::state> : kumiki::fields_of<::lamp::state> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("name", &::lamp::state::name, true),
                           kumiki::json_field("light", &::lamp::state::light, true),
                           kumiki::json_field("fault", &::lamp::state::fault));
  }
};

template <>
struct kumiki::json_traits<::lamp::action_case::report>
    : kumiki::fields_of<::lamp::action_case::report> {
  static constexpr auto fields() {
    return std::make_tuple(kumiki::json_field("fault", &::lamp::action_case::report::fault));
  }
};

namespace lamp {

/** Makes whole actions, for views and effects. */
namespace actions {

inline ::lamp::action toggle() { return ::lamp::action_case::toggle{}; }

inline ::lamp::action dim(std::int64_t value) { return ::lamp::action_case::dim{std::move(value)}; }

inline ::lamp::action report(std::optional<std::string> fault) {
  return ::lamp::action_case::report{std::move(fault)};
}

} // namespace actions

/** The hash of the shape. */
inline constexpr const char *hash = "594d73b437113ec3";

/** The shape, in the words of kmk_shape. */
inline constexpr const char *shape =
    "{name: text = 'lamp', light: (off | on: integer) = 'off', fault: text?}";

/** Declares the states and the actions of a reducer. */
inline kumiki::reducer declare(kumiki::reducer base) {
  static const kmk_case known[] = {
      {"toggle", nullptr},
      {"dim", "integer"},
      {"report", "{fault: text?}"},
  };
  return kumiki::reducer(kmk_shape(kmk_cases(base.release(), std::size(known), known), shape));
}

/** A feature made elsewhere; of another shape than these types it makes no store. */
inline kumiki::reducer expect(kumiki::reducer feature) {
  return kumiki::expect_shape(std::move(feature), hash);
}

} // namespace lamp

#endif
