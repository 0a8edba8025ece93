/// The base of every operator that embeds a child: the parent, the optics that reach the child in the
/// parent's state and actions, and the child.
///
/// A class, so that a closure that captures an operator retains one reference. Capturing a struct would
/// retain each of its parts, at each step.
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

  /// Where it is kept what was looked at of the children, for effects that follow the state.
  final var followedKey: ScopeKey {
    ScopeKey(optic: followedID(OpticID(FollowedChildrenPlace(children: opticID))))
  }

  /// Looks at the child under `key`. It may be another one than at the last look: then all in it is new, though the
  /// step may have written its identity alone.
  @usableFromInline
  final func followOccupant<Result>(
    _ context: StepContext, _ key: ScopeKey, _ look: (_ isNew: Bool) -> Effect<Result>,
    _ scoped: (Effect<Result>) -> Effect<Action>
  ) -> Effect<Action> {
    let marked = followedKey
    let before = context.memory(under: marked) as? FollowedOccupant
    context.noteFollowed(marked.optic)
    let isNew = before.map { $0.key != key } ?? false
    let own = look(isNew)
    let effect = own.isNone ? .none : scoped(own)
    // Where nothing has begun yet another child has nothing to begin that was not written.
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

/// Not a ``FollowedPlace``: an effect may follow the part of the children as a whole.
private struct FollowedChildrenPlace: Hashable {
  let children: OpticID
}

/// The child that was looked at last.
private final class FollowedOccupant {
  let key: ScopeKey

  init(_ key: ScopeKey) { self.key = key }
}

// MARK: - A child that may be absent

extension ChildOperator
where
  Act: ActionOptic, Act.Root == Parent.Action, Part.Value == Child.State, Act.Value == Child.Action
{
  /// Runs the child and returns its effect as the parent's. Reports an issue if the child is absent.
  ///
  /// - Parameter consequence: what the issue says about what was run instead.
  @inlinable @inline(__always)
  final func runChild(
    _ state: inout State, _ action: Child.Action, _ context: StepContext, _ kind: ScopeNode.Kind,
    orElse consequence: StaticString, _ key: () -> ScopeKey
  ) -> Effect<Action> {
    // Set in the closure instead of returned from it: `.none` leaves the bits uninitialised by which an
    // optional effect is compared with nil. That is harmless, but valgrind reports it.
    var effect = Effect<Child.Action>.none
    let reached: Void? = part.modify(&state) { value in
      effect = context.descend(key) {
        child._step(into: &value, action: action, in: context)
      }
    }
    if reached == nil { reportAbsence(state, consequence) }
    return effect.isNone ? .none : scoped(effect, key(), kind)
  }

  /// What begins and ends in the child because of the state, as the parent's effect.
  ///
  /// - Parameter isNew: whether the child is another one than before.
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
