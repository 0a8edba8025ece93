/// Runs a child feature on a part of the state, for the actions in its branch.
///
///     Scope(state: \.settings, action: \.settings) { Settings() }
///
/// On a case of an enum state, an action that arrives while the state is in another case is the issue
/// `wrong-case`; the child is not run. A scope adds no identity: cancellation ids used inside are the
/// parent's.
///
/// A class, as every operator with several parts: a closure that captures it counts one reference,
/// where of a struct it would count one for each part, at each step.
public final class Scope<Part: StateOptic, Branch: ActionOptic, Child: Reducer>: TrailPoint, Reducer
where Part.Value == Child.State, Branch.Value == Child.Action {
  public typealias State = Part.Root
  public typealias Action = Branch.Root
  public typealias Body = Never

  @usableFromInline let part: Part
  @usableFromInline let branch: Branch
  @usableFromInline let child: Child
  @usableFromInline let label: OperatorLabel
  @usableFromInline let knownPlace = LazyPlace()

  @inlinable
  public init(_ part: Part, _ branch: Branch, _ child: Child, label: OperatorLabel) {
    self.part = part
    self.branch = branch
    self.child = child
    self.label = label
    super.init { scope, effect in
      BareEffect(unsafeDowncast(scope, to: Scope.self).scoped(Effect(bare: effect)))
    }
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let childAction = branch.extract(from: action) else { return .none }
    let context = ReduceContext.current
    if ReduceContext.hasRunning(context) { return reduceRunning(&state, childAction, context) }
    // Beside the closure, not its result: an optional effect is told from nil by bits that `.none`
    // leaves unset, which is harmless but not clean under valgrind.
    var effect = Effect<Child.Action>.none
    let reached: Void? = part.modify(&state) { value in
      effect = child.reduce(into: &value, action: childAction)
    }
    if reached == nil { reportAbsence(state) }
    return effect.isNone ? .none : scoped(effect)
  }

  @inlinable @inline(__always)
  public func descend(
    into state: UnsafeMutablePointer<State>, action: UnsafePointer<Action>, by trail: Trail
  ) -> BareEffect {
    // Where an action can be noted and the part is always there, the child's step is all there is.
    if Trail.carries(Child.Action.self), let step = child.heldStep {
      guard let room = trail.room, let offset = part.fixedOffset else {
        return descendApart(state, action, trail)
      }
      guard let childAction = lend(action, to: { branch.extract(from: $0) }) else { return .none }
      trail.note(in: room, self, step, UnsafeMutableRawPointer(state) + offset, childAction)
      return .none
    }
    return descendHere(state, action, trail)
  }

  /// Runs the child's step now.
  @inlinable @inline(__always)
  func descendHere(
    _ state: UnsafeMutablePointer<State>, _ action: UnsafePointer<Action>, _ trail: Trail
  ) -> BareEffect {
    guard trail.isQuiet else { return descendRunning(state, action) }
    guard let childAction = lend(action, to: { branch.extract(from: $0) }) else { return .none }
    var effect = BareEffect.none
    let reached: Void? = part.modify(&state.pointee) { value in
      effect = _withUnprotectedUnsafeMutablePointer(to: &value) { value in
        _withUnprotectedUnsafePointer(to: childAction) { action in
          trail.follow { child.descend(into: value, action: action, by: trail) }
        }
      }
    }
    if reached == nil { reportAbsence(state.pointee) }
    return effect.isNone ? .none : BareEffect(scoped(Effect(bare: effect)))
  }

  @inlinable @inline(never)
  func descendApart(
    _ state: UnsafeMutablePointer<State>, _ action: UnsafePointer<Action>, _ trail: Trail
  ) -> BareEffect { descendHere(state, action, trail) }

  @inlinable @inline(never)
  func descendRunning(
    _ state: UnsafeMutablePointer<State>, _ action: UnsafePointer<Action>
  ) -> BareEffect {
    BareEffect(lend(action) { reduce(into: &state.pointee, action: $0) })
  }

  /// The same where effects run at or below the parent: the child may have some of its own.
  @inlinable @inline(never)
  func reduceRunning(
    _ state: inout State, _ action: Child.Action, _ context: UnsafeMutablePointer<ReduceContext>?
  ) -> Effect<Action> {
    var effect = Effect<Child.Action>.none
    let reached: Void? = part.modify(&state) { value in
      effect = ReduceContext.descend(context, { key }) {
        child.reduce(into: &value, action: action)
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

  @inlinable @inline(never) var key: ScopeKey { ScopeKey(place: knownPlace(part.place)) }

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
        State.allCasePaths[keyPath: casePath], place: Place(casePath), name: "\(casePath)"),
      Action.allCasePaths[keyPath: actionPath], child(),
      label: OperatorLabel("Scope", at: Site(fileID, line)))
  }
}
