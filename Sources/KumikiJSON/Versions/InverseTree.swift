/// A state that inverses change. It shares values with other states, and copies the containers that change.
struct InverseTree {
  private(set) var state: JSON

  init(_ state: JSON) { self.state = state.withNode { JSON(borrowing: $0) } }

  /// Applies an inverse. Returns false if memory runs out.
  ///
  /// Where the parts of the state are of different times, its place may not exist yet. Then an earlier inverse
  /// replaces what is there.
  mutating func apply(_ inverse: Inverse) -> Bool {
    var path = inverse.path
    if path.isAtEnd {
      if let old = inverse.old { state = JSON(borrowing: old) }
      return true
    }
    guard var here = uniqueRoot() else { return false }
    var step = path.next()
    while !path.isAtEnd {
      guard let child = step.child(of: here), child.isContainer else { return true }
      guard let next = Self.unique(child, step, in: here) else { return false }
      here = next
      step = path.next()
    }
    let former = step.child(of: here)
    switch inverse.kind {
    case .put:
      if former == nil, !here.isObject || step.index >= 0 { return true }
      return inverse.old.map { here.replaceChild(step, former, stealing: $0.retained()) } ?? false
    case .drop, .takeOut:
      let former = former?.retained()
      if inverse.kind == .drop { here.remove(step.raw) } else { here.remove(at: step.index) }
      former?.releaseDeep()
      return true
    case .insert:
      if step.index > here.elementCount || !here.isArray { return true }
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
    if child.isUnique { return child }
    guard let copy = child.shallowCopy(),
      container.replaceChild(step, child, stealing: copy)
    else { return nil }
    return copy
  }
}
