/// What the burst that observers are being told of did to a part of a state.
package enum JSONWritten {
  /// Nothing was written there.
  case nothing
  /// The value there was replaced as a whole, or may have been.
  case whole
  /// Parts of it were written; the patch is empty where they are again what they were.
  case inside(JSONPatch)
}

extension JSONDocument {
  /// What the burst did to the part at a route. To be asked while watchers are told.
  ///
  /// - Parameter rowSteps: which steps of the way are rows; see ``rowSteps(of:)``.
  package func written(at route: JSONAddress, rowSteps: [Int]) -> JSONWritten {
    guard var node = told, let pointer = pointer(of: route) else { return .whole }
    defer { withExtendedLifetime(pointer) {} }
    var value = root
    for (position, segment) in pointer.segments.enumerated() {
      guard !node.isWhole, let next = segment.child(of: value) else { return .whole }
      let child: JSONChanges.Node?
      if value.isArray {
        // An index may lead to another element now; a row that is found by its id is the same one.
        if !node.edits.isEmpty, !rowSteps.contains(position) { return .whole }
        child = node.elements[segment.index]
      } else {
        child = node.member(Array(segment.raw))
      }
      guard let child else { return .nothing }
      (node, value) = (child, next)
    }
    return node.isWhole ? .whole : .inside(JSONPatch(node, of: value))
  }

  /// Which steps of the pointer that a route leads to are rows.
  package func rowSteps(of route: JSONAddress) -> [Int] {
    var steps: [Int] = []
    var count = 0
    for (position, row) in route.rows.enumerated() {
      count += row.array.segments.count
      steps.append(count)
      count += 1
      if rows(before: position, in: route)?.isPath == true { count += 1 }
    }
    return steps
  }

  /// The rows that the row at a position of a route is one of.
  private func rows(before position: Int, in route: JSONAddress) -> JSONRows? {
    var array = JSONAddress.root
    for row in route.rows[..<position] { array = array.appending(row: row.id, of: row.array) }
    return place(at: array.appending(route.rows[position].array)).rows
  }
}
