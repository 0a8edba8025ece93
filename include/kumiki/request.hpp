/** Requests: questions that a reducer asks by name, and the servers that answer them. */
#ifndef KUMIKI_REQUEST_HPP
#define KUMIKI_REQUEST_HPP

#include "request.h"
#include "sender.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace kumiki {

/**
 * The cases that the replies to a request become: ask{"loaded", {}, "failed"}. Each is a case path of the feature that
 * asks; without an answer, the request is a notice. See kmk_ask. Since: 0.4.
 */
struct ask {
  std::optional<std::string> answer = {};
  std::optional<std::string> part = {};
  std::optional<std::string> failure = {};
  bool is_secret = false;
  kmk_request_restart restart = KMK_REQUEST_AGAIN;
};

/** A declared request, for requests(): {name, question, answer, part, failure}; see kmk_request_kind. Since: 0.4. */
using request_kind = kmk_request_kind;

/**
 * A request in flight. A copy is another reference, so keep one to answer later. Any thread may use it, even after its
 * store and its loop no longer exist. Dropping it does not end the request.
 *
 * answer(), fail() and part() return false if the request is over: it was answered or cancelled, or another server has
 * it. On the loop's thread they may run reducers; exceptions from these are thrown as by sender::send. Threads: any.
 * Since: 0.4.
 */
class [[nodiscard]] request
    : public detail::owned<detail::ref<kmk_request>, kmk_request, kmk_request_free> {
public:
  using owned::owned;

  request(request &&) noexcept = default;
  request(const request &other) noexcept : owned(kmk_request_retain(other.handle_)) {}
  request &operator=(request &&) noexcept = default;
  request &operator=(const request &other) noexcept { return *this = request(other); }
  ~request() = default;

  /** Returns the id, which lets a server recognize the request; see kmk_request_id. */
  std::string_view id() const noexcept KUMIKI_LENT { return kmk_request_id(handle_); }

  /** Returns the name. */
  std::string_view name() const noexcept KUMIKI_LENT { return kmk_request_name(handle_); }

  /** Returns the question, valid as long as this object. */
  json_view question() const noexcept KUMIKI_LENT { return kmk_request_question(handle_); }

  /** Returns the last part that the feature received from an earlier server; empty without one. */
  json_view last_part() const noexcept KUMIKI_LENT { return kmk_request_last_part(handle_); }

  /** Returns how many servers have received the request; see kmk_request_attempt. */
  std::uint32_t attempt() const noexcept { return kmk_request_attempt(handle_); }

  /** Whether no reply is accepted any more, so that the work can stop. */
  bool is_over() const noexcept { return kmk_request_is_over(handle_); }

  /** Answers and ends the request; see kmk_request_answer_new. Throws: error(INVALID_ARGUMENT, DECODE with the path,
   * TOO_DEEP, LIMIT, NO_MEMORY). */
  bool answer(json value) const {
    return replied([&](kmk_error *details) {
      return kmk_request_answer_new(handle_, value.release(), details);
    });
  }

  /** Ends the request with a failure; see kmk_request_fail_new. Throws: the errors of answer. */
  bool fail(json value) const {
    return replied([&](kmk_error *details) {
      return kmk_request_fail_new(handle_, value.release(), details);
    });
  }

  /** Sends a part before the answer. It replaces the waiting part with the same key, if a key is given; see
   * kmk_request_part_new. Throws: the errors of answer. */
  bool part(json value, const text_ref &key = nullptr) const {
    return replied([&](kmk_error *details) {
      return kmk_request_part_new(handle_, key.c_str(), value.release(), details);
    });
  }

private:
  template <class Reply> static bool replied(Reply &&reply) {
    kmk_error details;
    const kmk_status code = detail::running_reducers([&] { return reply(&details); });
    if (code == KMK_ERR_CLOSED)
      return false;
    detail::check(code, details);
    return true;
  }
};

namespace detail {

/* The type of a reply that a request does not have. No value has it. */
struct no_reply {
  no_reply() = delete;
};

template <class Type> using reply = std::conditional_t<std::is_void_v<Type>, no_reply, Type>;

template <class Type> Type read_reply(json_view value) {
  if constexpr (std::is_null_pointer_v<Type>)
    return nullptr;
  else
    return value.as<Type>();
}

} // namespace detail

/**
 * A request in flight whose values are types. Kind is a struct of generated code (docs/types.md), or one like it:
 *
 *     struct check {
 *       static constexpr const char *name = "net.check";
 *       using question = std::string;
 *       using answer = file;         // std::nullptr_t for null, void for a notice
 *       using part = void;           // no parts
 *       using failure = std::string; // json for any value
 *     };
 *
 * question() and last_part() throw error(DECODE) if the value does not have the type. Since: 0.4.
 */
