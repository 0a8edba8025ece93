/// Runs a child feature on a part of the state, for the actions in its branch.
///
///     Scope(state: \.settings, action: \.settings) { Settings() }
///
/// On a case of an enum state, an action that arrives while the state is in another case is the issue
/// `wrong-case`; the child is not run. A scope adds no identity: cancellation ids used inside are the
/// parent's.
///
/// A class, as every operator with several parts: a closure that captures it retains one reference, where
/// capturing a struct would retain each part, at each step.
public final class Scope<Part: StateOptic, Branch: ActionOptic, Child: Reducer>: ReducerOperator
where Part.Value == Child.State, Branch.Value == Child.Action {
  public typealias State = Part.Root
  public typealias Action = Branch.Root
  public typealias Body = Never

  @usableFromInline let part: Part
  @usableFromInline let branch: Branch
  @usableFromInline let child: Child
  @usableFromInline let label: OperatorLabel
  @usableFromInline let knownID = LazyOpticID()

  @inlinable
  public init(_ part: Part, _ branch: Branch, _ child: Child, label: OperatorLabel) {
    self.part = part
    self.branch = branch
    self.child = child
    self.label = label
  }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    guard let childAction = branch.extract(from: action) else { return .none }
    // Beside the closure, not its result: an optional effect is told from nil by bits that `.none`
    // leaves unset, which is harmless but not clean under valgrind.
    var effect = Effect<Child.Action>.none
    let reached: Void? = part.modify(&state) { value in
      effect = context.descend({ key }) {
        child._step(into: &value, action: childAction, in: context)
      }
    }
    if reached == nil { reportAbsence(state) }
    return effect.isNone ? .none : scoped(effect)
  }

  /// The child's effect as the parent's.
  @inlinable @inline(never)
  func scoped(_ effect: Effect<Child.Action>) -> Effect<Action> {
    let branch = branch
    return effect.scoped(key, .transparent, embed: { branch.embed($0) })
  }

  @inlinable @inline(never) var key: ScopeKey { ScopeKey(optic: knownID(part.opticID)) }

  @usableFromInline
  func reportAbsence(_ state: State) {
    ReduceContext.report(
      part.absence,
      "an action arrived for \(part.name), \(part.whyAbsent(in: state)); nothing was run",
      label: label.text, statePath: part.path(in: state))
  }
}

extension Scope {
  /// A child on a property of the state.
  @inlinable
  public convenience init<State, Action, ChildState, ChildAction>(
    state keyPath: WritableKeyPath<State, ChildState>,
    action casePath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == PropertyOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>,
    Action: CasePathable
  {
    self.init(
      PropertyOptic(keyPath), Action.allCasePaths[keyPath: casePath], child(),
      label: OperatorLabel("Scope", at: Site(fileID, line)))
  }

  /// A child on a case of an enum state.
  @inlinable
  public convenience init<State, Action, ChildState, ChildAction>(
    state casePath: CaseKeyPath<State, ChildState>,
    action actionPath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  )
  where
    Part == CaseOptic<State, ChildState>, Branch == CasePath<Action, ChildAction>,
    State: CasePathable, Action: CasePathable
  {
    self.init(
      CaseOptic(
        State.allCasePaths[keyPath: casePath], opticID: OpticID(casePath), name: "\(casePath)"),
      Action.allCasePaths[keyPath: actionPath], child(),
      label: OperatorLabel("Scope", at: Site(fileID, line)))
  }
}
