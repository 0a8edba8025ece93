/// The surroundings in which the store takes an effect in: whose it is, and who may cancel it.
///
/// It is handed down through the nodes of an effect and counts nothing: what it names is held further
/// up, by the store, a node or a running effect. Whoever keeps it for later keeps a ``HeldAcceptance``.
@usableFromInline
package struct Acceptance {
  @usableFromInline let heldTable: Unmanaged<EffectTable>
  /// The feature that returned the effect, as a node of the cancellation tree.
  @usableFromInline var heldScope: Unmanaged<ScopeNode>
  /// The ids around the effect, innermost first.
  @usableFromInline package unowned(unsafe) var groups: CancelGroup?
  @usableFromInline var heldCascade: Unmanaged<Cascade>?
  /// The chain link that the effect is part of.
  @usableFromInline package unowned(unsafe) var join: Join?

  @inlinable
  package init(table: EffectTable, scope: ScopeNode, _ delivery: Delivery) {
    heldTable = .passUnretained(table)
    heldScope = .passUnretained(scope)
    heldCascade = delivery.heldCascade
  }

  package var table: EffectTable { heldTable.takeUnretainedValue() }

  package var scope: ScopeNode {
    get { heldScope.takeUnretainedValue() }
    set { heldScope = .passUnretained(newValue) }
  }

  /// The send that the effect belongs to; nil: that of the running burst.
  package var cascade: Cascade? {
    get { heldCascade?.takeUnretainedValue() }
    set { heldCascade = newValue.map { .passUnretained($0) } }
  }

  /// True once something around the effect was cancelled: nothing more may begin here.
  package var isCancelled: Bool {
    if heldTable._withUnsafeGuaranteedRef({ $0.isEnded }) { return true }
    if heldScope._withUnsafeGuaranteedRef({ $0.isEnded }) { return true }
    if let heldCascade, heldCascade._withUnsafeGuaranteedRef({ $0.isCancelled }) { return true }
    return groups != nil && isGroupCancelled
  }

  private var isGroupCancelled: Bool {
    var list = groups
    while let here = list {
      if here.isCancelled { return true }
      list = here.outer
    }
    return false
  }
}

/// An acceptance for later, with what it names.
struct HeldAcceptance {
  let acceptance: Acceptance
  private let held: (EffectTable, ScopeNode, CancelGroup?, Cascade?, Join?)

  init(_ acceptance: Acceptance) {
    self.acceptance = acceptance
    held = (
      acceptance.table, acceptance.scope, acceptance.groups, acceptance.cascade, acceptance.join
    )
  }
}

/// Counts the unfinished effects of a chain link and says when there are none.
@usableFromInline
package final class Join {
  @exclusivity(unchecked) private var pending = 0
  private let completion: () -> Join?

  /// - Parameter completion: answers the join that is to be left next, of the chain around.
  init(_ completion: @escaping () -> Join?) { self.completion = completion }

  func enter() { pending += 1 }

  /// A loop: chains inside one another may all end with their innermost link.
  func leave() {
    var join = self
    while true {
      join.pending -= 1
      guard join.pending == 0, let outer = join.completion() else { return }
      join = outer
    }
  }
}
