/// Several effects as one: merged, or chained.
///
/// Not generic: each part gets the sink as it is.
final class EffectParts: AnyEffectNode {
  private(set) var parts: [AnyEffectNode]

  init(_ parts: [AnyEffectNode], _ form: EffectForm) {
    self.parts = parts
    super.init()
    self.form = form
    for part in parts { hold(part) }
  }

  deinit { letGo(&parts) }

  override func accept(_ acceptance: Acceptance, anySink sink: AnyObject) {
    var cursor = EffectPartsCursor(self)
    guard form == .chained else {
      while let part = cursor.next() { part.accept(acceptance, anySink: sink) }
      return
    }
    guard hasStack(acceptance) else { return }
    var own = acceptance
    own.heldTaskTree = acceptance.heldTaskTree ?? acceptance.table.burstTaskTree()
    acceptance.join?.enter()
    Chain(cursor, own, sink).advance()?.leave()
  }
}

/// How an effect is made of others.
@usableFromInline
enum EffectForm: UInt8 {
  case other, merged, chained
}

/// Walks the parts of an effect, and the parts of parts of the same form, without recursion: a program that
/// merges one more effect at a time nests thousands of them.
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
      here = part as! EffectParts
      index = 0
    }
  }
}

/// A running chain. The completion of its current link keeps it alive.
final class Chain {
  private var links: EffectPartsCursor
  private let held: HeldAcceptance
  private let sink: AnyObject
  private(set) var isOver = false
  private var isStopped = false
  /// How much of the next link's time has passed already; set by a wait before it.
  var age: EffectAge?

  init(_ links: EffectPartsCursor, _ acceptance: Acceptance, _ sink: AnyObject) {
    self.links = links
    held = HeldAcceptance(acceptance)
    self.sink = sink
    age = acceptance.age
  }

  /// Begins no further link.
  func stop() { isStopped = true }

  /// Begins links until one keeps running. A loop, so that many links that end at once need no stack.
  ///
  /// - Returns: at the chain's end, the link of the outer chain that it is part of.
  func advance() -> Join? {
    let acceptance = held.acceptance
    while !isStopped, !acceptance.isCancelled, let link = links.next() {
      var isBeginning = true
      var isComplete = false
      let join = Join(of: self, in: acceptance.join) {
        isComplete = true
        return isBeginning ? nil : self.advance()
      }
      var inner = acceptance
      inner.heldJoin = Uncounted(join)
      inner.age = age.take()
      join.enter()
      acceptance.scope.pinned { link.accept(inner, anySink: sink) }
      join.leave()
      isBeginning = false
      if !isComplete { return nil }
    }
    isOver = true
    return acceptance.join
  }
}
