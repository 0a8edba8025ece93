internal import KumikiValues

// Names that a program passes to a store: places of its state, and case paths of its actions.
extension JSONShape {
  /// Returns a place with the declarations of all reducers on its path, without calling dynamic reducers.
  ///
  /// - Parameter subject: the argument, for messages.
  /// - Throws: if the place can never exist.
  func declared(at keys: [String], _ subject: String) throws(JSONError) -> JSONDeclaredPlace {
    var forms: [JSONForm] = []
    guard has(.mayDeclare) else { return JSONDeclaredPlace(subject, state: forms, at: keys) }
    var search = JSONShapeSearch(self, along: keys)
    while let step = search.next() {
      guard case .declared(let form) = step.shape.content else { continue }
      let around = JSONDeclaredPlace(subject, state: [form], at: Array(keys[..<step.rest]))
      forms += try around.inside(keys[step.rest...]).forms
    }
    return JSONDeclaredPlace(subject, state: forms, at: keys)
  }

  /// Returns the keys to an address, with the index 0 for each row.
  func keys(to address: JSONAddress) -> [String] {
    var keys: [String] = []
    for row in address.rows {
      keys += row.array.keys
      let isPath = hasPath(at: keys)
      keys.append("0")
      if isPath { keys.append(JSONPathForm.element.name) }
    }
    return keys + address.rest.keys
  }

  private func hasPath(at keys: [String]) -> Bool {
    var search = JSONShapeSearch(self, along: keys)
    while let step = search.next() {
      if case .rows(let part, let form) = step.shape.content, form.isPath,
        keys.position(after: part.keys, from: step.rest) == keys.count
      {
        return true
      }
    }
    return false
  }
}
