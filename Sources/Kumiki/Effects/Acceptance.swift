/// The surroundings in which the store takes an effect in: whose it is, and who may cancel it.
@usableFromInline
package struct Acceptance {
  @usableFromInline package let table: EffectTable
  /// The feature that returned the effect, as a node of the cancellation tree.
  @usableFromInline package var scope: ScopeNode
  /// The ids around the effect, innermost first.
  @usableFromInline package var groups: CancelGroup?
  /// The send that the effect belongs to; nil: that of the running burst.
  @usableFromInline package var cascade: Cascade?
  /// The chain link that the effect is part of.
  @usableFromInline package var join: Join?

  @inlinable
  package init(table: EffectTable, scope: ScopeNode, cascade: Cascade? = nil) {
    self.table = table
    self.scope = scope
    self.cascade = cascade
  }

  /// True once something around the effect was cancelled: nothing more may begin here.
  package var isCancelled: Bool {
    if table.isEnded || scope.isEnded || cascade?.isCancelled == true { return true }
    var list = groups
    while let here = list {
      if here.isCancelled { return true }
      list = here.outer
    }
    return false
  }
}

/// Counts the unfinished effects of a chain link and says when there are none.
@usableFromInline
package final class Join {
  @exclusivity(unchecked) private var pending = 0
  private let completion: () -> Void

  init(_ completion: @escaping () -> Void) { self.completion = completion }

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    if pending == 0 { completion() }
  }
}
