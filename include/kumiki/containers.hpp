/**
 * The containers, durations and dates of the standard library as JSON.
 *
 * | C++ | JSON |
 * |---|---|
 * | vector, deque, list, array | an array; for std::array, an array of the same length |
 * | set, unordered_set | an array without duplicate values |
 * | map, unordered_map, with std::string or integer keys | an object; an integer key is written as a string |
 * | pair, tuple | an array of a fixed length |
 * | chrono::duration | its count: milliseconds(250) is 250 |
 * | chrono::time_point of the system clock | its duration since the Unix epoch |
 */
#ifndef KUMIKI_CONTAINERS_HPP
#define KUMIKI_CONTAINERS_HPP

#include "json_traits.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kumiki {
namespace detail {

template <class Container> json array_of(const Container &values) {
  json result = json::array();
  for (const auto &each : values)
    result.append(written(each));
  return result;
}

/* A container that grows at its end. */
template <class Container> struct sequence_traits {
  using value_type = typename Container::value_type;

  static Container from(json_view value) {
    if (!value.is_array())
      misfit(value, "an array");
    Container result;
    if constexpr (std::is_same_v<Container, std::vector<value_type>>)
      result.reserve(value.size());
    value.each([&](json_view each) { result.push_back(part<value_type>(each, result.size())); });
    return result;
  }
  static json to(const Container &values) { return array_of(values); }
};

template <class Container> struct set_traits {
  using value_type = typename Container::value_type;

  static Container from(json_view value) {
    if (!value.is_array())
      misfit(value, "an array");
    Container result;
    value.each([&](json_view each) {
      const std::size_t index = result.size();
      if (!result.insert(part<value_type>(each, index)).second)
        throw error(KMK_ERR_DECODE, "found a value twice, expected each one once", pointer(index));
    });
    return result;
  }
  static json to(const Container &values) { return array_of(values); }
};

/* Converts the name of a member to the key of a map, and back. */
template <class Key> Key key_from(std::string_view name) {
  static_assert(std::is_same_v<Key, std::string> || is_number<Key>,
                "the key of a map that is JSON must be a std::string or an integer");
  if constexpr (std::is_same_v<Key, std::string>) {
    return Key(name);
  } else {
    Key key{};
    const char *end = name.data() + name.size();
    const auto read = std::from_chars(name.data(), end, key);
    // Each integer has one spelling, so two members cannot have the same key.
    if (read.ec != std::errc() || read.ptr != end || std::to_string(key) != name)
      throw error(KMK_ERR_DECODE,
                  "found the key \"" + std::string(name) + "\", expected an integer of its type");
    return key;
  }
}
inline const std::string &name_of_key(const std::string &key) { return key; }
template <class Key, class = std::enable_if_t<is_number<Key>>> std::string name_of_key(Key key) {
  return std::to_string(key);
}

template <class Container> struct map_traits {
  using key_type = typename Container::key_type;
  using mapped_type = typename Container::mapped_type;

  static Container from(json_view value) {
    if (!value.is_object())
      misfit(value, "an object");
    Container result;
    value.each_member([&](std::string_view name, json_view each) {
      result.emplace(key_from<key_type>(name), part<mapped_type>(each, name));
    });
    return result;
  }
  static json to(const Container &values) {
    json result = json::object();
    for (const auto &each : values)
      result.set(name_of_key(each.first), written(each.second));
    return result;
  }
};

/* A value with a fixed number of parts. */
inline void expect_length(json_view value, std::size_t length) {
  const std::string expected = "an array of " + std::to_string(length);
  if (!value.is_array())
    misfit(value, expected.c_str());
  if (value.size() != length)
    throw error(KMK_ERR_DECODE,
                "found an array of " + std::to_string(value.size()) + ", expected " + expected);
}

template <class Tuple> struct tuple_traits {
  static constexpr std::size_t length = std::tuple_size_v<Tuple>;

  static Tuple from(json_view value) {
    expect_length(value, length);
    return read(value, std::make_index_sequence<length>());
  }
  static json to(const Tuple &value) {
    json result = json::array();
    std::apply([&](const auto &...each) { (result.append(written(each)), ...); }, value);
    return result;
  }

private:
  template <std::size_t... indices>
  static Tuple read([[maybe_unused]] json_view value, std::index_sequence<indices...>) {
    return Tuple{part<std::tuple_element_t<indices, Tuple>>(value[indices], indices)...};
  }
};

template <class Type> struct parts_of<std::vector<Type>> { using list = types<Type>; };
template <class Type> struct parts_of<std::deque<Type>> { using list = types<Type>; };
template <class Type> struct parts_of<std::list<Type>> { using list = types<Type>; };
template <class Type, std::size_t length> struct parts_of<std::array<Type, length>> {
  using list = types<Type>;
};
template <class Type> struct parts_of<std::set<Type>> { using list = types<Type>; };
template <class Type> struct parts_of<std::unordered_set<Type>> { using list = types<Type>; };
template <class Key, class Type> struct parts_of<std::map<Key, Type>> { using list = types<Type>; };
template <class Key, class Type> struct parts_of<std::unordered_map<Key, Type>> {
  using list = types<Type>;
};
template <class One, class Other> struct parts_of<std::pair<One, Other>> {
  using list = types<One, Other>;
};
template <class... Types> struct parts_of<std::tuple<Types...>> { using list = types<Types...>; };

} // namespace detail

template <class Type>
struct json_traits<std::vector<Type>> : detail::sequence_traits<std::vector<Type>> {};
template <class Type>
struct json_traits<std::deque<Type>> : detail::sequence_traits<std::deque<Type>> {};
template <class Type>
struct json_traits<std::list<Type>> : detail::sequence_traits<std::list<Type>> {};
template <class Type> struct json_traits<std::set<Type>> : detail::set_traits<std::set<Type>> {};
template <class Type>
struct json_traits<std::unordered_set<Type>> : detail::set_traits<std::unordered_set<Type>> {};
template <class Key, class Type>
struct json_traits<std::map<Key, Type>> : detail::map_traits<std::map<Key, Type>> {};
template <class Key, class Type>
struct json_traits<std::unordered_map<Key, Type>>
    : detail::map_traits<std::unordered_map<Key, Type>> {};
template <class One, class Other>
struct json_traits<std::pair<One, Other>> : detail::tuple_traits<std::pair<One, Other>> {};
template <class... Types>
struct json_traits<std::tuple<Types...>> : detail::tuple_traits<std::tuple<Types...>> {};
template <class Type, std::size_t length>
struct json_traits<std::array<Type, length>> : detail::tuple_traits<std::array<Type, length>> {};

/** A duration as its count, in its own unit. */
template <class Count, class Period> struct json_traits<std::chrono::duration<Count, Period>> {
  using duration = std::chrono::duration<Count, Period>;

  static duration from(json_view value) { return duration(value.as<Count>()); }
  static json to(const duration &value) { return json(value.count()); }
};

/** A date as its duration since the beginning of 1970, in its own unit. */
template <class Duration>
struct json_traits<std::chrono::time_point<std::chrono::system_clock, Duration>> {
  using time_point = std::chrono::time_point<std::chrono::system_clock, Duration>;

  static time_point from(json_view value) { return time_point(value.as<Duration>()); }
  static json to(const time_point &value) { return json(value.time_since_epoch()); }
};

} // namespace kumiki

#endif
