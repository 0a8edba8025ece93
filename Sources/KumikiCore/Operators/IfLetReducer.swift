/// Runs a child feature on an optional part of the state: the child first, then the parent.
///
///     Reduce { state, action in … }
///       .ifLet(\.details, action: \.details) { Details() }
///
/// A child action while the child is null reports the issue `absent-child`; the parent still runs. When the parent's
/// step removes the child, or replaces it with a child of another identity, the child's effects are cancelled. An
/// action of an alert also removes the alert, unless the parent replaced it.
public final class IfLetReducer<
  Parent: Reducer, Part: StateOptic, Branch: ActionOptic, Identity: ChildIdentity, Child: Reducer
>: ChildOperator<Parent, Part, Branch, Child>, ReducerOperator
where
  Part.Root == Parent.State, Branch.Root == Parent.Action, Part.Value == Child.State,
  Branch.Value == Child.Action, Identity.Root == Parent.State
{
  @usableFromInline let identity: Identity

  /// Created by `ifLet`.
  @inlinable
  public init(
    _ parent: Parent, _ part: Part, _ branch: Branch, _ identity: Identity, _ child: Child,
    label: OperatorLabel
  ) {
    self.identity = identity
    super.init(parent, part, branch, child, label: label)
  }

  @inlinable
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    let before = identity.value(in: &state)
    var effect = Effect<Action>.none
    if context.hasRunning { effect = context.endStale(at: opticID, except: childID(before)) }

    let childAction = act.extract(from: action)
    if let childAction {
      let own = runChild(
        &state, childAction, context, .feature,
        orElse: """
          the parent was run without it. Likely: another reducer removed it earlier in this action, \
          or an effect outlived it.
          """
      ) { key(childID(before)) }
      effect = effect.merge(with: own)
    }
    let afterChild = identity.value(in: &state)
    effect = effect.merge(with: parent._step(into: &state, action: action, in: context))
    if childAction != nil { identity.dismissAlert(in: &state, unlessReplaced: afterChild) }

    guard let before, identity.value(in: &state) != before else { return effect }
    if effect.isNone, !context.hasRunning { return effect }
    return effect.merge(with: .end(key(childID(before))))
  }

  @inlinable
  public func _follow(_ state: inout State, in context: StepContext) -> Effect<Action> {
    let identity = identity.value(in: &state)
    var effect = Effect<Action>.none
    if context.hasRunning { effect = context.endStale(at: opticID, except: childID(identity)) }
    if identity != nil {
      // Only while the child is present: the effects of a scope at the same place end with the child.
      context.noteFollowed(opticID)
      let key = key(childID(identity))
      let own = followOccupant(context, key) {
        followChild(&state, context, .feature, isNew: $0) { key }
      } _: {
        $0
      }
      effect = effect.merge(with: own)
    }
    return effect.merge(with: parent._follow(&state, in: context))
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    let parent = Parent._mayFollow(&asked)
    return Child._mayFollow(&asked) || parent
  }

  @inlinable
  func childID(_ child: Identity.Value?) -> ChildID { child.map { ChildID($0) } ?? .sole }
}

/// How ``IfLetReducer`` distinguishes one child from the next.
public protocol ChildIdentity<Root> {
  /// The parent's state.
  associatedtype Root
  /// The identity, which is compared for equality.
  associatedtype Value: Hashable

  /// Returns the identity of the child: equal values for as long as it is the same child, or nil if it is absent.
  func value(in root: inout Root) -> Value?
  /// Removes the child if it is an alert or dialog, unless the parent replaced it. Called after an action of the child.
  func dismissAlert(in root: inout Root, unlessReplaced before: Value?)
}

extension ChildIdentity {
  /// Does nothing: a case cannot become nil, so the parent decides which state follows an alert in a case.
  @inlinable
  public func dismissAlert(in _: inout Root, unlessReplaced _: Value?) {}
}

/// The identity of a typed optional: the value's case and `id`. Each alert has its own id.
public struct OptionalIdentity<Root, Wrapped>: ChildIdentity {
  @usableFromInline let base: PropertyOptic<Root, Wrapped?>
  @usableFromInline let type: Uncounted<PresentedType>

  /// Creates the identity of an optional property's value.
  @inlinable
  public init(_ keyPath: WritableKeyPath<Root, Wrapped?>) {
    base = PropertyOptic(keyPath)
    type = PresentedType.of(Wrapped.self)
  }

  @inlinable
  public func value(in root: inout Root) -> PresentedIdentity? {
    let type = type
    return base.modify(&root) { wrapped in
      wrapped.map { wrapped in type.with { $0.currentIdentity(of: wrapped) } }
    } ?? nil
  }

  @inlinable
  public func dismissAlert(in root: inout Root, unlessReplaced before: PresentedIdentity?) {
    guard type.with(\.mayBeEphemeral), let before, before.payload == .ephemeral else { return }
    if value(in: &root) == before { base.modify(&root) { $0 = nil } }
  }
}

extension Reducer {
  /// Embeds a child feature that runs while an optional part of the state is not nil.
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
      self, OptionalOptic(keyPath), CasePath(casePath),
      OptionalIdentity(keyPath), child(), label: OperatorLabel("ifLet", at: Site(fileID, line)))
  }

  /// Embeds an optional child feature that receives every action: `action: \.self`.
  @inlinable @_disfavoredOverload
  public func ifLet<ChildState, Child: Reducer<ChildState, Action>>(
    _ keyPath: WritableKeyPath<State, ChildState?>, action _: WholeKeyPath<Action>,
    @ReducerBuilder<ChildState, Action> then child: () -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, OptionalOptic<State, ChildState>, CasePath<Action, Action>,
    OptionalIdentity<State, ChildState>, Child
  > {
    IfLetReducer(
      self, OptionalOptic(keyPath), .whole, OptionalIdentity(keyPath), child(),
      label: OperatorLabel("ifLet", at: Site(fileID, line)))
  }
}
