/// Effects that are put together: beside each other, or one after the other.
class EffectParts<Action>: EffectNode<Action> {
  fileprivate(set) var parts: [Effect<Action>]

  init(_ parts: [Effect<Action>], _ form: EffectForm) {
    self.parts = parts
    super.init()
    self.form = form
    for part in parts { hold(part.node) }
  }

  deinit { letGo(&parts) }
}

/// How an effect is made of others.
@usableFromInline
enum EffectForm: UInt8 {
  case other, merged, chained
}

/// Goes through the parts of an effect, and through those parts' own where they are put together in the same
/// way, without a call for each: a loop that merges one more at a time makes a row of thousands.
struct EffectPartsCursor<Action> {
  private var here: EffectParts<Action>
  private var index = 0
  /// Those around, and where it goes on in them.
  private var around: [(parts: EffectParts<Action>, index: Int)] = []

  init(_ parts: EffectParts<Action>) { here = parts }

  mutating func next() -> Effect<Action>? {
    while true {
      while index == here.parts.count {
        guard let outer = around.popLast() else { return nil }
        (here, index) = outer
      }
      let part = here.parts[index]
      index += 1
      guard let node = part.node, node.form == here.form else { return part }
      if index < here.parts.count { around.append((here, index)) }
      here = unsafeDowncast(node, to: EffectParts<Action>.self)
      index = 0
    }
  }
}
