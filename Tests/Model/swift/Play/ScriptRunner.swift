package import Kumiki

/// The error of a failing script.
package struct Failure: Error {
  package let value: Value

  package init(value: Value) { self.value = value }
}

/// Performs the scripts of a case, in its reducers.
///
/// `Sendable` because everything happens on the one thread of the case's loop.
package final class ScriptRunner: @unchecked Sendable {
  let names: BranchNames
  let environment: Environment
  /// Receives the events.
  package let log: ([Value]) -> Void
  /// Performs a command; the number is the sender's that "self" names there.
  package var perform: (Value, Int?) -> Void = { _, _ in }
  /// A write was done.
  package var wrote: () -> Void = {}
  /// Makes an effect that commands drive.
  package var start: (Value) -> Effect<Act> = { _ in .none }
  /// Makes an effect that fails.
  package var fail: (Value) -> Effect<Act> = { _ in .none }

  package init(
    _ names: BranchNames, _ environment: Environment, log: @escaping ([Value]) -> Void
  ) {
    self.names = names
    self.environment = environment
    self.log = log
  }

  /// Writes, then calls, then the effect.
  func perform(_ script: Value, _ state: inout Node) -> Effect<Act> {
    for write in script["writes"]?.array ?? [] where state.perform(write, environment) { wrote() }
    for command in script["calls"]?.array ?? [] { perform(command, nil) }
    return effect(script["effect"])
  }

  func act(_ value: Value) -> Act { Act(value, names) }
}

// MARK: - Effects

extension ScriptRunner {
  /// Makes an effect; an incomplete description makes none.
  func effect(_ given: Value?) -> Effect<Act> {
    guard let given, let name = given[0]?.text else { return .none }
    switch name {
    case "send": return given[1].map { .send(act($0)) } ?? .none
    case "after": return timed(given) { .after(nanoseconds: $0, $1) }
    case "every": return timed(given) { .every(nanoseconds: $0, $1) }
    case "dismiss": return .dismiss
    case "cancel": return given[1]?.text.map { .cancel(id: $0) } ?? .none
    case "limit":
      return given[1]?.text.map { .limit(id: $0, to: Int(given[2]?.integer ?? 0)) } ?? .none
    case "merge": return .merge((given[1]?.array ?? []).map { effect($0) })
    case "chain": return .concatenate((given[1]?.array ?? []).map { effect($0) })
    case "at":
      guard let date = given[1]?.integer, let action = given[2] else { return .none }
      return .at(date: Int64(date), act(action))
    case "daily":
      guard let hour = given[1]?.integer, let minute = given[2]?.integer, let action = given[3]
      else { return .none }
      return .daily(hour: Int(hour), minute: Int(minute), act(action))
    case "woken": return given[1].map { .woken(act($0)) } ?? .none
    case "clock_set": return given[1].map { .clockSet(act($0)) } ?? .none
    case "fail": return given[1].map(fail) ?? .none
    case "start": return given[1]?.text == nil ? .none : start(given)
    default: return around(name, given)
    }
  }

  private func timed(_ given: Value, _ make: (UInt64, Act) -> Effect<Act>) -> Effect<Act> {
    guard let time = given[1]?.count, let action = given[2] else { return .none }
    return make(time, act(action))
  }

  /// An effect inside another effect.
  private func around(_ name: String, _ given: Value) -> Effect<Act> {
    switch name {
    case "delay":
      guard let time = given[1]?.time else { return .none }
      return effect(given[2]).delay(for: time)
    case "cancellable":
      guard let id = given[1]?.text else { return .none }
      return effect(given[3]).cancellable(id: id, cancelInFlight: given[2]?.bool ?? false)
    case "debounce":
      guard let id = given[1]?.text, let time = given[2]?.time else { return .none }
      return effect(given[3]).debounce(id: id, for: time)
    case "throttle":
      guard let id = given[1]?.text, let time = given[2]?.time else { return .none }
      return effect(given[4]).throttle(id: id, for: time, latest: given[3]?.bool ?? false)
    case "serial":
      guard let id = given[1]?.text else { return .none }
      return effect(given[3]).serial(id: id, latest: given[2]?.bool ?? false)
    case "limited":
      guard let id = given[1]?.text else { return .none }
      return effect(given[3]).limited(id: id, to: Int(given[2]?.integer ?? 0))
    case "timeout":
      guard let time = given[1]?.time, let action = given[2] else { return .none }
      return effect(given[3]).timeout(after: time, act(action))
    case "counting_sleep": return effect(given[1]).countingSleep()
    case "retry":
      guard let wait = given[2]?.time else { return .none }
      return effect(given[3]).retry(Int(given[1]?.integer ?? 0), RetryPolicy(wait: wait))
    case "catch":
      return given[1].map { catching(effect(given[2]), $0) } ?? .none
    default: return .none
    }
  }

  private func catching(_ effect: Effect<Act>, _ action: Value) -> Effect<Act> {
    effect.catch { [self] error in
      log(["caught", Self.value(of: error)])
      return action.isNull ? nil : act(action)
    }
  }
}

extension ScriptRunner {
  /// The error of an effect. An error of an effect in C has its value as a string.
  private static func value(of error: any Error) -> Value {
    if let failure = error as? Failure { return failure.value }
    return Value(line: "\(error)") ?? .text("\(error)")
  }
}

extension Value {
  var time: Duration? {
    guard let integer, integer >= 0 else { return nil }
    return .nanoseconds(integer)
  }
}
