// Patches from recorded changes.
extension JSONPatch {
  /// Makes the operations for all writes at and below a place that existed before and exists now.
  init(_ changes: JSONChanges, at place: Int, of value: JSONNode, reusing spare: Spare? = nil) {
    self.init(reusing: spare)
    var waiting = [(place, value, "")]
    while let (place, value, path) = waiting.popLast() {
      for edit in changes[place].edits { add(edit, changes, of: value, path) }
      changes.forEach(below: place) { child in
        if changes[child].isInserted { return }
        let now = changes.child(child, of: value)
        add(changes, child, now, changes.path(child, below: path), &waiting)
      }
    }
  }

  private func add(
    _ changes: JSONChanges, _ place: Int, _ value: JSONNode?, _ path: String,
    _ waiting: inout [(Int, JSONNode, String)]
  ) {
    switch (changes[place].before, value) {
    case (.untouched, let value?): waiting.append((place, value, path))
    case (.untouched, nil), (.nothing, nil): break
    case (.nothing, let value?): add(.add, path, value)
    case (_, nil): add(.remove, path)
    case (.value(let old), let value?):
      if !old.isScalar(value) { add(.replace, path, value) }
    case (.container, let value?): add(.replace, path, value)
    }
  }

  private func add(
    _ edit: JSONChanges.Edit, _ changes: JSONChanges, of array: JSONNode, _ path: String
  ) {
    switch edit {
    case .insert(let index, let element):
      // An element that was removed later has no value until its removal is written.
      add(.add, "\(path)/\(index)", array.element(changes[element].index) ?? .null)
    case .remove(let index, _, _): add(.remove, "\(path)/\(index)")
    case .move(let source, let target): add(.move, from: "\(path)/\(source)", "\(path)/\(target)")
    }
  }
}
