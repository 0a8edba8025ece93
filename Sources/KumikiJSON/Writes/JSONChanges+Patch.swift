// Patches from recorded changes.
extension JSONChanges {
  /// A place to visit: its node, its value, and the length of the path to the place above.
  private typealias Visit = (node: Int, value: JSONNode, above: Int)

  /// Returns the patch of all writes.
  func patch(of root: JSONNode, reusing spare: JSONPatch.Spare? = nil) -> JSONPatch {
    if isEmpty { return JSONPatch(reusing: spare) }
    if self[Self.root].isWhole { return .whole(replacing: true, by: JSON(borrowing: root)) }
    return patch(of: root, at: Self.root, reusing: spare)
  }

  /// Returns the operations for all writes at and below a place that existed before and exists now.
  func patch(
    of value: JSONNode, at top: Int, reusing spare: JSONPatch.Spare? = nil
  ) -> JSONPatch {
    let patch = JSONPatch(reusing: spare)
    path.cut(to: 0)
    // Usually only one place is visited at a time, which needs no list.
    var next: Visit? = (top, value, 0)
    var waiting: [Visit] = []
    while let (place, value, above) = next ?? waiting.popLast() {
      next = nil
      path.cut(to: above)
      if place != top { appendToPath(place) }
      let length = path.count
      if self[place].hasEdits {
        for edit in edits(of: place) { patch.add(edit, self, of: value, length) }
      }
      forEach(below: place) { child in
        if self[child].isInserted { return }
        let now = self.child(child, of: value)
        guard case .untouched = self[child].before else {
          return patch.add(self, child, now, length)
        }
        guard let now else { return }
        if let last = next { waiting.append(last) }
        next = (child, now, length)
      }
    }
    return patch
  }

  /// Calls `body` with the path of an element of the array whose path has a length.
  func withPath<R>(_ array: Int, _ index: Int, _ body: (JSONBytes) -> R) -> R {
    path.cut(to: array)
    path.append(index: index)
    return path.withBytes(body)
  }
}

extension JSONPatch {
  /// Adds the operation for a value that was replaced, added or removed.
  fileprivate func add(_ changes: JSONChanges, _ place: Int, _ value: JSONNode?, _ above: Int) {
    let operation: Operation
    switch (changes[place].before, value) {
    case (.untouched, _), (.nothing, nil): return
    case (.nothing, _?): operation = .add
    case (_, nil): operation = .remove
    case (.value(let old), let value?):
      if !old.isContainer, old.isEqual(to: value) { return }
      operation = .replace
    case (.container, _?): operation = .replace
    }
    changes.path.cut(to: above)
    changes.appendToPath(place)
    changes.path.withBytes { add(operation, $0, value) }
  }

  fileprivate func add(
    _ edit: JSONChanges.Edit, _ changes: JSONChanges, of array: JSONNode, _ above: Int
  ) {
    switch edit {
    case .insert(let index, let element):
      // An element that was removed later has no value until its removal is written.
      changes.withPath(above, index) {
        add(.add, $0, array.element(changes[element].index) ?? .null)
      }
    case .remove(let index, _, _): changes.withPath(above, index) { add(.remove, $0) }
    case .move(let source, let target): addMove(changes, from: source, to: target, in: above)
    }
  }

  /// Adds the operation that moves an element of the array whose path has a length.
  func addMove(_ changes: JSONChanges, from source: Int, to target: Int, in array: Int) {
    let from = changes.withPath(array, source) { $0.string }
    changes.withPath(array, target) { add(.move, from: from, $0) }
  }
}
