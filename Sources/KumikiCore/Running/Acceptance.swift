/// The context of an effect's acceptance by the store: the effect's feature, and the ids around it.
///
/// An acceptance is passed down through the nodes of an effect and retains nothing: the store, a node or a running
/// effect further up holds the objects. Code that keeps an acceptance for later keeps a ``HeldAcceptance``.
@usableFromInline
package struct Acceptance {
  @usableFromInline let heldTable: Uncounted<EffectTable>
  /// The node, in the cancellation tree, of the feature that returned the effect.
  @usableFromInline var heldScope: Uncounted<ScopeNode>
  /// The ids around the effect, innermost first.
  @usableFromInline var heldGroups: Uncounted<CancelGroup>?
  @usableFromInline var heldTaskTree: Uncounted<TaskTree>?
  /// The member of a chain that contains the effect.
  @usableFromInline var heldJoin: Uncounted<Join>?
  /// The part of a state-driven effect that this is.
  @usableFromInline var part = EffectPart()

  @inlinable
  package init(table: EffectTable, scope: ScopeNode, _ delivery: Delivery) {
    heldTable = Uncounted(table)
    heldScope = Uncounted(scope)
    heldTaskTree = delivery.heldTaskTree
  }

  package var table: EffectTable { heldTable.object }

  package var scope: ScopeNode { heldScope.object }

  package var groups: CancelGroup? { heldGroups?.object }

  package var join: Join? { heldJoin?.object }

  /// The send that caused the effect; nil for the send of the running burst.
  package var taskTree: TaskTree? { heldTaskTree?.object }

  /// The data that accompanies an action that the effect sends during its acceptance.
  var delivery: Delivery {
    let source: ActionSource = heldTable.with { $0.isTraced ? $0.stepSource : .program }
    return Delivery(held: heldTaskTree, source: source)
  }

  /// Whether a cancellation applies to the effect. If so, no further effect may start here.
  package var isCancelled: Bool {
    if heldTable.with({ $0.isEnded }) { return true }
    if heldScope.with({ $0.isEnded }) { return true }
    if let heldTaskTree, heldTaskTree.with({ $0.isCancelled }) { return true }
    return groups?.outward.contains(where: \.isCancelled) ?? false
  }

  /// The features and ids around the effect.
  var surroundings: EffectSurroundings {
    EffectSurroundings(
      scope: scope.upward.compactMap(\.key).reversed(),
      ids: groups?.names ?? [])
  }

  /// Calls `body` with this acceptance inside a new group.
  func within(
    _ id: AnyHashable, in turn: (any EffectTurn)? = nil, _ body: (Acceptance) -> Void
  ) {
    let group = CancelGroup(
      id, of: scope.identity, inside: groups, turn: turn ?? groups?.turn)
    var inner = self
    inner.heldGroups = Uncounted(group)
    withExtendedLifetime(group) { body(inner) }
  }

  /// Calls `body` with this acceptance, and `ended` once everything that `body` started has finished or was cancelled.
  ///
  /// - Parameter isAwaited: whether the end of the program waits for the effects that `body` starts.
  func counting(
    isAwaited: Bool = false, _ ended: @escaping () -> Void = {}, _ body: (Acceptance) -> Void
  ) {
    let outer = join
    outer?.enter()
    let own = Join(in: outer, isAwaited: isAwaited) {
      ended()
      return outer
    }
    var inner = self
    inner.heldJoin = Uncounted(own)
    own.enter()
    body(inner)
    own.leave()
  }
}

/// An acceptance that retains its objects.
struct HeldAcceptance {
  let acceptance: Acceptance
  private let held: (EffectTable, ScopeNode, CancelGroup?, TaskTree?, Join?)

  init(_ acceptance: Acceptance) {
    self.acceptance = acceptance
    held = (
      acceptance.table, acceptance.scope, acceptance.groups, acceptance.taskTree, acceptance.join
    )
  }
}
