/// The places that were written.
extension JSONChanges {
  /// Returns the pointers of the written places at and below a part, relative to the part, at their current
  /// positions; nil if the part was not written.
  ///
  /// A place that is new as a whole represents everything inside it. For a removed member the container is
  /// listed. For an array whose elements were inserted, removed or moved, the array itself and its new elements
  /// are listed.
  ///
  /// - Parameter root: the value where the part's steps begin; nil if it is missing.
  func places(below part: JSONSteps, of root: JSONNode?) -> JSON? {
    if isEmpty { return .none }
    var (place, value) = (Self.root, root)
    for segment in part {
      if self[place].isWhole { break }
      // An index may lead to another element now.
      if !self[place].edits.isEmpty { return [""] }
      // Only the container distinguishes keys from indices, and only one of the two was recorded.
      guard
        let next = child(segment, isElement: false, of: place)
          ?? child(segment, isElement: true, of: place)
      else { return .none }
      place = next
      value = value.flatMap { segment.child(of: $0) }
    }
    let texts = JSON(elements: [])
    if self[place].isWhole {
      if !isAsBefore(place, value) { texts.append(text: "") }
    } else if let value {
      list(place, value, texts)
    }
    return texts.count == 0 ? .none : texts
  }

  private func list(_ place: Int, _ value: JSONNode, _ texts: JSON) {
    var waiting: [(Int, JSONNode, String)] = []
    // Usually only one place is visited, which needs no list.
    var next: (Int, JSONNode, String)? = (place, value, "")
    while let (place, value, path) = next ?? waiting.popLast() {
      next = nil
      var isNamed = !self[place].edits.isEmpty
      if isNamed { texts.append(text: path) }
      forEach(below: place) { child in
        let now = self.child(child, of: value)
        if isAsBefore(child, now) { return }
        guard let now else {
          if !isNamed { texts.append(text: path) }
          return isNamed = true
        }
        let inner = self.path(child, below: path)
        if self[child].isWhole {
          texts.append(text: inner)
        } else if next == nil {
          next = (child, now, inner)
        } else {
          waiting.append((child, now, inner))
        }
      }
    }
  }

  /// Whether a written place has its former value: none, or the same scalar.
  private func isAsBefore(_ place: Int, _ now: JSONNode?) -> Bool {
    switch (self[place].before, now) {
    case (.nothing, nil): true
    case (.value(let old), let now?): old.isScalar(now)
    default: false
    }
  }
}

extension JSON {
  /// Appends a string to an array under construction.
  fileprivate func append(text: String) {
    withNode { _ = $0.append(stealing: JSON.made(.text(text))) }
  }
}
