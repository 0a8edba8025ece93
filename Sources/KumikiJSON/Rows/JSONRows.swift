internal import CJansson
internal import Kumiki

/// What the rows of an array are.
package struct JSONRowsForm: Sendable {
  /// The member of a row that is its id.
  package let idKey: JSONCase
  /// A path: rows are `{"id", "element"}`, and the element is what is inside.
  package var isPath = false
  /// The elements of a path are enums: a case that is not up cannot be written into.
  package var hasCases = false
  /// The path is written as a whole: it takes setPath, and not push and popFrom.
  package var isSeed = false

  static func path(hasCases: Bool = false, _ dialect: NavigationDialect = .modern) -> Self {
    Self(idKey: JSONPathForm.id, isPath: true, hasCases: hasCases, isSeed: dialect == .legacy)
  }
}

/// Where the rows of one JSON array are, by id, without a search.
///
/// Made when a for-each or a stack is attached to the array. The index remembers where each id was;
/// an insertion or removal shifts what comes after it, so a look-up begins at the remembered place and
/// goes outwards as far as rows can have moved. When that is far, the index is made anew: an edit costs
/// O(1), a look-up O(1) with rare O(*n*).
package final class JSONRows {
  package let form: JSONRowsForm
  private let idStep: UnsafePointer<JSONPointer.Segment>
  /// Another number after each change of which ids there are.
  private(set) var structure: UInt64 = Serial.next()
  private var hints = JSONRowHints()
  private var isBuilt = false
  /// Where the array is. The place owns this index.
  unowned(unsafe) var place: JSONPlace?
  /// A path that is known to have its elements' ids.
  var isLong = false
  /// An operator claims the place, so that what is put there is checked and set up.
  var isClaimed = false
  /// An operator needs something of what is inside the rows.
  var hasInside = false
  /// A row is in its own step: afterwards it has its id, whatever it wrote.
  var isInStep = false
  /// Insertions and removals before the end since the index was made, and how many may be: a look-up
  /// goes so far, and making the index anew costs so many look-ups among that many rows.
  private var drift = 0
  private var mostDrift = 64

  init(_ form: JSONRowsForm) {
    self.form = form
    idStep = form.idKey.step
  }

  /// The same rows, in a copy of the state.
  init(copying other: JSONRows) {
    form = other.form
    idStep = form.idKey.step
    isLong = other.isLong
    isClaimed = other.isClaimed
    hasInside = other.hasInside
  }

  deinit { hints.deallocate() }

  package var idKey: JSONCase { form.idKey }
  package var isPath: Bool { form.isPath }

  /// The id of a row, borrowed.
  @inline(__always)
  func id(of row: JSONNode) -> JSONNode? {
    // Most rows begin with it: a comparison instead of a look-up.
    if let first = json_object_iter(row), idStep.pointee.isKey(of: first) {
      return json_object_iter_value(first)
    }
    return idStep.pointee.member(of: row)
  }

  /// Why a value cannot be one of these rows.
  func misfit(row: JSONNode) -> JSONMisfit? {
    if isPath || row.pointee.type == JSON_OBJECT && (isInStep || id(of: row) != nil) { return nil }
    return form.misfit(row: row, needsID: !isInStep)
  }

  /// The id under which a value would be one of these rows; nil for a path's element, which gets one.
  func id(ofNew row: JSONNode) -> JSONNode? {
    isPath && JSONPathForm.element(ofEntry: row) == nil ? nil : id(of: row)
  }

  /// The index of the row with an id; nil where there is none.
  func index(of id: JSON, in array: JSONNode) -> Int? {
    id.withNode { index(of: $0, in: array) }
  }

  /// The same for a borrowed id.
  func index(of id: JSONNode, in array: JSONNode) -> Int? {
    if !isBuilt || drift > mostDrift { build(array) }
    let hash = id.rowHash
    guard let hint = hints.find(hash) else { return hints.hasTwins ? search(id, array) : nil }
    if isThere(id, hint, array) { return hint }
    for distance in stride(from: 1, through: drift, by: 1) {
      for index in [hint - distance, hint + distance] where isThere(id, index, array) {
        hints.move(hash, to: index)
        return index
      }
    }
    return hints.hasTwins ? search(id, array) : nil
  }

  /// For when the hints cannot tell two ids apart.
  private func search(_ id: JSONNode, _ array: JSONNode) -> Int? {
    (0..<json_array_size(array)).first { isThere(id, $0, array) }
  }

  private func isThere(_ id: JSONNode, _ index: Int, _ array: JSONNode) -> Bool {
    guard index >= 0, let row = json_array_get(array, index), let found = self.id(of: row) else {
      return false
    }
    return id.isEqual(to: found)
  }

  private func build(_ array: JSONNode) {
    let count = json_array_size(array)
    hints.reset(count)
    var index = 0
    array.forEachChild { row in
      if let id = id(of: row) { hints.insert(id.rowHash, at: index) }
      index += 1
      return true
    }
    isBuilt = true
    drift = 0
    mostDrift = max(64, Int(Double(count).squareRoot()))
  }

  /// Who looks at a row that is about to have another id, and the row as it is.
  func leaving(_ id: JSON?, at index: Int, in array: JSONNode) -> (JSONPlace, JSON)? {
    guard !isInStep, let id, let place = place?.rowChildren[JSONRowID(id)], place.heldBelow > 0,
      let row = json_array_get(array, index)
    else { return nil }
    return (place, JSON(borrowing: row))
  }

  // MARK: What writes did

  /// The whole array was replaced, or reordered.
  func invalidate() {
    isBuilt = false
    isLong = false
    structure = Serial.next()
  }

  func inserted(_ row: JSONNode, at index: Int, count: Int) {
    structure = Serial.next()
    guard isBuilt else { return }
    if let id = id(of: row) { hints.insert(id.rowHash, at: index) }
    if index < count { drift += 1 }
  }

  func removed(_ row: JSONNode, at index: Int, count: Int) {
    structure = Serial.next()
    guard isBuilt else { return }
    if let id = id(of: row) { hints.remove(id.rowHash) }
    if index < count { drift += 1 }
  }

  /// A row was written over, or its id was. Its id may be another one: then who goes by the one before has
  /// lost it, and who goes by the new one has it, as when a row leaves and another comes.
  func renamed(_ before: JSON?, to after: JSON?, at index: Int, in document: JSONDocument) {
    guard before != after else { return }
    after?.withNode { place?.returned(nil, $0, document) }
    if let before { place?.rowLeft(JSONRowID(before), nil, document) }
    structure = Serial.next()
    guard isBuilt else { return }
    before?.withNode { hints.remove($0.rowHash) }
    after?.withNode { hints.insert($0.rowHash, at: index) }
  }
}

