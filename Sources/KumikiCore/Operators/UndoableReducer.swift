/// A reducer whose steps can be undone and redone.
///
/// A step is an action that counts as a step and changes the part. `undo` reverts only the writes of the last step;
/// `redo` reverts the undo. The reducer then runs with the `undo` or `redo` action, as a parent runs after its child:
/// it can respond, and the effects of removed children end. If nothing can be reverted, nothing happens. A new step
/// discards the steps that could be redone.
public final class UndoableReducer<
  Base: Reducer, Part: UndoOptic, Act: UndoActionOptic
>: ReducerOperator
where Part.Root == Base.State, Act.Root == Base.Action, Act.State == Base.State {
  /// The state of the reducer whose steps are stored.
  public typealias State = Base.State
  /// The action of the reducer whose steps are stored.
  public typealias Action = Base.Action

  @usableFromInline let base: Base
  @usableFromInline let part: Part
  @usableFromInline let act: Act
  /// The maximum number of stored steps.
  @usableFromInline let limit: Int
  /// The time in nanoseconds within which a step joins the previous one.
  @usableFromInline let grouping: UInt64

  /// Created by `undoable`.
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
    guard let command = act.command(of: action) else { return record(&state, action, context) }
    let before = part.mark(&state)
    let isBack = perform(command, from: before, &state)
    if part.mark(&state) != before { context.noteHistory() }
    part.show(&state)
    if isBack { context.noteUndo() }
    guard isBack, act.isRead(action) else { return .none }
    return run(&state, action, context, .none, nil, at: 0)
  }

  /// Carries out an undo action. Returns whether anything was written.
  @inlinable
  func perform(_ command: UndoCommand, from mark: UndoMark, _ state: inout State) -> Bool {
    switch command {
    case .clear:
      part.clear(&state)
      return false
    case .undo(let steps): return restore(.undo, atMost: steps, leaving: 0, &state)
    case .redo(let steps): return restore(.redo, atMost: steps, leaving: 0, &state)
    case .jump(let number):
      let steps = max(0, number) - mark.lastNumber
      return steps < 0
        ? restore(.undo, atMost: .max, leaving: max(0, mark.undoCount + steps), &state)
        : restore(.redo, atMost: .max, leaving: max(0, mark.redoCount - steps), &state)
    }
  }

  @inlinable
  func restore(_ word: UndoAction, atMost most: Int, leaving left: Int, _ state: inout State)
    -> Bool
  {
    var count = 0
    while count < most, part.restore(word, leaving: left, in: &state) { count += 1 }
    return count > 0
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    base._follow(&state, in: context)
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayFollow(&asked)
  }

  /// Runs the reducer with one of its own actions and records the step.
  @inlinable
  func record(
    _ state: inout State, _ action: Action, _ context: StepContext
  ) -> Effect<Action> {
    if !act.counts(action) { return run(&state, action, context, .none, nil, at: 0) }
    let now = grouping > 0 ? context.givenNow : 0
    let said = act.describe(action, &state)
    guard let said else { return recordStep(&state, action, context, nil, at: now) }
    let before = part.mark(&state)
    let effect = recordStep(&state, action, context, said, at: now)
    if said.group == .end { part.endGroup(&state) }
    if part.mark(&state) != before { context.noteHistory() }
    return effect
  }

  @inlinable
  func recordStep(
    _ state: inout State, _ action: Action, _ context: StepContext, _ said: UndoDescription?,
    at now: UInt64
  ) -> Effect<Action> {
    let joins = part.joins(said, &state, at: now, within: grouping)
    return run(&state, action, context, joins ? .joining : .own, said, at: now)
  }

  /// Runs the reducer in a step of the given kind.
  @inlinable
  func run(
    _ state: inout State, _ action: Action, _ context: StepContext, _ kind: UndoStepKind,
    _ said: UndoDescription?, at now: UInt64
  ) -> Effect<Action> {
    let step = part.begin(&state, kind)
    let effect = base._step(into: &state, action: action, in: context)
    guard let step else { return effect }
    if let change = part.end(step, kind, said, &state) {
      part.push(change, said, limit: limit, at: now, &state)
      context.noteHistory()
    } else if kind == .joining {
      context.noteHistory()
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
  /// The case contains an ``UndoAction``, which this operator carries out; after `undo` and `redo` the reducer runs
  /// too. The history stores the part's value before each step. The values share copy-on-write storage: a step costs
  /// what it writes, plus a copy of the storage of each array or dictionary that it writes to. An undo restores the
  /// part as a whole, and therefore overwrites writes made outside of steps.
  ///
  /// - Parameters:
  ///   - part: the part to restore. It is compared before and after a step.
  ///   - history: the member that stores the steps.
  ///   - casePath: the case of the undo actions.
  ///   - limit: the number of latest steps to keep; at least 1.
  ///   - grouping: steps that follow each other within this time, on the loop's clock, count as one.
  ///   - isStep: whether an action's changes count as a step; by default all do.
  ///   - description: describes the step of an action, from the state before the step: its label, and its group.
  public func undoable<Part: Equatable>(
    _ part: WritableKeyPath<State, Part>, history: WritableKeyPath<State, UndoHistory<Part>>,
    action casePath: CaseKeyPath<Action, UndoAction>, limit: Int = 100,
    grouping: Duration = .zero, counting isStep: @escaping (Action) -> Bool = { _ in true },
    describing description: ((State, Action) -> UndoDescription?)? = nil
  ) -> UndoableReducer<Self, KeyPathUndo<State, Part>, CaseUndoActions<State, Action>>
  where Action: CasePathable {
    UndoableReducer(
      self, KeyPathUndo(part, history),
      CaseUndoActions(CasePath(casePath), isStep, description), limit: max(1, limit),
      grouping: grouping.wholeNanoseconds)
  }

  /// Makes the steps of this reducer on rows undoable.
  ///
  ///     Reduce { state, action in … }
  ///       .undoable(\.rows, history: \.history, action: \.history) { if case .tick = $0 { false } else { true } }
  ///
  /// Works like the function for other parts, but row by row: an undo reverts the step's changes of each row and keeps
  /// later writes to other rows. A restored row is placed after the nearest remaining row that preceded it.
  ///
  /// - Parameters:
  ///   - part: the rows. They are compared before and after a step.
  ///   - history: the member that stores the steps.
  ///   - casePath: the case of the undo actions.
  ///   - limit: the number of latest steps to keep; at least 1.
  ///   - grouping: steps that follow each other within this time, on the loop's clock, count as one.
  ///   - isStep: whether an action's changes count as a step; by default all do.
  ///   - description: describes the step of an action, from the state before the step: its label, and its group.
  public func undoable<ID: Hashable, Element: Equatable>(
    _ part: WritableKeyPath<State, IdentifiedArray<ID, Element>>,
    history: WritableKeyPath<State, UndoHistory<IdentifiedArray<ID, Element>>>,
    action casePath: CaseKeyPath<Action, UndoAction>, limit: Int = 100,
    grouping: Duration = .zero, counting isStep: @escaping (Action) -> Bool = { _ in true },
    describing description: ((State, Action) -> UndoDescription?)? = nil
  ) -> UndoableReducer<
    Self, KeyPathUndo<State, IdentifiedArray<ID, Element>>, CaseUndoActions<State, Action>
  > where Action: CasePathable {
    UndoableReducer(
      self, KeyPathUndo(part, history) { $0.restored(from: $1, to: $2) },
      CaseUndoActions(CasePath(casePath), isStep, description), limit: max(1, limit),
      grouping: grouping.wholeNanoseconds)
  }
}
