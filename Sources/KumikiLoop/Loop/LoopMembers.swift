/// The stores of a loop. They end when it closes.
///
/// Belongs to the loop's thread. The functions of a member may add and remove members, so the loop calls them itself.
struct LoopMembers {
  private var known: [UInt64: LoopMember] = [:]
  private var last: UInt64 = 0

  var isEmpty: Bool { known.isEmpty }

  /// The numbers of the members, oldest first.
  var numbers: [UInt64] { known.keys.sorted() }

  subscript(_ number: UInt64) -> LoopMember? { known[number] }

  mutating func add(_ member: LoopMember) -> UInt64 {
    last += 1
    known[last] = member
    return last
  }

  @discardableResult
  mutating func remove(_ number: UInt64) -> LoopMember? { known.removeValue(forKey: number) }
}

/// An object on a loop: a store.
package struct LoopMember {
  /// Ends the object, because the loop is closing.
  let end: () -> Void
  /// Cancels its running effects that the end of a program would wait for.
  let cancelWork: () -> Void

  package init(end: @escaping () -> Void, cancelWork: @escaping () -> Void) {
    self.end = end
    self.cancelWork = cancelWork
  }
}