template <class Kind> class [[nodiscard]] request_of : public request {
public:
  request_of() noexcept = default;
  explicit request_of(request asked) noexcept : request(std::move(asked)) {}

  /** Returns the question. A std::string_view in it is valid as long as this object. */
  typename Kind::question question() const {
    return detail::read_reply<typename Kind::question>(request::question());
  }

  /** Returns the last part that the feature received from an earlier server. */
  std::optional<detail::reply<typename Kind::part>> last_part() const {
    if (!request::last_part())
      return std::nullopt;
    return detail::read_reply<detail::reply<typename Kind::part>>(request::last_part());
  }

  /** Answers and ends the request; see request::answer. */
  bool answer(const detail::reply<typename Kind::answer> &value) const {
    return request::answer(json(value));
  }

  /** Ends the request with a failure; see request::fail. */
  bool fail(const detail::reply<typename Kind::failure> &value) const {
    return request::fail(json(value));
  }

  /** Sends a part before the answer; see request::part. */
  bool part(const detail::reply<typename Kind::part> &value, const text_ref &key = nullptr) const {
    return request::part(json(value), key);
  }
};

namespace detail {

/* A function that serves typed requests, as one that serves requests. */
template <class Kind, class Serve> auto serving_of(Serve &&serve) {
  using Reply = std::invoke_result_t<std::decay_t<Serve> &, request_of<Kind> &>;
  using Answer = reply<typename Kind::answer>;
  constexpr bool is_answer = std::is_convertible_v<Reply, Answer>;
  static_assert(std::is_void_v<Reply> || is_answer ||
                    std::is_convertible_v<Reply, std::optional<Answer>>,
                "the server returns no answer of the request's type");
  return [serve = std::decay_t<Serve>(std::forward<Serve>(serve))](const request &asked) mutable {
    request_of<Kind> typed(asked);
    if constexpr (std::is_void_v<Reply>) {
      serve(typed);
    } else if constexpr (is_answer) {
      return std::optional<json>(json(Answer(serve(typed))));
    } else {
      const std::optional<Answer> answer(serve(typed));
      return answer ? std::optional<json>(json(*answer)) : std::nullopt;
    }
  };
}

/* Fails a request with the exception that is being handled. If the request is over, or its feature does not accept the
 * failure, the running call throws the exception. */
inline void fail_by_exception(const request &asked) noexcept {
  const auto fail = [&](json_t *value) {
    if (kmk_request_fail_new(asked.handle(), value, nullptr) != KMK_OK)
      call::keep(std::current_exception());
  };
  try {
    throw;
  } catch (const failure &known) {
    fail(json(known.value()).release());
  } catch (const std::exception &known) {
    fail(json_string(known.what())); // no value if the message is not UTF-8
  } catch (...) {
    fail(json_string("an exception that is no std::exception"));
  }
}

/* The functions of a server. They may be freed while one of them runs, as by the end of the loop. */
template <class Serve, class Ended> struct serving {
  using Reply = std::invoke_result_t<Serve &, request &>;

  Serve serve;
  Ended ended;

  static void begin(kmk_request *raw, void *data) noexcept {
    const typename lasting<serving>::use kept(data);
    const beginning here(nullptr);
    request asked(kmk_request_retain(raw));
    try {
      if constexpr (std::is_void_v<Reply>) {
        (*kept).serve(asked);
      } else {
        std::optional<json> answer((*kept).serve(asked));
        if (answer)
          asked.answer(*std::move(answer));
      }
    } catch (...) {
      fail_by_exception(request(kmk_request_retain(raw)));
    }
  }

  static void end(kmk_request *raw, kmk_request_end how, void *data) noexcept {
    const typename lasting<serving>::use kept(data);
    guarded([&] { (*kept).ended(request(kmk_request_retain(raw)), how); });
  }
};

/* Registers the functions of a server by a function of C. */
template <class Register, class Serve, class Ended>
void serve(Register &&add, Serve &&serve, Ended &&ended, std::uint32_t most) {
  using functions = serving<std::decay_t<Serve>, std::decay_t<Ended>>;
  kmk_server given = KMK_SERVER_INIT;
  given.serve = functions::begin;
  if constexpr (!std::is_null_pointer_v<std::decay_t<Ended>>)
    given.ended = functions::end;
  given.most = most;
  given.user_data = make_lasting(functions{std::forward<Serve>(serve), std::forward<Ended>(ended)});
  given.free_fn = lasting<functions>::free;
  kmk_error details;
  call running;
  const kmk_status code = add(&given, &details);
  running.rethrow();
  check(code, details);
}

/* Ends a server by a function of C. */
template <class Remove> void unserve(Remove &&remove) {
  kmk_error details;
  call running;
  const kmk_status code = remove(&details);
  running.rethrow();
  check(code, details);
}

} // namespace detail
} // namespace kumiki

#endif
