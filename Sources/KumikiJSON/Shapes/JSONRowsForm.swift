internal import KumikiValues

/// The form of the rows of an array. A class, so that a write's place can borrow it.
package final class JSONRowsForm: Sendable {
  /// The member that contains a row's id.
  package let idKey: JSONCase
  /// Whether this is a navigation path: rows are `{"id", "element"}`, and the state is the element.
  package let isPath: Bool
  /// Whether the elements of a navigation path are enums. Then writes can enter only the current case.
  package let hasCases: Bool
  /// Whether the path is written as a whole: setPath is accepted, push and popFrom are not.
  package let isLegacy: Bool

  package init(
    idKey: JSONCase, isPath: Bool = false, hasCases: Bool = false, isLegacy: Bool = false
  ) {
    (self.idKey, self.isPath, self.hasCases, self.isLegacy) = (idKey, isPath, hasCases, isLegacy)
  }

  /// Returns the form of rows that no operator describes: a path if all of them are entries of a path, otherwise
  /// rows with the member `id`.
  package static func plain(of array: JSON) -> JSONRowsForm {
    array.withNode { node in
      JSONRowsForm(
        idKey: JSONPathForm.id,
        isPath: node.isArray && node.elementCount > 0 && JSONPathForm.isLong(node))
    }
  }

  /// Returns the form of rows that no operator describes; nil if a row has no id.
  package static func identified(in array: JSON) -> JSONRowsForm? {
    let form = plain(of: array)
    return array.withNode { node in
      node.children.allSatisfy { form.idKey.member(of: $0) != nil } ? form : nil
    }
  }

  static func path(
    hasCases: Bool = false, _ dialect: NavigationDialect = .modern
  ) -> JSONRowsForm {
    JSONRowsForm(
      idKey: JSONPathForm.id, isPath: true, hasCases: hasCases, isLegacy: dialect == .legacy)
  }
}

extension JSONRowsForm {
  /// Returns why an array cannot be rows: it is not an array, or an id occurs twice.
  func mismatch(rows array: JSONNode) -> JSONError? {
    if isPath { return duplicate(in: array).map(JSONError.duplicate) }
    for (index, row) in array.children.enumerated() {
      if let mismatch = mismatch(row: row, needsID: true) { return mismatch.below("\(index)") }
    }
    return duplicate(in: array).map(JSONError.duplicate)
  }

  /// Returns why a value cannot be a row. Any value can be an element of a navigation path.
  func mismatch(row: JSONNode, needsID: Bool) -> JSONError? {
    if isPath { return nil }
    guard row.isObject else {
      return .expected("a row: an object with the member \(idKey.name)", found: row)
    }
    guard needsID, idKey.segment.id(of: row) == nil else { return nil }
    return .expected("the row's id", found: nil).below(idKey.name)
  }

  /// Returns an id that occurs twice in an array of rows; nil if all ids differ.
  func duplicate(in array: JSONNode) -> JSON? {
    guard array.isArray, !isPath || JSONPathForm.isLong(array) else {
      return nil
    }
    let key = idKey.segment
    var hashes = RowIndex()
    hashes.reset(array.elementCount)
    for (index, row) in array.children.enumerated() {
      if let id = key.id(of: row) { hashes.insert(id.rowHash, at: index) }
    }
    guard hashes.hasDuplicates else { return nil }
    // Two ids may have the same hash.
    var seen: Set<JSONRowID> = []
    for row in array.children {
      guard let id = key.id(of: row) else { continue }
      if !seen.insert(JSONRowID(borrowing: id)).inserted { return JSON(borrowing: id) }
    }
    return nil
  }
}

extension JSONRowsForm {
  /// Returns the index of the row with an id, by a search of the array. For rows without an index, or if the
  /// index cannot distinguish two ids.
  package func index(of id: JSONNode, in array: JSONNode) -> Int? {
    (0..<array.elementCount).first { index in
      array.element(index).flatMap(idKey.member(of:))?.isEqual(to: id) == true
    }
  }

  /// Returns the state of the row with an id; in a navigation path, the element inside the entry. Searches the
  /// array.
  package func state(of id: JSONNode, in array: JSONNode) -> JSONNode? {
    let row = index(of: id, in: array).flatMap(array.element)
    return isPath ? row.flatMap { JSONPathForm.element.member(of: $0) } : row
  }
}
