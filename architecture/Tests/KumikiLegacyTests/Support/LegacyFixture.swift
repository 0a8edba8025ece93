import KumikiLegacy

/// A store on a virtual loop, and the reported issues.
@MainActor final class LegacyFixture<State, Action> {
  let loop: Loop
  let store: Store<State, Action>
  private(set) var issues: [Issue] = []

  init(_ make: (Loop) -> Store<State, Action>) throws {
    loop = try Loop(.virtual)
    store = make(loop)
    loop.onIssue = { [unowned self] in issues.append($0) }
  }

  deinit { loop.close() }

  var state: State { store.state }
  var codes: [Issue.Code] { issues.map(\.code) }

  func send(_ action: Action) { store.send(action) }

  func advance(seconds: UInt64) throws { try loop.advance(by: seconds * 1_000_000_000) }
}

/// A simple feature: a number that increases immediately, or after a time.
struct Tally: ReducerProtocol {
  struct State: Equatable {
    var number = 0
  }

  enum Action: Equatable {
    case down
    case later
    case up
  }

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .down: state.number -= 1
    case .later: return EffectTask(value: .up).delay(for: .seconds(1))
    case .up: state.number += 1
    }
    return .none
  }
}
