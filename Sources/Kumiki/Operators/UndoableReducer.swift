/// A reducer whose steps can be undone and redone.
///
/// A step is an action that counts and changes the part. `undo` takes back what the last step wrote, and nothing
/// else; `redo` what the undo wrote. Then the reducer runs with that action, as a parent does after its child, so that
/// whatever runs for what has gone is ended, and the reducer may answer. Without a step that has something to take
/// back nothing happens. A new step drops what could be redone.
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
      part.clear(&state)
      part.show(&state)
      return .none
    }
    let isBack = part.restore(word, in: &state)
    part.show(&state)
    guard isBack, act.isRead(action) else { return .none }
    return run(&state, action, context, .none, at: 0)
  }

  /// An action of the reducer's own.
  @inlinable
  func record(
    _ state: inout State, _ action: Action, _ context: StepContext
  ) -> Effect<Action> {
    let moment = grouping > 0 ? context.now : 0
    if !act.counts(action) { return run(&state, action, context, .none, at: moment) }
    let kind: UndoStepKind = part.joins(&state, at: moment, within: grouping) ? .joining : .own
    return run(&state, action, context, kind, at: moment)
  }

  /// Runs the reducer, in a step of a kind.
  @inlinable
  func run(
    _ state: inout State, _ action: Action, _ context: StepContext, _ kind: UndoStepKind,
    at moment: UInt64
  ) -> Effect<Action> {
    let step = part.begin(&state, kind)
    let effect = base._step(into: &state, action: action, in: context)
    guard let step else { return effect }
    if let change = part.end(step, kind, &state) {
      part.push(change, limit: limit, at: moment, &state)
    }
    part.show(&state)
    return effect
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
  /// what it writes, and the first write to an array or a dictionary of the part a copy of its storage. The part
  /// comes back as a whole, over what was written to it beside the steps.
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

  /// Makes the steps of this reducer on rows undoable.
  ///
  ///     Reduce { state, action in … }
  ///       .undoable(\.rows, history: \.history, action: \.history) { if case .tick = $0 { false } else { true } }
  ///
  /// As the other one, row by row: an undo takes back what its step did to each row, and what was written to the
  /// others since stays. A row that comes back stands behind the nearest row before it that is there.
  ///
  /// - Parameters:
  ///   - part: the rows. Compared before and after a step.
  ///   - history: where the steps are kept.
  ///   - casePath: the actions.
  ///   - limit: so many steps are kept, the last ones; 1 at least.
  ///   - grouping: steps that follow each other within this time, by the loop's clock, are one.
  ///   - isStep: whether what an action changes is a step; of all unless told.
  public func undoable<ID: Hashable, Element: Equatable>(
    _ part: WritableKeyPath<State, IdentifiedArray<ID, Element>>,
    history: WritableKeyPath<State, UndoHistory<IdentifiedArray<ID, Element>>>,
    action casePath: CaseKeyPath<Action, UndoAction>, limit: Int = 100,
    grouping: Duration = .zero, counting isStep: @escaping (Action) -> Bool = { _ in true }
  ) -> UndoableReducer<Self, KeyPathRowsUndo<State, ID, Element>, CaseUndoActions<Action>>
  where Action: CasePathable {
    UndoableReducer(
      self, KeyPathRowsUndo(part, history),
      CaseUndoActions(CasePath(casePath), isStep), limit: max(1, limit),
      grouping: grouping.wholeNanoseconds)
  }
}
