import Kumiki

/// The counter in the tests of the rules: a number, a timer under the id `timer`, an effect that
/// dismisses, and an effect that queries an identity.
struct Counter: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    /// The result of `whoami`; nil before.
    var isPresented: Bool?
  }

  enum Action: Equatable, Sendable {
    case inc
    case dec
    case set(Int)
    /// Sleeps that many seconds, then sends `inc`.
    case incAfter(Double)
    /// Ticks every second from now on.
    case startTimer
    case tick
    case stopTimer
    /// Calls *dismiss* in an effect.
    case close
    /// Writes `isPresented` into the state.
    case whoami
  }

  static let timerID = "timer"

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .inc, .tick: state.count += 1
    case .dec: state.count -= 1
    case .set(let count): state.count = count
    case .incAfter(let seconds): return .after(seconds: seconds, .inc)
    case .startTimer: return .everySecond(.tick).cancellable(id: Self.timerID)
    case .stopTimer: return .cancel(id: Self.timerID)
    case .close: return .run { _ in await dismiss() }
    case .whoami: state.isPresented = isPresented
    }
    return .none
  }
}

extension Counter.Action: CasePathable {
  struct AllCasePaths {
    let inc = CasePath<Counter.Action, Void>(embed: { .inc }) {
      if case .inc = $0 { () } else { nil }
    }
    let set = CasePath(embed: Counter.Action.set) {
      if case .set(let count) = $0 { count } else { nil }
    }
    let incAfter = CasePath(embed: Counter.Action.incAfter) {
      if case .incAfter(let seconds) = $0 { seconds } else { nil }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Counter.Action.AllCasePaths {
  /// Every action of a counter, for a layer that only provides its state.
  var itself: CasePath<Counter.Action, Counter.Action> {
    CasePath(embed: { $0 }, extract: { $0 })
  }
}
