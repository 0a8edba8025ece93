internal import KumikiValues

// The writes of the last step, for state-driven effects.
extension JSONState {
  /// Whether the last step wrote here, above or below; true if that is not known.
  var wasWritten: Bool { followedNode != nil }

  /// Runs `body` as if the whole value had been written.
  mutating func countingAsWritten<Result>(_ body: (inout JSONState) -> Result) -> Result {
    let document = document.object
    let outer = document.following.element
    document.following.element = (depth, .everything)
    defer { document.following.element = outer }
    return body(&self)
  }

  /// Calls `visit` with the elements of the array here that the last step wrote or inserted. The array must not
  /// change during the visit. An element whose id was written counts as new.
  func visitWritten(_ id: JSONPointer.Segment, _ visit: (_ element: JSONNode) -> Void) {
    guard let array = node, array.isArray, let written = followedNode else { return }
    let document = document.object
    let outer = document.following.element
    defer { document.following.element = outer }
    let depth = depth + 1
    func visitElement(at index: Int, _ place: Int) {
      guard let element = array.element(index) else { return }
      document.following.element = (depth, place)
      visit(element)
    }
    guard let changes = document.following.changes, written != .everything,
      !changes[written].isWhole
    else {
      for index in 0..<array.elementCount { visitElement(at: index, .everything) }
      return
    }
    changes.forEach(below: written) { child in
      guard changes[child].index >= 0 else { return }
      let isAnother = changes.child(id, isElement: false, of: child) != nil
      visitElement(at: changes[child].index, isAnother ? .everything : child)
    }
  }

  /// The place of this cursor in the record of the last step: `everything` below a value that is new as a whole,
  /// nil if this place was not written.
  private var followedNode: Int? {
    let document = document.object
    guard let changes = document.following.changes else { return .everything }
    if changes.isEmpty { return nil }
    var place = JSONChanges.root
    // The currently visited row is known, so the search need not start at the root.
    var top = 0
    if let element = document.following.element, depth >= element.depth {
      if element.node == .everything { return .everything }
      (place, top) = (element.node, element.depth)
    }
    var path: [(segment: JSONPointer.Segment, isElement: Bool)] = []
    var cursor = self
    while cursor.depth > top, let (parent, segment) = cursor.above {
      cursor = parent.pointee
      path.append((segment, cursor.node?.isArray == true))
    }
    for step in path.reversed() {
      if changes[place].isWhole { return .everything }
      guard let next = changes.child(step.segment, isElement: step.isElement, of: place) else {
        return nil
      }
      place = next
    }
    return changes[place].isWhole ? .everything : place
  }
}

extension Int {
  /// Stands for a place below a value that is new as a whole.
  fileprivate static let everything = -1
}
