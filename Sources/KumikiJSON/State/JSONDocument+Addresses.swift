internal import Kumiki

// Finds parts of a document by address. Rows are found by the index that the for-each operator keeps.
extension JSONDocument {
  /// The value at a pointer from a value in this document, borrowed; nil if there is none.
  ///
  /// - Parameter trace: where the same pointer led last.
  package func find(
    _ pointer: JSONPointer, from node: JSONNode, _ trace: inout JSONLookup
  ) -> JSONNode? {
    defer { withExtendedLifetime(pointer) {} }
    return trace.find(pointer.segments, from: node, structure)
  }

  /// The value at an address, borrowed; nil if there is none.
  package func node(at address: JSONAddress) -> JSONNode? {
    if address.rows.isEmpty { return address.rest.resolve(in: root) }
    return reach(address) { $0.node } ?? nil
  }

  /// The value that a view of an address shows, borrowed; nil if it is missing or null. The root is present
  /// even if it is null.
  package func presentNode(at address: JSONAddress) -> JSONNode? {
    if address.isRoot { return root }
    guard let node = node(at: address), node.kind != .null else { return nil }
    return node
  }

  /// Where an address leads now; nil if a row on the way is missing.
  package func pointer(of address: JSONAddress) -> JSONPointer? {
    if address.rows.isEmpty { return address.rest }
    return reach(address) { try? JSONPointer($0.path) } ?? nil
  }

  /// Calls `body` with a cursor at an address; nil if a row or a container on the way is missing.
  private func reach<Result>(
    _ address: JSONAddress, _ body: (inout JSONState) -> Result
  ) -> Result? {
    let forms = rowForms(on: address)
    var cursor = JSONState(self)
    return reach(address.rows[...], forms[...], address.rest, &cursor, body)
  }

  /// - Parameter forms: the forms of rows that may not have been indexed.
  private func reach<Result>(
    _ rows: ArraySlice<JSONAddress.Row>, _ forms: ArraySlice<JSONRowsForm>, _ rest: JSONPointer,
    _ cursor: inout JSONState, _ body: (inout JSONState) -> Result
  ) -> Result? {
    guard let row = rows.first else { return cursor.visit(rest, body) }
    let found: Result?? = cursor.visit(row.array) { array -> Result? in
      if let form = forms.first { array.makeRows(in: form) }
      guard let known = array.rows, let index = known.index(of: row.id, in: array.node) else {
        return nil
      }
      return array.stepRow(index) { entry in
        func goOn(_ next: inout JSONState) -> Result? {
          reach(rows.dropFirst(), forms.dropFirst(), rest, &next, body)
        }
        return known.isPath ? entry.step(JSONPathForm.element.step, goOn) : goOn(&entry)
      }
    }
    return found ?? nil
  }

  /// Whether the rows on an address have been indexed.
  private func knowsRows(on address: JSONAddress) -> Bool {
    var place: WatchedNode? = places
    for (position, row) in address.rows.enumerated() {
      place = place?.existing(row.array)
      guard let rows = place?.rows else { return false }
      if position == address.rows.count - 1 { return true }
      place = place?.rowChildren[JSONRowID(row.id)]
      if rows.isPath { place = place?.existing(JSONPathForm.element.pointer) }
    }
    return true
  }

  /// The place of a part, made if needed. A row's place is found by its id.
  package func place(at address: JSONAddress) -> WatchedNode {
    rows(on: address).place.makeChild(address.rest)
  }

  /// The forms of the rows on an address, nil where no operator is attached, and the place of the last one.
  func rows(on address: JSONAddress) -> (forms: [JSONRowsForm?], place: WatchedNode) {
    let attached = rowForms(on: address)
    var place = places
    var forms: [JSONRowsForm?] = []
    for (position, row) in address.rows.enumerated() {
      place = place.makeChild(row.array)
      if place.rows == nil, position < attached.count {
        place.rows = JSONRows(attached[position])
        hasRows = true
      }
      forms.append(place.rows?.form)
      place = place.makeRowChild(JSONRowID(row.id))
      if forms.last??.isPath == true { place = place.makeChild(JSONPathForm.element.segment) }
    }
    return (forms, place)
  }

  /// The forms of the rows on an address, as far as operators are attached to them; none if all are indexed.
  private func rowForms(on address: JSONAddress) -> [JSONRowsForm] {
    if knowsRows(on: address) { return [] }
    var forms: [JSONRowsForm] = []
    var here = layout
    for row in address.rows {
      guard let rows = here.rows(at: row.array.keys), let form = rows.form else { break }
      forms.append(form)
      here = rows.row(row.id)
    }
    return forms
  }

  /// Whether rows or a navigation path are attached at an address.
  package func hasRows(at address: JSONAddress) -> Bool {
    knownRows(at: address) != nil || rowsForm(at: address) != nil
  }

  /// The form of the rows at an address, from the operator there; nil if there is none.
  package func rowsForm(at address: JSONAddress) -> JSONRowsForm? {
    layout.row(on: address)?.rows(at: address.rest.keys)?.form
  }

  private func knownRows(at address: JSONAddress) -> JSONRows? { reach(address) { $0.rows } ?? nil }

