import Kumiki
import KumikiTesting

/// A counter with effects of every kind that a test must account for.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var stamp: Int64 = 0
    var ids: [UniqueID] = []
  }

  enum Action: Equatable {
    case inc
    case noop
    case set(Int)
    /// Sends `first`, `second` and `third` immediately.
    case burst
    case first, second, third
    /// Sleeps a number of seconds on the clock, then sends `inc`.
    case incAfter(Int)
    /// Waits and sends `inc` by the loop's own timer, twice.
    case chain
    case startTimer, tick, stopTimer
    case close
    case stamp
    case takeID
    /// Passes through the main actor, then sends `inc`.
    case elsewhere
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.uuid) var uuid

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .inc, .tick, .first, .second, .third: state.count += 1
    case .noop: break
    case .set(let count): state.count = count
    case .burst:
      state.count += 1
      return .run { send in
        await send(.first)
        await send(.second)
        await send(.third)
      }
    case .incAfter(let seconds):
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(seconds))
        await send(.inc)
      }
    case .chain:
      return .concatenate(
        .send(.noop).delay(for: .seconds(1)), .send(.inc).delay(for: .seconds(1)))
    case .startTimer: return .timer(id: "timer", every: .seconds(1), .tick)
    case .stopTimer: return .cancel(id: "timer")
    case .close: return .run { [dismiss] _ in await dismiss() }
    case .stamp: state.stamp = date.now
    case .takeID: state.ids.append(uuid())
    case .elsewhere:
      return .run { send in
        await MainActor.run {}
        await send(.inc)
      }
    }
    return .none
  }
}

extension Counter.Action: CasePathable {
  struct AllCasePaths {
    let inc = CasePath<Counter.Action, Void>(embed: { .inc }) { $0 == .inc ? () : nil }
    let first = CasePath<Counter.Action, Void>(embed: { .first }) { $0 == .first ? () : nil }
    let set = CasePath(embed: Counter.Action.set) {
      if case .set(let count) = $0 { count } else { nil }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// A test store for the counter.
@MainActor
func counterStore(
  count: Int = 0, withDependencies update: (inout DependencyValues) -> Void = { _ in },
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> TestStoreOf<Counter> {
  TestStore(
    initialState: Counter.State(count: count), reducer: { Counter() }, withDependencies: update,
    fileID: fileID, filePath: filePath, line: line, column: column)
}
