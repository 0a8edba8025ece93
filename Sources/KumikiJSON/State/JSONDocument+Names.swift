internal import KumikiValues

// Refuses places of the state and cases of actions that the reducer's declarations exclude.
extension JSONDocument {
  /// - Throws: if the state can never have a value at an address. A value that is present needs no check.
  package func checkPlace(_ address: JSONAddress, _ subject: String) throws(JSONError) {
    guard shape.hasAny([.mayDeclare, .hasTypes]), isReducing() || node(at: address) == nil else {
      return
    }
    let keys = shape.keys(to: address)
    _ = try shape.declared(at: keys, subject)
    try checkTyped(keys, subject)
  }

  /// - Parameter keys: "*" stands for any step.
  /// - Throws: if the place can never exist.
  package func checkPlaces(_ keys: [String], _ subject: String) throws(JSONError) {
    guard shape.has(.mayDeclare) else { return }
    var known: [String] = []
    for key in keys {
      if key == "*" {
        // All rows have the same declaration as the first. The members of an object each have their own.
        guard try shape.declared(at: known, subject).isArray else { break }
      }
      known.append(key == "*" ? "0" : key)
    }
    _ = try shape.declared(at: known, subject)
  }

  /// - Parameter places: places in a row, with the names of their arguments.
  /// - Throws: if rows can never exist at an address, or one of these places can never exist in a row.
  package func checkRows(
    at address: JSONAddress, _ subject: String, _ places: [(subject: String, pointer: JSONPointer)]
  ) throws(JSONError) {
    guard shape.hasAny([.mayDeclare, .hasTypes]) else { return }
    let keys = shape.keys(to: address)
    _ = try shape.declared(at: keys, subject).row
    for (subject, pointer) in places {
      let inside = keys + ["0"] + pointer.keys
      _ = try shape.declared(at: inside, subject)
      try checkTyped(inside, subject)
    }
  }

  /// Checks a place against the types of features in another language.
  private func checkTyped(_ keys: [String], _ subject: String) throws(JSONError) {
    guard shape.has(.hasTypes) else { return }
    var search = JSONShapeSearch(shape, along: keys)
    while let step = search.next() {
      guard let kind = step.shape.substateKind else { continue }
      let around = Array(keys[..<step.rest])
      let rest = Array(keys[step.rest...])
      try typedPlaces[kind].check(rest, around: around, subject) { inside in
        JSONPointer(keys: around + inside).resolve(in: root).map(JSON.init(borrowing:))
      }
    }
  }

  /// - Parameter path: the cases of actions, which may pass through elements.
  /// - Throws: if no action can be these cases.
  package func checkActions(_ path: [String], _ subject: String) throws(JSONError) {
    guard shape.has(.namesCasesInside) else { return }
    try JSONDeclaredPlace(subject, actionsOf: shape).check(path: path)
  }
}
