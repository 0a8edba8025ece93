/// Several effects combined into one: merged or chained.
///
/// Not generic: each part receives the sink unchanged.
final class EffectParts: AnyEffectNode {
  private(set) var parts: [AnyEffectNode]

  init(_ parts: [AnyEffectNode], _ form: EffectForm) {
    self.parts = parts
    super.init()
    self.form = form
    kinds = form == .chained ? EffectKind.chain : EffectKind.merge
    for part in parts { hold(part) }
  }

  deinit { releaseParts(&parts) }

  override func accept(_ acceptance: Acceptance, anySink sink: AnyObject) {
    form == .chained ? acceptChained(acceptance, sink) : acceptMerged(acceptance, sink)
  }

  // Not inlined, because a merge would have the stack frame of both.
  @inline(never)
  private func acceptChained(_ acceptance: Acceptance, _ sink: AnyObject) {
    guard hasStack(acceptance) else { return }
    var own = acceptance
    own.heldTaskTree = acceptance.heldTaskTree ?? acceptance.table.burstTaskTree()
    acceptance.join?.enter()
    if !acceptance.part.isFollowed, !acceptance.isCancelled { acceptance.table.holdsBack(self) }
    RunningChain(EffectPartsCursor(self), own, sink).advance()?.leave()
  }

  override package func visit(
    by visitor: any EffectVisitor, in surroundings: EffectSurroundings
  ) -> Int {
    var (cursor, inner, end) = (EffectPartsCursor(self), surroundings, surroundings.link)
    while let member = cursor.next() {
      end = max(end, member.visit(by: visitor, in: inner))
      if form == .chained { inner.link = end }
    }
    return end
  }

  @inline(never)
  private func acceptMerged(_ acceptance: Acceptance, _ sink: AnyObject) {
    let followed = acceptance.followed
    var cursor = EffectPartsCursor(self)
    var inner = acceptance
    while let member = cursor.next() {
      if followed != nil, !Self.begins(member, cursor, acceptance, &inner) { continue }
      member.accept(inner, anySink: sink)
      _ = followed?.beginning.popLast()
    }
  }

  /// Notes that a member of a merge begins, in a state-driven effect. Returns false if the member does not start.
  // Not inlined, because its stack frame would be one of each level of nested effects.
  @inline(never)
  private static func begins(
    _ member: AnyEffectNode, _ cursor: EffectPartsCursor, _ acceptance: Acceptance,
    _ inner: inout Acceptance
  ) -> Bool {
    let followed = acceptance.followed!
    guard let part = followed.part(cursor.number, member.size, of: acceptance.part) else {
      return false
    }
    inner.part = part
    followed.beginning.append(.members(cursor, of: acceptance.part))
    return true
  }
}

/// Visits the parts of an effect, and the parts of parts of the same form, without recursion: a program that merges one
/// more effect at a time nests thousands of them.
struct EffectPartsCursor {
  private var here: EffectParts
  private var index = 0
  /// The number of the current part among the nodes of the effect, and the number of the next part.
  private(set) var number: Int32 = 0
  private var nextNumber: Int32 = 1
  /// The outer parts that are being visited, each with its next index.
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
      guard part.form == here.form else {
        number = nextNumber
        nextNumber &+= part.size
        return part
      }
      nextNumber &+= 1
      if index < here.parts.count { around.append((here, index)) }
      here = part as! EffectParts
      index = 0
    }
  }
}

/// A part of an effect that is being started. An action that a part sends immediately may cause a snapshot before the
/// later parts have started.
enum PartBeginning {
  /// A member of a merge. The members after it have not started.
  case members(_ rest: EffectPartsCursor, of: EffectPart)
  /// A member of a chain, and the number of its nodes. If nothing in the member is running, it is over.
  case member(EffectPart, Int32)
}

/// Starts the members of a chain. The completion handler of the current member keeps this object alive.
final class RunningChain: Chain {
  private var members: EffectPartsCursor
  private let held: HeldAcceptance
  private let sink: AnyObject

  /// Shows a visitor the members that have not started.
  ///
  /// - Parameter link: the link of the next member.
  /// - Returns: the next free link.
  func visitRest(by visitor: any EffectVisitor, from link: Int) -> Int {
    var (left, surroundings) = (members, held.acceptance.surroundings)
    surroundings.link = link
    while !isStopped, let member = left.next() {
      surroundings.link = member.visit(by: visitor, in: surroundings)
    }
    return surroundings.link
  }

  /// How the next member starts, if the chain belongs to a state-driven effect.
  private var next: EffectPart

  init(_ members: EffectPartsCursor, _ acceptance: Acceptance, _ sink: AnyObject) {
    self.members = members
    held = HeldAcceptance(acceptance)
    self.sink = sink
    next = acceptance.part
  }

  /// Starts members until one keeps running. A loop, so that many members that end immediately need no stack.
  ///
  /// - Returns: at the chain's end, the member of the outer chain that contains this chain.
  func advance() -> Join? {
    let acceptance = held.acceptance
    let followed = acceptance.followed
    if isPassing, let passed { next.begins(at: passed) }
    while !isStopped, !acceptance.isCancelled, let member = members.next() {
      var part = acceptance.part
      if let followed {
        guard let found = followed.part(members.number, member.size, of: next) else {
          // The member after the last one that had ended started at the time of the snapshot.
          if followed.wasLast(members.number, of: next) { next.begins(at: followed.ageAtSnapshot) }
          continue
        }
        part = found
        followed.beginning.append(.member(part, member.size))
      }
      defer { _ = followed?.beginning.popLast() }
      passed = nil
      var isBeginning = true
      var isComplete = false
      let join = Join(of: self, in: acceptance.join) {
        isComplete = true
        return isBeginning ? nil : self.advance()
      }
      var inner = acceptance
      inner.heldJoin = Uncounted(join)
      inner.part = part
      join.enter()
      acceptance.scope.pinned { member.accept(inner, anySink: sink) }
      join.leave()
      isBeginning = false
      if !isComplete {
        next.begins(at: nil)
        isPassing = false
        return nil
      }
      // A member that ends immediately takes no time.
      if let followed { next.begins(after: part, passed, followed) }
    }
    isOver = true
    if let time = next.startTime { acceptance.join?.innermostChain?.pass(time) }
    return acceptance.join
  }
}
