internal import KumikiValues

/// The changes of a burst to a part of a state, for the observers being notified.
package enum JSONWritten {
  /// The part was not written.
  case nothing
  /// The value was replaced as a whole, or may have been.
  case whole
  /// Parts of the value were written. The patch is empty if their values are the same as before. The inverse
  /// patch is made on demand.
  case inside(JSONPatch, back: () -> JSONPatch)
}

/// The place where a burst's writes to a part of a state are recorded.
enum JSONWrittenPlace {
  case nothing
  case whole
  case inside(JSONChanges, Int, JSONNode)
}

extension JSONDocument {
  /// Returns the burst's changes to the part at an address. Valid only while observers are notified.
  ///
  /// - Parameter rowSteps: the steps of the pointer that are rows; see ``rowSteps(of:)``.
  package func written(at address: JSONAddress, rowSteps: [Int]) -> JSONWritten {
    switch writtenPlace(at: address, rowSteps: rowSteps) {
    case .nothing: .nothing
    case .whole: .whole
    case .inside(let writes, let place, let value):
      .inside(writes.patch(of: value, at: place)) { writes.back(from: value, at: place) }
    }
  }

  /// Returns the same, as the place in the record of the burst.
  func writtenPlace(at address: JSONAddress, rowSteps: [Int]) -> JSONWrittenPlace {
    let writes = changes.lastBurst
    guard !writes.isEmpty, let pointer = pointer(of: address) else { return .whole }
    defer { withExtendedLifetime(pointer) {} }
    var place = JSONChanges.root
    var value = root
    for (position, segment) in pointer.segments.enumerated() {
      guard !writes[place].isWhole, let next = segment.child(of: value) else { return .whole }
      // An index may lead to another element now. A row found by its id is the same row.
      if value.isArray, writes[place].hasEdits, !rowSteps.contains(position) { return .whole }
      guard let child = writes.child(segment, isElement: value.isArray, of: place) else {
        return .nothing
      }
      (place, value) = (child, next)
    }
    return writes[place].isWhole ? .whole : .inside(writes, place, value)
  }

  /// Returns the value at an address before the burst that observers are notified of; nil if it was missing.
  ///
  /// - Complexity: O(*n*) in the size of the state.
  package func before(at address: JSONAddress) -> JSON? {
    var whole = snapshot
    if !changes.lastBurst.isEmpty {
      let back = changes.lastBurst.back(from: root, at: JSONChanges.root)
      whole = (try? JSONPatchOperations(back.json).applied(to: whole)) ?? whole
    }
    var here = whole.node
    for (row, form) in zip(address.rows, rows(on: address).forms) {
      guard let array = row.array.resolve(in: here),
        let found = form?.state(of: row.id.node, in: array)
      else { return nil }
      here = found
    }
    return withExtendedLifetime(whole) {
      address.rest.resolve(in: here).map(JSON.init(borrowing:))
    }
  }

  /// Returns which steps of the address's pointer are rows.
  package func rowSteps(of address: JSONAddress) -> [Int] {
    var steps: [Int] = []
    var count = 0
    for (row, form) in zip(address.rows, rows(on: address).forms) {
      count += row.array.segments.count
      steps.append(count)
      count += form?.isPath == true ? 2 : 1
    }
    return steps
  }
}
