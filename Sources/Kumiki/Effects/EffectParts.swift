/// Effects that are put together: beside each other, or one after the other.
///
/// Not generic: each part is handed the sink as it came.
class EffectParts: AnyEffectNode {
  fileprivate(set) var parts: [AnyEffectNode]

  init(_ parts: [AnyEffectNode], _ form: EffectForm) {
    self.parts = parts
    super.init()
    self.form = form
    for part in parts { hold(part) }
  }

  deinit { letGo(&parts) }
}

/// How an effect is made of others.
@usableFromInline
enum EffectForm: UInt8 {
  case other, merged, chained
}

/// Walks the parts of an effect, and the parts of those that are of the same form, without recursion: a
/// program that merges one more effect at a time makes a row of thousands.
struct EffectPartsCursor {
  private var here: EffectParts
  private var index = 0
  /// The outer parts that are being walked, with the index at which to go on.
  private var around: [(parts: EffectParts, index: Int)] = []

  init(_ parts: EffectParts) { here = parts }

  mutating func next() -> AnyEffectNode? {
    while true {
      while index == here.parts.count {
        guard let outer = around.popLast() else { return nil }
        (here, index) = outer
      }
      let part = here.parts[index]
      index += 1
      guard part.form == here.form else { return part }
      if index < here.parts.count { around.append((here, index)) }
      here = unsafe unsafeDowncast(part, to: EffectParts.self)
      index = 0
    }
  }
}
