/// A reducer whose steps can be undone and redone.
///
/// A step is an action that counts and changes the part. `undo` brings the part back to what it was before the
/// last step, `redo` to what it was before the undo; then the reducer runs with that action, as a parent does
/// after its child, so that whatever runs for what has gone is ended, and the reducer may answer. Without a
/// step to go back to nothing happens. A new step drops what could be redone.
public final class UndoableReducer<
  Base: Reducer, Part: UndoOptic, Act: UndoActionOptic
>: ReducerOperator where Part.Root == Base.State, Act.Root == Base.Action {
  /// The state of the reducer whose writes it keeps.
  public typealias State = Base.State
  /// The action of the reducer whose writes it keeps.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let part: Part
  @usableFromInline let act: Act
  /// So many steps are kept.
  @usableFromInline let limit: Int
  /// Steps that follow each other within so many nanoseconds are one.
  @usableFromInline let grouping: UInt64

  /// Made by `undoable`.
  @inlinable
  public init(_ base: Base, _ part: Part, _ act: Act, limit: Int, grouping: UInt64) {
    self.base = base
    self.part = part
    self.act = act
    self.limit = limit
    self.grouping = grouping
  }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    guard let word = act.word(of: action) else { return record(&state, action, context) }
    if word == .clear {
      part.withHistory(of: &state) { $0.clear() }
      part.show(&state)
      return .none
    }
    guard goBack(&state, word), act.isRead(action) else { return .none }
    return run(&state, action, context, joining: true, at: 0)
  }

  /// An action of the reducer's own.
  @inlinable
  func record(
    _ state: inout State, _ action: Action, _ context: StepContext
  ) -> Effect<Action> {
    let moment = grouping > 0 ? context.now : 0
    let joining =
      !act.counts(action)
      || part.withHistory(of: &state) { $0.joins(at: moment, within: grouping) }
    return run(&state, action, context, joining: joining, at: moment)
  }

  /// Runs the reducer.
  ///
  /// - Parameter joining: what it changes is no step of its own.
  @inlinable
  func run(
    _ state: inout State, _ action: Action, _ context: StepContext, joining: Bool,
    at moment: UInt64
  ) -> Effect<Action> {
    let step = part.begin(&state, joining: joining)
    let effect = base._step(into: &state, action: action, in: context)
    guard let step else { return effect }
    if let change = part.end(step, &state, always: false) {
      part.withHistory(of: &state) { $0.push(change, limit: limit, at: moment) }
    }
    part.show(&state)
    return effect
  }

  /// - Returns: false where there was nothing to go back to.
  @inlinable
  func goBack(_ state: inout State, _ word: UndoAction) -> Bool {
    guard let step = part.begin(&state, joining: false) else { return false }
    let change = part.withHistory(of: &state) { $0.take(word) }
    if let change { part.restore(change, in: &state) }
    let back = part.end(step, &state, always: true)
    guard change != nil, let back else { return false }
    part.withHistory(of: &state) { $0.put(back, after: word) }
    part.show(&state)
    return true
  }
}

extension Reducer {
  /// Makes the steps of this reducer undoable.
  ///
  ///     Reduce { state, action in … }
  ///       .undoable(\.document, history: \.history, action: \.history, grouping: .milliseconds(500))
  ///
  /// The case holds an ``UndoAction``, which this carries out; after `undo` and `redo` the reducer runs too.
  /// Kept are the values of the part before each step. They share what is copied on write, so a step costs
  /// what it writes, and the first write to an array or a dictionary of the part a copy of its storage. What
  /// is written to the part beside the steps belongs to the step before.
  ///
  /// - Parameters:
  ///   - part: what is brought back. Compared before and after a step.
  ///   - history: where the steps are kept.
  ///   - casePath: the actions.
  ///   - limit: so many steps are kept, the last ones; 1 at least.
  ///   - grouping: steps that follow each other within this time, by the loop's clock, are one.
  ///   - isStep: whether what an action changes is a step; of all unless told.
  public func undoable<Part: Equatable>(
    _ part: WritableKeyPath<State, Part>, history: WritableKeyPath<State, UndoHistory<Part>>,
    action casePath: CaseKeyPath<Action, UndoAction>, limit: Int = 100,
    grouping: Duration = .zero, counting isStep: @escaping (Action) -> Bool = { _ in true }
  ) -> UndoableReducer<Self, KeyPathUndo<State, Part>, CaseUndoActions<Action>>
  where Action: CasePathable {
    UndoableReducer(
      self, KeyPathUndo(part, history),
      CaseUndoActions(CasePath(casePath), isStep), limit: max(1, limit),
      grouping: grouping.wholeNanoseconds)
  }
}
