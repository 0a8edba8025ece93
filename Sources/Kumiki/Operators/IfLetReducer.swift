/// Runs a child feature on an optional part of the state: the child first, then the parent.
///
///     Reduce { state, action in … }
///       .ifLet(\.details, action: \.details) { Details() }
///
/// A child action while the child is null is the issue `absent-child`; the parent runs. When the
/// parent's step removes the child, or replaces it by one with another identity, the child's effects
/// are cancelled. An alert goes with its own action, unless the parent replaced it.
public final class IfLetReducer<
  Parent: Reducer, Part: StateOptic, Branch: ActionOptic, Identity: ChildIdentity, Child: Reducer
>: ReducerOperator
where
  Part.Root == Parent.State, Branch.Root == Parent.Action, Part.Value == Child.State,
  Branch.Value == Child.Action, Identity.Root == Parent.State
{
  public typealias State = Parent.State
  public typealias Action = Parent.Action
  public typealias Body = Never

  @usableFromInline let parent: Parent
  @usableFromInline let part: Part
  @usableFromInline let branch: Branch
  @usableFromInline let identity: Identity
  @usableFromInline let child: Child
  @usableFromInline let label: OperatorLabel
  @usableFromInline let knownID = LazyOpticID()

  @inlinable
  public init(
    _ parent: Parent, _ part: Part, _ branch: Branch, _ identity: Identity, _ child: Child,
    label: OperatorLabel
  ) {
    self.parent = parent
    self.part = part
    self.branch = branch
    self.identity = identity
    self.child = child
    self.label = label
  }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    let before = identity.value(in: &state)
    var effect = Effect<Action>.none
    if context.hasRunning { effect = context.endStale(at: opticID, except: occupant(before)) }

    let childAction = branch.extract(from: action)
    if let childAction {
      effect = effect.merge(with: runChild(&state, childAction, before, context))
    }
    let afterChild = identity.value(in: &state)
    effect = effect.merge(with: parent._step(into: &state, action: action, in: context))
    if childAction != nil { identity.dismissAlert(in: &state, unlessReplaced: afterChild) }

    guard let before, identity.value(in: &state) != before else { return effect }
    if effect.isNone, !context.hasRunning { return effect }
    return effect.merge(with: .end(key(before)))
  }

  @inlinable
  func runChild(
    _ state: inout State, _ action: Child.Action, _ before: Identity.Value?,
    _ context: StepContext
  ) -> Effect<Action> {
    // Beside the closure, as in Scope: an optional effect is not clean under valgrind.
    var effect = Effect<Child.Action>.none
    let reached: Void? = part.modify(&state) { value in
      effect = context.descend({ key(before) }) {
        child._step(into: &value, action: action, in: context)
      }
    }
    guard reached != nil else {
      reportAbsence(state)
      return .none
    }
    if effect.isNone { return .none }
    let branch = branch
    return effect.scoped(key(before), .feature, embed: { branch.embed($0) })
  }

  @inlinable
  var opticID: OpticID { knownID(part.opticID) }

  @inlinable @inline(never)
  func key(_ child: Identity.Value?) -> ScopeKey {
    ScopeKey(optic: opticID, child: occupant(child))
  }

  @inlinable
  func occupant(_ child: Identity.Value?) -> ChildID { child.map { ChildID($0) } ?? .sole }

  @usableFromInline
  func reportAbsence(_ state: State) {
    ReduceContext.report(
      part.absence,
      "an action arrived for \(part.name), \(part.whyAbsent(in: state)); the parent was run without it. "
        + "Likely: another reducer removed it earlier in this action, or an effect outlived it.",
      label: label.text, statePath: part.path(in: state))
  }
}

/// How ``IfLetReducer`` distinguishes one child from the next.
public protocol ChildIdentity<Root> {
  associatedtype Root
  associatedtype Value: Hashable

  /// The identity of the child: equal as long as the child goes on, nil where there is none.
  func value(in root: inout Root) -> Value?
  /// Called after an action of the child: removes the child if it is an alert or dialog, unless the parent
  /// put something else there.
  func dismissAlert(in root: inout Root, unlessReplaced before: Value?)
}

/// The identity of a typed optional: the case and the `id` of the value; of an alert, the alert's own id.
public struct OptionalIdentity<Root, Wrapped>: ChildIdentity {
  @usableFromInline let base: PropertyOptic<Root, Wrapped?>
  @safe @usableFromInline unowned(unsafe) let type: PresentedType

  @inlinable
  public init(_ keyPath: WritableKeyPath<Root, Wrapped?>) {
    base = PropertyOptic(keyPath)
    type = PresentedType.of(Wrapped.self).object
  }

  @inlinable
  public func value(in root: inout Root) -> PresentedIdentity? {
    let type = type
    return base.modify(&root) { wrapped in
      wrapped.map { type.isFixed ? .fixed : type.identity(of: $0) }
    } ?? nil
  }

  @inlinable
  public func dismissAlert(in root: inout Root, unlessReplaced before: PresentedIdentity?) {
    guard type.mayBeEphemeral, let before, before.payload == .ephemeral else { return }
    if value(in: &root) == before { base.modify(&root) { $0 = nil } }
  }
}

extension Reducer {
  /// Embeds a child feature that runs while an optional part of the state is there.
  @inlinable
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ keyPath: WritableKeyPath<State, ChildState?>,
    action casePath: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, OptionalOptic<State, ChildState>, CasePath<Action, ChildAction>,
    OptionalIdentity<State, ChildState>, Child
  > where Action: CasePathable {
    IfLetReducer(
      self, OptionalOptic(keyPath), Action.allCasePaths[keyPath: casePath],
      OptionalIdentity(keyPath), child(), label: OperatorLabel("ifLet", at: Site(fileID, line)))
  }
}
