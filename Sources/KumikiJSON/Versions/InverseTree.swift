/// A state that inverses change. It shares values with other states, and copies the containers that change.
struct InverseTree {
  private(set) var state: JSON

  init(_ state: JSON) { self.state = state.withNode { JSON(borrowing: $0) } }

  /// Applies an inverse. Returns false if memory runs out.
  mutating func apply(_ inverse: Inverse) -> Bool {
    var path = inverse.path
    if path.isAtEnd {
      if let old = inverse.old { state = JSON(borrowing: old) }
      return true
    }
    guard var here = uniqueRoot() else { return false }
    var step = path.next()
    while !path.isAtEnd {
      guard let child = step.child(of: here), let next = Self.unique(child, step, in: here) else {
        return false
      }
      here = next
      step = path.next()
    }
    switch inverse.kind {
    case .put:
      let former = step.child(of: here)
      return inverse.old.map { here.replaceChild(step, former, stealing: $0.retained()) } ?? false
    case .drop, .takeOut:
      let former = step.child(of: here)?.retained()
      if inverse.kind == .drop { here.remove(step.raw) } else { here.remove(at: step.index) }
      former?.releaseDeep()
      return true
    case .insert:
      return inverse.old.map { here.insert(stealing: $0.retained(), at: step.index) } ?? false
    }
  }

  private mutating func uniqueRoot() -> JSONNode? {
    let root = state.node
    if root.isUnique { return root }
    guard let copy = root.shallowCopy() else { return nil }
    state = JSON(stealing: copy)
    return copy
  }

  private static func unique(
    _ child: JSONNode, _ step: JSONPointer.Segment, in container: JSONNode
  ) -> JSONNode? {
    if !child.isContainer { return nil }
    if child.isUnique { return child }
    guard let copy = child.shallowCopy(),
      container.replaceChild(step, child, stealing: copy)
    else { return nil }
    return copy
  }
}
