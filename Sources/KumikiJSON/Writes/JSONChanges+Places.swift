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
      if self[place].hasEdits { return [""] }
      // Only the container distinguishes keys from indices, and only one of the two was recorded.
      guard
        let next = child(segment, isElement: false, of: place)
          ?? child(segment, isElement: true, of: place)
      else { return .none }
      place = next
      value = value.flatMap { segment.child(of: $0) }
    }
    var texts = JSONTextList(reusing: &named)
    if self[place].isWhole {
      if !isAsBefore(place, value) { texts.append(.none) }
    } else if let value {
      list(place, value, &texts)
    }
    let list = texts.finished()
    // A long list is not worth its memory.
    named = texts.count > 8 ? nil : list
    return texts.count == 0 ? .none : list
  }

  private func list(_ place: Int, _ value: JSONNode, _ texts: inout JSONTextList) {
    let top = place
    path.cut(to: 0)
    var waiting: [(Int, JSONNode, above: Int)] = []
    // Usually only one place is visited, which needs no list.
    var next: (Int, JSONNode, above: Int)? = (place, value, 0)
    while let (place, value, above) = next ?? waiting.popLast() {
      next = nil
      path.cut(to: above)
      if place != top { appendToPath(place) }
      let length = path.count
      var isNamed = self[place].hasEdits
      if isNamed { path.withBytes { texts.append($0) } }
      forEach(below: place) { child in
        let now = self.child(child, of: value)
        if isAsBefore(child, now) { return }
        path.cut(to: length)
        guard let now else {
          if !isNamed { path.withBytes { texts.append($0) } }
          return isNamed = true
        }
        if self[child].isWhole {
          appendToPath(child)
          path.withBytes { texts.append($0) }
        } else if next == nil {
          next = (child, now, length)
        } else {
          waiting.append((child, now, length))
        }
      }
    }
  }

  /// Whether a written place has its former value: none, or the same scalar.
  private func isAsBefore(_ place: Int, _ now: JSONNode?) -> Bool {
    switch (self[place].before, now) {
    case (.nothing, nil): true
    case (.value(let old), let now?): !old.isContainer && old.isEqual(to: now)
    default: false
    }
  }
}

/// An array of strings that is written again and again, unless other code has kept it. Strings that stay the same
/// are not made again.
struct JSONTextList {
  private let array: JSON
  private(set) var count = 0

  init(reusing former: inout JSON?) {
    array = former?.isSole() == true ? former! : JSON(elements: [])
  }

  mutating func append(_ text: JSONBytes) {
    array.withNode { array in
      guard let former = array.element(count) else {
        _ = array.append(stealing: JSON.made(.text(text)))
        return
      }
      if text.isEqual(to: former.textBytes) { return }
      array.replace(at: count, stealing: JSON.made(.text(text)))
    }
    count += 1
  }

  /// Returns the array without the strings of an earlier use.
  func finished() -> JSON {
    array.withNode { array in
      while array.elementCount > count { array.remove(at: array.elementCount - 1) }
    }
    return array
  }
}
