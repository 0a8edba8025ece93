internal import KumikiValues

// An enum that an operator presents changes its case only as a whole.
extension JSONState {
  /// Refuses a write to a case that is not the current case of a presented value, an optional child or a path's
  /// element.
  func checkCase() throws(JSONWriteError) {
    guard let (parent, segment) = above else { return }
    try parent.pointee.checkCase(of: segment)
  }

  /// Refuses the same one step below.
  func checkCase(of segment: JSONPointer.Segment) throws(JSONWriteError) {
    guard keepsItsCase, let value = node, JSONCase.of(value) != nil, !segment.isCase(of: value)
    else { return }
    reportWrongCase(at: [segment.text], while: value)
    throw .invalid
  }

  /// Whether a pointer continues below a case that is not the current case, which is reported.
  func reportWrongCase(_ steps: JSONSteps) -> Bool {
    guard var here = node else { return false }
    var keepsItsCase = keepsItsCase
    var place = place?.object
    // In a navigation path with cases: the number of steps below the array. Two lead to the element.
    var below: Int?
    for segment in steps {
      guard let next = segment.child(of: here) else {
        if !keepsItsCase || here.isNull { return false }
        reportWrongCase(at: steps.map(\.text), while: here)
        return true
      }
      below = place?.rows.hasCases == true ? 1 : below.map { $0 + 1 }
      place = place?.below(segment, at: next)
      keepsItsCase =
        below == 2 || place?.slot.record?.keepsItsCase == true
        || place?.requirements.keepsItsCase == true
      here = next
    }
    return false
  }

  /// Whether the value here is an enum that changes its case only as a whole.
  private var keepsItsCase: Bool {
    if let slotHere { return slotHere.with { $0.keepsItsCase } }
    if place?.with({ $0.requirements.keepsItsCase }) == true { return true }
    guard let array = parent?.pointee.parent else { return false }
    return array.pointee.place?.with { $0.rows.hasCases } ?? false
  }

  private func reportWrongCase(at steps: [String], while value: JSONNode) {
    let path = steps.reduce(into: path) { $0.appendSegment($1) }
    report(
      .writeWrongCase,
      "a case that is not up was written at \(path), while the state there is "
        + "\(JSONCase.name(of: value) ?? JSONError.found(value)); nothing changed. "
        + "Set what is above it to move to another case.", at: path, around: steps)
  }
}

extension JSONPlace {
  /// Returns the place one step below, if one was made. A row's place is found by its id.
  fileprivate func below(_ segment: JSONPointer.Segment, at node: JSONNode) -> JSONPlace? {
    guard let rows = rows.known else { return child(segment)?.object }
    return rows.id(of: node).flatMap { rowChildren[JSONRowID(borrowing: $0)] }
  }
}
