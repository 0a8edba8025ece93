extension EffectTable {
  /// Cancels the running effects that the end of a program waits for, with the rest of their chains.
  final func cancelWork() { for entry in inFlight where entry.isAwaitedWork { entry.drop() } }

  /// The running effects, in the order of their acceptance.
  package var inFlight: [EffectEntry] { root.everyEntry.ordered { $0.serial < $1.serial } }
}

extension ScopeNode {
  /// The running effects here and below, in no particular order.
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
  /// The running effect that sent the action that is being reduced.
  package var sender: EffectEntry? {
    burst.source.effect.flatMap { serial in inFlight.first { $0.serial == serial } }
  }
}

extension EffectEntry {
  /// The ids around the effect, innermost first. `cancel(id:)` finds the effect by these ids.
  package var ids: [AnyHashable] { groups?.names ?? [] }
}
