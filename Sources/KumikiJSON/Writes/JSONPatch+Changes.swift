// Patches from recorded changes.
extension JSONPatch {
  /// A place to visit: its node, its value, and the length of the path to the place above.
  private typealias Visit = (node: Int, value: JSONNode, above: Int)

  /// Makes the operations for all writes at and below a place that existed before and exists now.
  init(_ changes: JSONChanges, at top: Int, of value: JSONNode, reusing spare: Spare? = nil) {
    self.init(reusing: spare)
    changes.path.cut(to: 0)
    // Usually only one place is visited at a time, which needs no list.
    var next: Visit? = (top, value, 0)
    var waiting: [Visit] = []
    while let (place, value, above) = next ?? waiting.popLast() {
      next = nil
      changes.path.cut(to: above)
      if place != top { changes.appendToPath(place) }
      let length = changes.path.count
      if changes[place].hasEdits {
        for edit in changes.edits(of: place) { add(edit, changes, of: value, length) }
      }
      changes.forEach(below: place) { child in
        if changes[child].isInserted { return }
        let now = changes.child(child, of: value)
        guard case .untouched = changes[child].before else {
          return add(changes, child, now, length)
        }
        guard let now else { return }
        if let last = next { waiting.append(last) }
        next = (child, now, length)
      }
    }
  }

  /// Makes the patch of a whole record of writes.
  init(of changes: JSONChanges, _ root: JSONNode, reusing spare: Spare? = nil) {
    if changes.isEmpty {
      self.init(reusing: spare)
    } else if changes[JSONChanges.root].isWhole {
      self = .whole(replacing: true, by: JSON(borrowing: root))
    } else {
      self.init(changes, at: JSONChanges.root, of: root, reusing: spare)
    }
  }

  /// Adds the operation for a value that was replaced, added or removed.
  private func add(_ changes: JSONChanges, _ place: Int, _ value: JSONNode?, _ above: Int) {
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

  private func add(
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

extension JSONChanges {
  /// Calls `body` with the path of an element of the array whose path has a length.
  func withPath<R>(_ array: Int, _ index: Int, _ body: (JSONBytes) -> R) -> R {
    path.cut(to: array)
    path.append(index: index)
    return path.withBytes(body)
  }
}
