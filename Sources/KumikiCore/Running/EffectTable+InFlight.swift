extension EffectTable {
  /// Cancels the effects at work that the end of a program waits for, with the rest of their chains.
  final func cancelWork() { for entry in inFlight where entry.isAtWork { entry.drop() } }

  /// The running effects, from the first accepted to the last.
  package var inFlight: [EffectEntry] { root.everyEntry.sorted { $0.serial < $1.serial } }
}

extension ScopeNode {
  /// The running effects here and below, in no order.
  var everyEntry: [EffectEntry] {
    var found: [EffectEntry] = []
    var stack = [self]
    while let node = stack.popLast() {
      found += node.entries.all
      node.children.append(to: &stack)
    }
    return found
  }
}

extension EffectTable {
  /// The running effect that has sent the action that is being reduced.
  package var sender: EffectEntry? {
    burst.source.effect.flatMap { serial in inFlight.first { $0.serial == serial } }
  }
}

extension EffectEntry {
  /// The ids around the effect, innermost first: what `cancel(id:)` finds it by.
  package var ids: [AnyHashable] { groups?.outward.map(\.id) ?? [] }
}
