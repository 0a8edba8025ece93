// What a test store asks about running effects.

extension EffectTable {
  /// The running effects, from the first accepted to the last.
  package var inFlight: [EffectEntry] {
    var found: [EffectEntry] = []
    var stack = [root]
    while let node = stack.popLast() {
      node.entries.append(to: &found)
      node.append(childrenTo: &stack)
    }
    return found.sorted { $0.serial < $1.serial }
  }
}

extension EffectEntry {
  /// The ids around the effect, innermost first: what `cancel(id:)` finds it by.
  package var ids: [AnyHashable] {
    var ids: [AnyHashable] = []
    var list = groups
    while let here = list {
      ids.append(here.id)
      list = here.outer
    }
    return ids
  }
}
