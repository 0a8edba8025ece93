internal import KumikiValues

// Finds parts of a document by address. Rows are found by the index that the for-each operator keeps.
extension JSONDocument {
  /// Returns the value at a pointer from a value in this document, borrowed; nil if it is missing.
  ///
  /// - Parameter trace: the position that the same pointer led to last.
  package func find(
    _ pointer: JSONPointer, from node: JSONNode, _ trace: inout JSONLookup
  ) -> JSONNode? {
    defer { withExtendedLifetime(pointer) {} }
    return trace.find(pointer.segments, from: node, burst.structure)
  }

  /// Returns the value at an address, borrowed; nil if it is missing.
  package func node(at address: JSONAddress) -> JSONNode? {
    if address.rows.isEmpty { return address.rest.resolve(in: root) }
    return reach(address) { $0.node } ?? nil
  }

  /// Returns the value of a scoped store at an address, borrowed; nil if it is missing or null. The root is
  /// present even if it is null.
  package func presentNode(at address: JSONAddress) -> JSONNode? {
    if address.isRoot { return root }
    guard let node = node(at: address), node.kind != .null else { return nil }
    return node
  }

  /// Returns the current pointer of an address; nil if a row on its path is missing.
  package func pointer(of address: JSONAddress) -> JSONPointer? {
    if address.rows.isEmpty { return address.rest }
    return reach(address) { try? JSONPointer($0.path) } ?? nil
  }

  /// Calls `body` with a cursor at an address. Returns nil if a row or a container on its path is missing.
  private func reach<Result>(
    _ address: JSONAddress, _ body: (inout JSONState) -> Result
  ) -> Result? {
    let forms = rowForms(on: address)
    var cursor = JSONState(self)
    var found: Result?
    reach(address.rows[...], forms[...], address.rest, &cursor) { found = body(&$0) }
    return found
  }

  // Without a result, so that it is compiled once.
  /// - Parameter forms: the forms of rows that may not have been indexed.
  private func reach(
    _ rows: ArraySlice<JSONAddress.Row>, _ forms: ArraySlice<JSONRowsForm>, _ rest: JSONPointer,
    _ cursor: inout JSONState, _ body: (inout JSONState) -> Void
  ) {
    guard let row = rows.first else {
      cursor.reach(rest, body)
      return
    }
    cursor.reach(row.array) { array in
      if let form = forms.first { array.makeRows(in: form) }
      guard let known = array.rows, let index = known.index(of: row.id, in: array.node) else {
        return
      }
      array.stepRow(index) { entry in
        func reachInside(_ next: inout JSONState) {
          reach(rows.dropFirst(), forms.dropFirst(), rest, &next, body)
        }
        if known.isPath {
          entry.step(JSONPathForm.element.step, reachInside)
        } else {
          reachInside(&entry)
        }
      }
    }
  }

  /// Whether the rows on an address have been indexed.
  private func knowsRows(on address: JSONAddress) -> Bool {
    var place: JSONPlace? = places
    for (position, row) in address.rows.enumerated() {
      place = place?.existing(row.array)
      guard let rows = place?.rows.known else { return false }
      if position == address.rows.count - 1 { return true }
      place = place?.rowChildren[JSONRowID(row.id)]
      if rows.isPath { place = place?.existing(JSONPathForm.element.pointer) }
    }
    return true
  }

  /// Returns the place of a part, made if needed. A row's place is found by its id.
  package func place(at address: JSONAddress) -> JSONPlace {
    rows(on: address).place.makeChild(address.rest)
  }

  /// Returns the forms of an address's rows, nil without an operator, and the place of the last row.
  func rows(on address: JSONAddress) -> (forms: [JSONRowsForm?], place: JSONPlace) {
    let attached = rowForms(on: address)
    var place = places
    var forms: [JSONRowsForm?] = []
    for (position, row) in address.rows.enumerated() {
      place = place.makeChild(row.array)
      if place.rows.known == nil, position < attached.count {
        place.rows.known = JSONRows(attached[position])
        hasRows = true
      }
      forms.append(place.rows.known?.form)
      place = place.makeRowChild(JSONRowID(row.id))
      if forms.last??.isPath == true { place = place.makeChild(JSONPathForm.element.segment) }
    }
    return (forms, place)
  }

  /// Returns the forms of an address's rows, as far as operators are attached; none if all are indexed.
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

  /// Returns the form of the rows at an address, from the operator there; nil without an operator.
  package func rowsForm(at address: JSONAddress) -> JSONRowsForm? {
    layout.row(on: address)?.rows(at: address.rest.keys)?.form
  }

  /// Returns the form of the rows that are inside each row at an address.
  func rowsForm(at address: JSONAddress, inside nested: JSONPointer) -> JSONRowsForm? {
    let around = layout.row(on: address)?.rows(at: address.rest.keys)
    let keys = nested.keys.dropFirst(around?.form?.isPath == true ? 1 : 0)
    return around?.row(.null).rows(at: Array(keys))?.form
  }

  private func knownRows(at address: JSONAddress) -> JSONRows? { reach(address) { $0.rows } ?? nil }

  /// Returns the ids of the rows at an address; nil if the value is not an array of rows.
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

extension JSONState {
  /// Indexes rows here that belong to a reducer chosen by a dynamic reducer. A query changes nothing: a plain
  /// array of elements gets its entries and ids only when that reducer runs.
  mutating func makeRows(in form: JSONRowsForm) {
    guard let node, node.isArray, rows == nil else { return }
    if !form.isPath || JSONPathForm.isLong(node) { _ = indexUnrequiredRows(form) }
  }
}
