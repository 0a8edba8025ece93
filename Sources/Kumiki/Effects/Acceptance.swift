/// The surroundings in which the store takes an effect in: whose it is, and who may cancel it.
@usableFromInline
package struct Acceptance {
  package let table: EffectTable
  /// The feature that returned the effect, as a node of the cancellation tree.
  package var scope: ScopeNode
  /// The ids around the effect, innermost first.
  package var groups: GroupList?
  /// The send that the effect belongs to; nil: that of the running burst.
  package var cascade: Cascade?
  /// The chain link that the effect is part of.
  package var join: Join?

  @usableFromInline
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
      if here.group.isCancelled { return true }
      list = here.outer
    }
    return false
  }
}

/// Effects under one id that were accepted together: what `cancel(id:)` finds.
package final class CancelGroup {
  let id: AnyHashable
  let scope: ScopeNode
  var members = EntryBag()
  package var isCancelled = false

  init(id: AnyHashable, scope: ScopeNode) {
    self.id = id
    self.scope = scope
  }

  func insert(_ entry: EffectEntry) {
    if members.isEmpty { scope.groups[id, default: []].append(self) }
    members.insert(entry)
  }

  func remove(_ entry: EffectEntry) {
    members.remove(entry)
    guard members.isEmpty else { return }
    scope.groups[id]?.removeAll { $0 === self }
    if scope.groups[id]?.isEmpty == true { scope.groups[id] = nil }
  }
}

/// The ids around an effect, as a list from the innermost outwards.
package final class GroupList {
  let group: CancelGroup
  let outer: GroupList?

  init(_ group: CancelGroup, outer: GroupList?) {
    self.group = group
    self.outer = outer
  }

  func contains(_ other: CancelGroup) -> Bool {
    group === other || outer?.contains(other) ?? false
  }
}

/// Counts the unfinished effects of a chain link and says when there are none.
package final class Join {
  private var pending = 0
  private let completion: () -> Void

  init(_ completion: @escaping () -> Void) { self.completion = completion }

  func enter() { pending += 1 }

  func leave() {
    pending -= 1
    if pending == 0 { completion() }
  }
}