  /// The ids of the rows at an address; nil if the value is not an array of rows.
  ///
  /// Rows without an operator are identified by their member `id`.
  package func rowIDs(at address: JSONAddress) -> JSONRowIDs? {
    let form = knownRows(at: address) == nil ? rowsForm(at: address) : nil
    let found: JSONRowIDs?? = reach(address) { array in
      guard let node = array.node, !node.isNull else { return .empty }
      guard node.isArray else { return nil }
      if let form { array.makeRows(in: form) }
      let rows = array.rows
      return JSONRowIDs(
        structure: rows?.structure ?? Serial.next(), take: { rows?.edits(noted: $0) }
      ) { range throws(JSONError) in
        guard let now = self.node(at: address) else { return JSON(elements: []) }
        return JSONRowIDs.ids(range, of: now) {
          rows == nil ? JSONPathForm.id.member(of: $0) : rows!.id(of: $0)
        }
      }
    }
    return found ?? .empty
  }
}

// MARK: - Last values

extension JSONDocument {
  /// Keeps the last value at an address after it is gone, as long as the result is held.
  package func hold(_ address: JSONAddress) -> JSONHold { JSONHold(place(at: address), in: self) }
}

/// Keeps the last value of a place: the one it had when it was removed or became null.
///
/// Nothing is held while the value exists, so no write has to copy it.
package final class JSONHold {
  private let place: WatchedNode
  private let document: JSONDocument

  fileprivate init(_ place: WatchedNode, in document: JSONDocument) {
    self.place = place
    self.document = document
    place.hold(1)
  }

  deinit {
    place.hold(-1)
    document.release(place)
  }

  package var last: JSON? { place.last }
}

extension WatchedNode {
  /// The place at the end of a pointer from here, made if needed.
  func makeChild(_ pointer: JSONPointer) -> WatchedNode {
    pointer.segments.reduce(self) { $0.makeChild($1) }
  }

  /// Called before the value here becomes `new`. Keeps held values at or below here that will be gone.
  func keepLast(_ old: JSONNode?, becoming new: JSONNode?) {
    var stack: [(WatchedNode, JSONNode?, JSONNode?)] = [(self, old, new)]
    while let (place, old, new) = stack.popLast() {
      guard place.heldBelow > 0, let old, !old.isNull else { continue }
      let goes = new == nil || new!.isNull
      if goes, place.listings > 0 { place.leftStamp = place.stamp }
      if place.holders > 0 {
        // Not with nil, of which the compiler would make JSON's null.
        place.last = goes ? .some(JSON(borrowing: old)) : .none
      }
      for child in place.indexed where child.heldBelow > 0 {
        stack.append((child, child.member(of: old), new.flatMap { child.member(of: $0) }))
      }
      if let rows = place.rows { place.keepLastRows(old, becoming: new, rows, &stack) }
    }
  }

  private func keepLastRows(
    _ old: JSONNode, becoming new: JSONNode?, _ rows: JSONRows,
    _ stack: inout [(WatchedNode, JSONNode?, JSONNode?)]
  ) {
    guard rowChildren.values.contains(where: { $0.heldBelow > 0 }) else { return }
    let (before, after) = (rows.byID(old), rows.byID(new))
    for (id, child) in rowChildren where child.heldBelow > 0 {
      stack.append((child, before[id], after[id]))
    }
  }

  /// The held places below, with their values and what they keep; no value for null.
  func held(in node: JSONNode?) -> [(place: WatchedNode, value: JSON?, last: JSON?)] {
    var found: [(place: WatchedNode, value: JSON?, last: JSON?)] = []
    var stack: [(WatchedNode, JSONNode?)] = [(self, node)]
    while let (place, node) = stack.popLast() {
      if place.holders > 0 {
        let value = node.flatMap { $0.isNull ? nil : $0 }
        found.append((place, value.map { JSON(borrowing: $0) }, place.last))
      }
      for child in place.indexed where child.heldBelow > 0 {
        stack.append((child, node.flatMap { child.member(of: $0) }))
      }
      guard let rows = place.rows else { continue }
      let elements = rows.byID(node)
      for (id, child) in place.rowChildren where child.heldBelow > 0 {
        stack.append((child, elements[id]))
      }
    }
    return found
  }

  /// Called before an element comes to an array or leaves it. From its index on, each index then leads to
  /// another element, and the last one may lead to none.
  ///
  /// - Parameter value: the new element; nil if the element at the index leaves.
  func keepLast(shifting array: JSONNode, at index: Int, inserting value: JSONNode?) {
    guard heldBelow > 0 else { return }
    for child in indexed where child.heldBelow > 0 && child.segment.index >= index {
      let here = child.segment.index
      let next = value == nil ? array.element(here + 1) : array.element(here - 1)
      child.keepLast(child.member(of: array), becoming: here == index ? value ?? next : next)
    }
  }
}

extension JSONRows {
  /// The elements of an array by their ids, borrowed.
  fileprivate func byID(_ array: JSONNode?) -> [JSONRowID: JSONNode] {
    var found: [JSONRowID: JSONNode] = [:]
    guard let array, array.isArray else { return found }
    found.reserveCapacity(array.elementCount)
    for row in array.children {
      if let id = id(of: row) { found[JSONRowID(borrowing: id)] = row }
    }
    return found
  }
}

extension JSONState {
  /// Indexes rows here that belong to a reader's reducer. A query changes nothing: a plain array of
  /// elements gets its entries and ids only when that reducer runs.
  mutating func makeRows(in form: JSONRowsForm) {
    guard let node, node.isArray, rows == nil else { return }
    if !form.isPath || JSONPathForm.isLong(node) { _ = meetRows(form) }
  }
}
