internal import KumikiValues

/// An index of the rows of one JSON array by their ids.
///
/// It remembers where each id was. An insertion or removal shifts later rows, so a look-up starts at the
/// remembered index and searches outwards as far as rows can have moved. When that distance becomes too large,
/// the index is rebuilt. Edits take O(1), look-ups amortised O(1).
package final class JSONRows {
  private(set) var form: JSONRowsForm
  package let idKey: JSONCase
  package let isPath: Bool
  private let idStep: JSONPointer.Segment
  /// Changes whenever the set of ids changes.
  private(set) var structure: UInt64 = Serial.next()
  /// The rows that have left, for the operator that ends their effects.
  private var left = RowLog<JSONRowID>()
  /// Whether the operator has read them. Its first reading learns only that any row may have left.
  private var isLeftRead = false
  private var hints = RowIndex()
  private var isBuilt = false
  /// Whether the navigation path is known to have ids.
  var isLong = false
  /// Whether an operator has a requirement for the place, so that values are checked and set up there.
  var isRequired = false
  /// Whether an operator has a requirement for the contents of the rows.
  var hasInside = false
  /// Whether rows may wait for their set-up until a cursor reaches them.
  var areWaiting = false
  /// Whether a row is in its own step, after which it keeps its old id even if the step wrote another.
  var isInStep = false
  /// The records of inserted and removed rows, one for each observer.
  private var noting: [RowEdits] = []
  /// The number of insertions and removals before the end since the index was built, and its limit.
  private var drift = 0
  private var mostDrift = 64

  init(_ form: JSONRowsForm) {
    self.form = form
    (idKey, isPath) = (form.idKey, form.isPath)
    idStep = idKey.segment
  }

  /// Makes an index of the same rows, for a copy of the state.
  convenience init(copying other: JSONRows) {
    self.init(other.form)
    isLong = other.isLong
    isRequired = other.isRequired
    hasInside = other.hasInside
    areWaiting = other.areWaiting
  }

  /// Makes this the index for another operator's rows here. Returns false if their ids are different.
  func adopt(_ other: JSONRowsForm) -> Bool {
    guard idKey == other.idKey, isPath == other.isPath else { return false }
    form = other
    isRequired = false
    hasInside = false
    areWaiting = false
    return true
  }

  /// Returns the id of a row, borrowed.
  @inline(__always)
  func id(of row: JSONNode) -> JSONNode? { idStep.id(of: row) }

  /// Returns why a value cannot be one of these rows.
  func mismatch(row: JSONNode) -> JSONError? {
    if isPath || row.isObject && (isInStep || id(of: row) != nil) { return nil }
    return form.mismatch(row: row, needsID: !isInStep)
  }

  /// Returns the id of a value as one of these rows; nil for a plain element of a path, which gets an id later.
  func id(ofNew row: JSONNode) -> JSONNode? {
    isPath && JSONPathForm.element(ofEntry: row) == nil ? nil : id(of: row)
  }

  func index(of id: JSON, in array: JSONNode?) -> Int? {
    id.withNode { index(of: $0, in: array) }
  }

  /// For an element of a navigation path. No element has an id beyond JSON's integers.
  func index(of id: StackElementID, in array: JSONNode?) -> Int? {
    id.generation <= UInt64(Int64.max) ? index(of: id.json, in: array) : nil
  }

  /// Returns the index of the row with a borrowed id; nil if no row has the id.
  func index(of id: JSONNode, in array: JSONNode?) -> Int? {
    guard let array, array.isArray else { return nil }
    if !isBuilt || drift > mostDrift { build(array) }
    let hash = id.rowHash
    if let hint = hints.find(hash) {
      if hasRow(id, hint, array) { return hint }
      for distance in stride(from: 1, through: drift, by: 1) {
        for index in [hint - distance, hint + distance] where hasRow(id, index, array) {
          hints.move(hash, to: index)
          return index
        }
      }
    }
    return hints.hasDuplicates ? form.index(of: id, in: array) : nil
  }

  private func hasRow(_ id: JSONNode, _ index: Int, _ array: JSONNode) -> Bool {
    guard index >= 0, let row = array.element(index), let found = self.id(of: row) else {
      return false
    }
    return id.isEqual(to: found)
  }

  private func build(_ array: JSONNode) {
    let count = array.elementCount
    hints.reset(count)
    for (index, row) in array.children.enumerated() {
      if let id = id(of: row) { hints.insert(id.rowHash, at: index) }
    }
    isBuilt = true
    drift = 0
    mostDrift = max(64, Int(Double(count).squareRoot()))
  }

  /// Returns the edits in a record; nil if it is new here, or if any row may have been inserted or removed.
  func edits(noted record: RowEdits) -> ListEdits? {
    if record.rows === self { return record.take() }
    record.rows?.noting.removeAll { $0 === record }
    record.rows = self
    noting.removeAll { $0.isOver }
    noting.append(record)
    _ = record.take()
    return nil
  }

  private func note(_ change: (inout ListEdits) -> Void) {
    for record in noting { record.note(change) }
  }

  /// Calls `visit` with the rows that have left since the mark; see ``RowLog``.
  func visitLeft(since mark: inout RowLogMark, _ visit: (JSONRowID) -> Void) -> Bool {
    isLeftRead = true
    return left.visit(since: &mark, visit)
  }

  // MARK: Updates by writes

  /// Drops the index after the whole array was replaced or reordered.
  func invalidate() {
    isBuilt = false
    isLong = false
    structure = Serial.next()
    left.noteAll()
    for record in noting { record.noteWhole() }
  }

  func inserted(_ row: JSONNode, at index: Int, count: Int) {
    structure = Serial.next()
    if !noting.isEmpty { note { $0.insert(at: index) } }
    guard isBuilt else { return }
    if let id = id(of: row) { hints.insert(id.rowHash, at: index) }
    if index < count { drift += 1 }
  }

  func removed(_ row: JSONNode, at index: Int, count: Int) {
    structure = Serial.next()
    if !noting.isEmpty { note { $0.remove(at: index) } }
    let id = id(of: row)
    if isLeftRead, let id { left.note(JSONRowID(JSON(borrowing: id))) }
    guard isBuilt else { return }
    if let id { hints.remove(id.rowHash) }
    if index < count { drift += 1 }
  }

  /// Updates the index after a row or its id was replaced. A new id means that another row has arrived.
  func renamed(_ before: JSON?, to after: JSON?, at index: Int) {
    structure = Serial.next()
    if !noting.isEmpty { note { $0.replace(at: index) } }
    if isLeftRead, let before { left.note(JSONRowID(before)) }
    guard isBuilt else { return }
    before?.withNode { hints.remove($0.rowHash) }
    after?.withNode { hints.insert($0.rowHash, at: index) }
  }
}
