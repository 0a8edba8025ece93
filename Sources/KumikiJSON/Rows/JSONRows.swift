internal import CJansson
internal import Kumiki

/// Where the rows of one JSON array are, by id, without a search.
///
/// Made when a for-each or a stack is attached to the array. The index remembers where each id was;
/// an insertion or removal shifts what comes after it, so a look-up begins at the remembered place and
/// goes outwards as far as rows can have moved. When that is far, the index is made anew: an edit costs
/// O(1), a look-up O(1) with rare O(*n*).
package final class JSONRows {
  /// The member of a row that is its id.
  package let idKey: JSONCase
  /// A path: rows are `{"id", "element"}`, and the element is what is inside.
  package let isPath: Bool
  /// Another number after each change of which ids there are.
  private(set) var structure: UInt64 = Serial.next()
  private var hints: [JSON: Int] = [:]
  private var isBuilt = false
  /// Insertions and removals before the end since the index was made.
  private var drift = 0

  private static let mostDrift = 64

  init(idKey: JSONCase, isPath: Bool) {
    self.idKey = idKey
    self.isPath = isPath
  }

  /// The id of a row, borrowed.
  func id(of row: JSONNode) -> JSONNode? { idKey.member(of: row) }

  /// The index of the row with an id; nil where there is none.
  func index(of id: JSON, in array: JSONNode) -> Int? {
    if !isBuilt || drift > Self.mostDrift { build(array) }
    guard let hint = hints[id] else { return nil }
    for distance in 0...drift {
      if isThere(id, hint - distance, array) { return remember(id, hint - distance) }
      if distance > 0, isThere(id, hint + distance, array) {
        return remember(id, hint + distance)
      }
    }
    return nil
  }

  /// An id that stands twice in an array of rows; nil where all differ.
  func twin(in array: JSONNode) -> JSON? {
    guard array.pointee.type == JSON_ARRAY else { return nil }
    var seen: Set<JSON> = []
    seen.reserveCapacity(json_array_size(array))
    var twin: JSON?
    array.forEachChild { row in
      guard let id = id(of: row) else { return true }
      let json = JSON(borrowing: id)
      if !seen.insert(json).inserted { twin = json }
      return twin == nil
    }
    return twin
  }

  private func isThere(_ id: JSON, _ index: Int, _ array: JSONNode) -> Bool {
    guard index >= 0, let row = json_array_get(array, index), let found = self.id(of: row) else {
      return false
    }
    return id.withNode { $0 == found } || id == JSON(borrowing: found)
  }

  private func remember(_ id: JSON, _ index: Int) -> Int {
    if hints[id] != index { hints[id] = index }
    return index
  }

  private func build(_ array: JSONNode) {
    hints.removeAll(keepingCapacity: true)
    hints.reserveCapacity(json_array_size(array))
    var index = 0
    array.forEachChild { row in
      if let id = id(of: row) { hints[JSON(borrowing: id)] = index }
      index += 1
      return true
    }
    isBuilt = true
    drift = 0
  }

  // MARK: What writes did

  /// The whole array was replaced, or reordered.
  func invalidate() {
    isBuilt = false
    structure = Serial.next()
  }

  func inserted(_ row: JSONNode, at index: Int, count: Int) {
    structure = Serial.next()
    guard isBuilt else { return }
    if let id = id(of: row) { hints[JSON(borrowing: id)] = index }
    if index < count { drift += 1 }
  }

  func removed(_ row: JSONNode, at index: Int, count: Int) {
    structure = Serial.next()
    guard isBuilt else { return }
    if let id = id(of: row) { hints[JSON(borrowing: id)] = nil }
    if index < count { drift += 1 }
  }

  /// A row was written over. Its id may be another one.
  func replaced(_ old: JSONNode, by row: JSONNode, at index: Int) {
    let before = id(of: old).map(JSON.init(borrowing:))
    let after = id(of: row).map(JSON.init(borrowing:))
    guard before != after else { return }
    structure = Serial.next()
    guard isBuilt else { return }
    if let before { hints[before] = nil }
    if let after { hints[after] = index }
  }
}

extension JSONPlace {
  /// An id that a value written here would bring twice to rows at or below here.
  func twin(in value: JSONNode) -> JSON? {
    if let twin = rows?.twin(in: value) { return twin }
    for child in indexed {
      guard let inner = child.member(of: value) else { continue }
      if let twin = child.twin(in: inner) { return twin }
    }
    return nil
  }

  /// Every watcher at or below this place.
  var watchersBelow: [JSONWatcher] {
    var found = watchers
    var stack = below
    while let place = stack.popLast() {
      found += place.watchers
      stack += place.below
    }
    return found
  }

  /// Elements came, went or moved. Places by index have changed, those by id have moved along.
  func touchIndexed(_ document: JSONDocument) {
    touch(document)
    for child in indexed { child.touchSubtree(document) }
  }

  /// The place of a row by its id, whatever its index.
  func rowChild(_ id: JSON) -> JSONPlace? { rowChildren[id] }

  func makeRowChild(_ id: JSON) -> JSONPlace {
    if let child = rowChildren[id] { return child }
    let made = JSONPlace(parent: self, key: [])
    rowChildren[id] = made
    return made
  }
}
