internal import KumikiValues

// Writes in place. Shared containers are copied first, from the root down.
extension JSONState {
  /// Returns the value here, made unique from the root down, so that it may be written in place.
  ///
  /// Nil if the value is gone, or if memory runs out.
  mutating func unique() -> JSONNode? {
    JSONCursor.with(&self) { last in
      var here = last
      while let above = here.pointee.parent {
        above.pointee.next = here
        here = above
      }
      let root = here.pointee.node
      here.pointee.node = here.pointee.document.with { $0.uniqueRoot() }
      var isOther = here.pointee.node != root
      while !(here == last) {
        guard let container = here.pointee.node, let below = here.pointee.next,
          below.pointee.makeUnique(in: container, &isOther)
        else { return nil }
        here = below
      }
      return last.pointee.node
    }
  }

  /// Makes the value here unique, in a container that is unique.
  ///
  /// - Parameter isOther: whether the container is a copy; on return, whether the value here is a copy.
  @inline(__always)
  private mutating func makeUnique(in container: JSONNode, _ isOther: inout Bool) -> Bool {
    guard let segment else { return false }
    if isOther { (member, node) = segment.pointee.find(in: container) }
    isOther = false
    guard let here = node else { return false }
    guard here.isContainer, !here.isUnique else { return true }
    noteStructure()
    guard let copy = here.shallowCopy(), replace(in: container, segment, by: copy) else {
      return false
    }
    node = copy
    isOther = true
    return true
  }

  /// Returns the container above, made unique. If that made a copy, the value here is looked up again in it.
  private mutating func uniqueAbove(
    _ parent: JSONCursor, _ segment: JSONSegmentRef
  ) -> JSONNode? {
    let before = parent.pointee.node
    guard let container = parent.pointee.unique() else { return nil }
    if container != before { (member, node) = segment.pointee.find(in: container) }
    return container
  }

  /// Replaces the value here, in the container above. Steals `value`, success or not.
  ///
  /// The old value is released without recursion, which would be as deep as the value.
  private mutating func replace(
    in container: JSONNode, _ segment: JSONSegmentRef, by value: JSONNode
  ) -> Bool {
    guard let member else {
      guard container.replaceChild(segment.pointee, node, stealing: value) else { return false }
      member = segment.pointee.find(in: container).member
      return true
    }
    // The iterator is used so that the name is not hashed again.
    return JSONNode.replacing(node) { container.set(member, stealing: value) }
  }

  /// Replaces the value here, or adds it to the container above. Steals `value`, success or not. The value was
  /// counted before; see ``JSONRoom/takeIn(_:insteadOf:at:isMoving:over:key:)``.
  mutating func put(stealing value: JSONNode) -> Bool {
    place?.with { if $0.holds.below != 0 { $0.keepLast(node, becoming: value) } }
    alias?.with { if $0.holds.below != 0 { $0.keepLast(node, becoming: value) } }
    record(.written(over: node, by: value))
    let goes = node.map { $0.amount(document.with { $0.room.limits }) } ?? .none
    let isDone = changing { $0.exchange(stealing: value) }
    if !isDone { return false }
    document.with { $0.room.amount = $0.room.amount - goes }
    node = value
    return true
  }

  @inline(__always)
  private mutating func exchange(stealing value: JSONNode) -> Bool {
    guard let parent, let segment else {
      document.with { $0.replaceRoot(value) }
      return true
    }
    guard let container = uniqueAbove(parent, segment) else {
      value.releaseDeep()
      return false
    }
    let isOther = node.map(\.isContainer) ?? true
    if isOther { noteStructure() }
    guard replace(in: container, segment, by: value) else { return false }
    if isOther { keepSteps() }
    return true
  }

  /// Records that the steps to here lead to the same value as before. Called after a change of the structure below.
  func keepSteps() {
    var above = keepStep()
    while let here = above { above = here.pointee.keepStep() }
  }

  @inline(__always)
  private func keepStep() -> JSONCursor? {
    if let place, let member, let above = parent?.pointee.node {
      let structure = document.with { $0.burst.structure }
      place.with { $0.trace = JSONLookup(member, in: above, structure) }
    }
    return parent
  }
}
