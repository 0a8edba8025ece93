package import KumikiValues

/// Records the reducer of the store under test: each action, the state after it, and the effects that it started.
///
/// The recorder is an operator around the reducer, so a store outside of tests pays nothing for it.
package final class TestRecorder<State, Action> {
  package typealias Handled = HandledAction<State, Action>

  /// The state before the first action, if state-driven effects may have changed the state already.
  package fileprivate(set) var initial: State?
  /// Whether the next action is the one that the test sends.
  var isSending = false
  private(set) var sent: Handled?
  private(set) var arrived: [Handled] = []
  fileprivate var count = 0
  /// The actions that started effects, by number. Actions whose effects have ended are removed later.
  fileprivate(set) var starters: [Int: Action] = [:]

  package let tracker: SharedTracker

  package init(tracker: SharedTracker) { self.tracker = tracker }

  /// Puts the recorder around a reducer.
  ///
  /// - Parameters:
  ///   - toState: Copies the state for keeping.
  ///   - toAction: Copies an action for keeping.
  package func recording<Base: Reducer>(
    _ base: Base,
    state toState: @escaping (Base.State) -> State,
    action toAction: @escaping (Base.Action) -> Action
  ) -> AnyReducer<Base.State, Base.Action> {
    AnyReducer(
      RecordingReducer(
        base: AnyReducer(base), recorder: self, toState: toState, toAction: toAction))
  }

  fileprivate func note(_ handled: Handled) {
    guard isSending else { return arrived.append(handled) }
    isSending = false
    sent = handled
  }

  func takeSent() -> Handled? {
    isSending = false
    return sent.take()
  }

  func takeArrived() -> [Handled] {
    defer { arrived = [] }
    return arrived
  }

  func keepStarters(among numbers: Set<Int>) {
    if starters.count > numbers.count { starters = starters.filter { numbers.contains($0.key) } }
  }
}

private struct RecordingReducer<LiveState, LiveAction, State, Action>: ReducerOperator {
  typealias Body = Never

  let base: AnyReducer<LiveState, LiveAction>
  let recorder: TestRecorder<State, Action>
  let toState: (LiveState) -> State
  let toAction: (LiveAction) -> Action

  func _step(
    into state: inout LiveState, action: LiveAction, in context: StepContext
  ) -> Effect<LiveAction> {
    let own = context.pointer!.pointee
    let positions = GeneratorPositions(own.identifiers, own.dependencies)
    let sharedBefore = recorder.tracker.written
    let effect = base._step(into: &state, action: action, in: context)
    recorder.count += 1
    let number = recorder.count
    let kept = toAction(action)
    recorder.note(
      HandledAction(
        number: number, action: kept, followed: own.core.sender?.followed?.place,
        state: toState(state), positions: positions,
        sharedBefore: sharedBefore, shared: recorder.tracker.written))
    guard !effect.isNone else { return effect }
    recorder.starters[number] = kept
    return effect.marked(AnyHashable(ActionMark(number: number)))
  }

  func _follow(_ state: inout LiveState, in context: StepContext) -> Effect<LiveAction> {
    if recorder.initial == nil, recorder.count == 0 { recorder.initial = toState(state) }
    return base._follow(&state, in: context)
  }

  static func _mayFollow(_: inout Set<ObjectIdentifier>) -> Bool { true }
}

/// Marks the effects of one action with an enclosing id that is never cancelled.
struct ActionMark: Hashable, Sendable {
  let number: Int
}
