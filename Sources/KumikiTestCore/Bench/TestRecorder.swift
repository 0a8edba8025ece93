package import Kumiki

/// Watches the reducer of the store under test: each action, the state after it, and which effects it
/// started.
///
/// It stands between a store and its reducer, so a store that is not tested pays nothing for it.
package final class TestRecorder<State, Action> {
  package typealias Handled = HandledAction<State, Action>

  /// The next action handled is the one that the test sends.
  var isSending = false
  private(set) var sent: Handled?
  private(set) var arrived: [Handled] = []
  private var count = 0
  /// The actions that started something, by number; those whose effects have ended go in time.
  private var starters: [Int: Action] = [:]

  package init() {}

  /// Puts the recorder around a reducer's step.
  ///
  /// - Parameters:
  ///   - toState: a copy of the state, good for keeping.
  ///   - toAction: an action, good for keeping.
  package func recording<LiveState, LiveAction>(
    _ step: @escaping (inout LiveState, LiveAction) -> Effect<LiveAction>,
    state toState: @escaping (LiveState) -> State, action toAction: @escaping (LiveAction) -> Action
  ) -> (inout LiveState, LiveAction) -> Effect<LiveAction> {
    { [self] state, action in
      let positions = GeneratorPositions.current(in: ReduceContext.current!)
      let effect = step(&state, action)
      count += 1
      let kept = toAction(action)
      note(Handled(number: count, action: kept, state: toState(state), positions: positions))
      guard !effect.isNone else { return effect }
      starters[count] = kept
      return effect.marked(AnyHashable(ActionMark(number: count)))
    }
  }

  private func note(_ handled: Handled) {
    guard isSending else { return arrived.append(handled) }
    isSending = false
    sent = handled
  }

  func takeSent() -> Handled? {
    defer { sent = nil }
    isSending = false
    return sent
  }

  func takeArrived() -> [Handled] {
    defer { arrived = [] }
    return arrived
  }

  func starter(_ number: Int) -> Action? { starters[number] }

  func keepStarters(among numbers: Set<Int>) {
    if starters.count > numbers.count { starters = starters.filter { numbers.contains($0.key) } }
  }
}

/// Marks the effects of one action, as an id around them that nobody cancels.
struct ActionMark: Hashable, Sendable {
  let number: Int
}
