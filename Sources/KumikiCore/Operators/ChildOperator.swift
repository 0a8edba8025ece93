/// The base of every operator that embeds a child: the parent, the optics that locate the child in the parent's state
/// and actions, and the child.
///
/// A class, so that a closure that captures an operator retains one reference. Capturing a struct would retain each of
/// its members, at each step.
@_documentation(visibility: internal)
public class ChildOperator<Parent: Reducer, Part: StateOptic, Act, Child: Reducer>
where Part.Root == Parent.State {
  public typealias State = Parent.State
  public typealias Action = Parent.Action

  @usableFromInline final let parent: Parent
  @usableFromInline final let part: Part
  @usableFromInline final let act: Act
  @usableFromInline final let child: Child
  @usableFromInline final let label: OperatorLabel
  @usableFromInline final let knownID = LazyOpticID()
  private final let followedID = LazyOpticID()

  @inlinable
  public init(
    _ parent: Parent, _ part: Part, _ act: Act, _ child: Child, label: OperatorLabel
  ) {
    self.parent = parent
    self.part = part
    self.act = act
    self.child = child
    self.label = label
  }

  @inlinable
  final var opticID: OpticID { knownID(part.opticID) }

  @inlinable @inline(never)
  final func key(_ child: ChildID = .sole) -> ScopeKey { ScopeKey(optic: opticID, child: child) }

  /// The key of the record of the last follow pass over the children, for state-driven effects.
  final var followedKey: ScopeKey {
    ScopeKey(optic: followedID(OpticID(FollowedChildrenPlace(children: opticID))))
  }

  /// Runs the follow pass on the child under `key`. The child may be a different one than in the last pass. In that
  /// case everything in it counts as new, even if the step wrote only its identity.
  @usableFromInline
  final func followOccupant<Result>(
    _ context: StepContext, _ key: ScopeKey, _ follow: (_ isNew: Bool) -> Effect<Result>,
    _ scoped: (Effect<Result>) -> Effect<Action>
  ) -> Effect<Action> {
    let marked = followedKey
    let before = context.memory(under: marked) as? FollowedOccupant
    context.noteFollowed(marked.optic)
    let isNew = before.map { $0.key != key } ?? false
    let own = follow(isNew)
    let effect = own.isNone ? .none : scoped(own)
    // If no effect has started yet, nothing is recorded: a new child starts only effects whose places are written.
    if before?.key == key || !isNew && own.isNone { return effect }
    return effect.merge(with: .remembering(FollowedOccupant(key), under: marked))
  }

  @usableFromInline
  final func report(_ code: Issue.Code, _ message: String, _ state: State) {
    let typed = part.issuePart
    ReduceContext.report(
      code, message, label: label.text, statePath: typed == nil ? part.path(in: state) : nil,
      part: typed ?? .unknown)
  }
}

/// Not a ``FollowedPlace``, because an effect may follow the part that contains the children as a whole.
private struct FollowedChildrenPlace: Hashable {
  let children: OpticID
}

/// The child of the last follow pass.
private final class FollowedOccupant {
  let key: ScopeKey

  init(_ key: ScopeKey) { self.key = key }
}

// MARK: - A child that may be absent

extension ChildOperator
where
  Act: ActionOptic, Act.Root == Parent.Action, Part.Value == Child.State, Act.Value == Child.Action
{
  /// Runs the child and returns its effect as the parent's effect. Reports an issue if the child is absent.
  ///
  /// - Parameter consequence: the text of the issue about what ran instead.
  @inlinable @inline(__always)
  final func runChild(
    _ state: inout State, _ action: Child.Action, _ context: StepContext, _ kind: ScopeNode.Kind,
    orElse consequence: StaticString, _ key: () -> ScopeKey
  ) -> Effect<Action> {
    // Set in the closure and not returned from it. Comparing an optional effect with nil reads bits that `.none` leaves
    // uninitialised, which is harmless but reported by valgrind.
    var effect = Effect<Child.Action>.none
    let reached: Void? = part.modify(&state) { value in
      effect = context.descend(key) {
        child._step(into: &value, action: action, in: context)
      }
    }
    if reached == nil { reportAbsence(state, consequence) }
    return effect.isNone ? .none : scoped(effect, key(), kind)
  }

  /// Starts and ends the child's state-driven effects, and returns the result as the parent's effect.
  ///
  /// - Parameter isNew: whether the child is a different one than in the last pass.
  @usableFromInline
  final func followChild(
    _ state: inout State, _ context: StepContext, _ kind: ScopeNode.Kind, isNew: Bool = false,
    _ key: () -> ScopeKey
  ) -> Effect<Action> {
    var effect = Effect<Child.Action>.none
    let isWhole = part.isWhole
    let reached: Void? = part.modify(&state) { value in
      effect = context.followChild(isWhole: isWhole, isNew: isNew, key) {
        child._follow(&value, in: context)
      }
    }
    if reached != nil { context.noteFollowed(opticID) }
    return effect.isNone ? .none : scoped(effect, key(), kind)
  }

  @inlinable @inline(never)
  final func scoped(
    _ effect: Effect<Child.Action>, _ key: ScopeKey, _ kind: ScopeNode.Kind
  ) -> Effect<Action> {
    let act = act
    return effect.scoped(key, kind, embed: { act.embed($0) })
  }

  @usableFromInline
  final func reportAbsence(_ state: State, _ consequence: StaticString) {
    let why = part.caseUp(in: state).map { "while the state is \($0)" } ?? "which is absent"
    report(
      part.absence, "an action arrived for \(part.name), \(why); \(consequence)", state)
  }
}