extension JSONPlace {
  /// An id that a value written here would bring twice to rows at or below here that nobody claims.
  func twin(in value: JSONNode) -> JSON? {
    var stack = [(self, value)]
    while let (place, value) = stack.popLast() {
      if let rows = place.rows, !rows.isClaimed, let twin = rows.form.twin(in: value) {
        return twin
      }
      for child in place.indexed {
        if let inner = child.member(of: value) { stack.append((child, inner)) }
      }
    }
    return nil
  }

  /// Somebody observes this place or one below.
  var isObservedBelow: Bool {
    var stack = [self]
    while let place = stack.popLast() {
      if place.isObserved { return true }
      stack += place.below
    }
    return false
  }

  /// Elements came, went or moved. Places by index have changed, those by id have moved along.
  func touchIndexed(_ document: JSONDocument) {
    touch(document)
    for child in indexed { child.touchSubtree(document) }
  }

  /// A value was written around rows and slots, or where they are: what is remembered for rows that are
  /// not in it goes, and what was presented in a part that has gone is over.
  func settle(with value: JSONNode?, _ document: JSONDocument) {
    var stack: [(JSONPlace, JSONNode?)] = [(self, value)]
    while let (place, value) = stack.popLast() {
      if value?.isNull ?? true { place.cells = [] }
      for child in place.indexed {
        if value?.isContainer != true { child.slot?.end() }
        stack.append((child, value.flatMap { child.member(of: $0) }))
      }
      guard let rows = place.rows, !place.rowChildren.isEmpty else { continue }
      var left = place.rowChildren
      if let value, value.pointee.type == JSON_ARRAY {
        value.forEachChild { row in
          if let id = rows.id(of: row),
            let child = left.removeValue(forKey: JSONRowID(borrowing: id))
          {
            place.departed[JSONRowID(borrowing: id)] = nil
            stack.append((child, row))
          }
          return !left.isEmpty
        }
      }
      for id in left.keys { place.rowLeft(id, nil, document) }
    }
  }

  /// A row left: unless it comes back, what is remembered for it goes at the end of the step, and who
  /// looks at it is told.
  func rowLeft(_ id: JSONRowID, _ row: JSONNode?, _ document: JSONDocument) {
    guard rowChildren[id] != nil else { return }
    if departed.isEmpty { document.departing.append(self) }
    departed[id.owned] = row.map(JSON.init(borrowing:)) ?? JSON.null
  }

  /// A row came. The very one that left in this step has only moved; any other has changed.
  func returned(_ row: JSONNode?, _ id: JSONNode?, _ document: JSONDocument) {
    guard !rowChildren.isEmpty, let id = id.map(JSONRowID.init(borrowing:)),
      let place = rowChildren[id]
    else { return }
    let left = departed.removeValue(forKey: id)
    if let row, place.heldBelow > 0 { place.keepLast(row, becoming: row) }
    if left == nil || left?.node != row { place.touchSubtree(document) }
  }

  /// The step has ended: what is remembered for the rows that left goes.
  func forgetDeparted(_ document: JSONDocument) {
    for id in departed.keys {
      guard let gone = rowChildren[id] else { continue }
      gone.touchSubtree(document)
      gone.endSlotsBelow()
      if !gone.isObservedBelow, gone.heldBelow == 0 { rowChildren[id] = nil }
    }
    departed = [:]
  }

  /// The place of a row by its id, whatever its index.
  func makeRowChild(_ id: JSONRowID) -> JSONPlace {
    if let child = rowChildren[id] { return child }
    let made = JSONPlace(parent: self, rowID: id.owned)
    rowChildren[id.owned] = made
    return made
  }
}
