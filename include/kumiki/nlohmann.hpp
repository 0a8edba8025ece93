/**
 * Accepts values of nlohmann::json as JSON arguments, and adds as<nlohmann::json>() for JSON results.
 *
 * kumiki.hpp includes this header if <nlohmann/json.hpp> is included before it.
 */
#ifndef KUMIKI_NLOHMANN_HPP
#define KUMIKI_NLOHMANN_HPP

#include "json_traits.hpp"

#include <nlohmann/json.hpp>

namespace kumiki {

/** Integers stay integers. A value that JSON cannot represent (a NaN, binary data) throws error(INVALID_ARGUMENT). */
template <> struct json_traits<nlohmann::json> {
  static nlohmann::json from(json_view value) {
    if (!value)
      detail::misfit(value, "a value");
    if (value.is_bool())
      return value.as<bool>();
    if (value.is_integer())
      return value.as<json_int_t>();
    if (value.is_number())
      return value.as<double>();
    if (value.is_text())
      return value.as<std::string>();
    if (value.is_array()) {
      auto result = nlohmann::json::array();
      value.each([&](json_view each) { result.push_back(from(each)); });
      return result;
    }
    if (!value.is_object())
      return nullptr;
    auto result = nlohmann::json::object();
    value.each_member(
        [&](std::string_view name, json_view each) { result[std::string(name)] = from(each); });
    return result;
  }

  static json to(const nlohmann::json &value) {
    switch (value.type()) {
    case nlohmann::json::value_t::null:
      return json();
    case nlohmann::json::value_t::boolean:
      return value.get<bool>();
    case nlohmann::json::value_t::number_integer:
      return value.get<nlohmann::json::number_integer_t>();
    case nlohmann::json::value_t::number_unsigned:
      return value.get<nlohmann::json::number_unsigned_t>();
    case nlohmann::json::value_t::number_float:
      return value.get<double>();
    case nlohmann::json::value_t::string:
      return value.get_ref<const std::string &>();
    case nlohmann::json::value_t::array: {
      json result = json::array();
      for (const auto &each : value)
        result.append(to(each));
      return result;
    }
    case nlohmann::json::value_t::object: {
      json result = json::object();
      for (const auto &each : value.items())
        result.set(each.key(), to(each.value()));
      return result;
    }
    case nlohmann::json::value_t::binary:
    case nlohmann::json::value_t::discarded:
      break;
    }
    throw error(KMK_ERR_INVALID_ARGUMENT, "a value that is no JSON");
  }
};

/**
 * The traits of a type that nlohmann's library can read and write, through its macros or through to_json and
 * from_json:
 *
 *     NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(row, id, name)
 *     template <> struct kumiki::json_traits<row> : kumiki::nlohmann_traits<row> {};
 *
 * A mismatch throws error(DECODE), with the message of nlohmann's library. Since: 0.3.
 */
template <class Type> struct nlohmann_traits {
  static Type from(json_view value) {
    try {
      return value.as<nlohmann::json>().template get<Type>();
    } catch (const nlohmann::json::exception &reason) {
      throw error(KMK_ERR_DECODE, reason.what());
    }
  }
  static json to(const Type &value) { return json(nlohmann::json(value)); }
};

} // namespace kumiki

#endif
