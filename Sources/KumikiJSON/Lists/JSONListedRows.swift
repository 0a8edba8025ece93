package import KumikiValues

/// The rows of an array as the entries of a list, with each row's id and sort keys.
package final class JSONListedRows {
  /// The list of the rows, as of the last call that changed it.
  package private(set) var list: RowList
  private let group: JSONRowSort?
  private let compare: ((JSONNode?, JSONNode?) -> Int)?
  private let numberPlaces: [JSONPointer]
  /// The member that contains a row's id. Set only while the list is empty or about to be filled again.
  var idKey: JSONCase { didSet { idStep = JSONPointer.root.appending(idKey.name) } }
  private var idStep: JSONPointer
  private var keys: JSONRowKeys
  /// For rows inside of others, and for rows that are read with others; nil for the elements of the array alone.
  let reading: JSONRowReading?
  /// The ids of the parents of nested rows and how many rows they have, in the order of the array.
  var parentIDs: ContiguousArray<JSON> = []
  var counts: ContiguousArray<Int32> = []
  /// The member that contains a parent's id.
  var parentKey = JSONPathForm.id
  /// Hashes of the ids at the places of the joins, by entry.
  private var joinIDs: [UInt] = []
  /// The ids of the rows, by entry; null for a row without an id.
  private var ids: ContiguousArray<JSON> = []
  /// The places in a row that decide whether it is in the list; nil if they are not known.
  var filterPlaces: [JSONPointer]? = []
  /// The numbers of the row being read. Reused to avoid allocations.
  private var numbers: ContiguousArray<RowNumber?>

  /// Whether a row is in the list.
  typealias Filter = (JSONNode) -> Bool

  /// - Parameters:
  ///   - group: the place in a row whose value is the same in all rows of a group.
  ///   - numbers: the places of the numbers that are summed, in a row.
  ///   - idKey: the member that contains a row's id.
  ///   - compare: compares two values that rows are sorted by; nil for the order of ``JSONSortKey``.
  ///   - reading: nil for the elements of the array alone.
  init(
    group: JSONRowSort?, numbers: [JSONPointer], idKey: JSONCase = JSONPathForm.id,
    compare: ((JSONNode?, JSONNode?) -> Int)? = nil, reading: JSONRowReading? = nil,
    _ window: RowWindow
  ) {
    self.reading = reading
    (self.group, self.compare, numberPlaces) = (group, compare, numbers)
    (self.idKey, idStep) = (idKey, JSONPointer.root.appending(idKey.name))
    self.numbers = ContiguousArray(repeating: nil, count: numbers.count)
    keys = JSONRowKeys(group: nil, [], nil)
    list = RowList(columns: 0, window: window)
  }

  // MARK: Reading

  package func id(_ entry: Int32) -> JSON { ids[Int(entry)] }

  /// Returns the entry of the first row of the array with an id. O(*n*).
  func first(withID id: JSONNode) -> Int32? {
    list.entries.first { ids[Int($0)].withNode { $0.isEqual(to: id) } }
  }

  /// Returns the groups, each with its rows' common value, or null if the rows have no such value.
  func groups() -> [(value: JSON, range: Range<Int>)] {
    list.groups(keys.isGroup).map { range in
      let first = list.entry(at: range.lowerBound)
      return (keys.hasGroups ? keys.group(of: first) : .null, range)
    }
  }

  /// Returns the ranks of the rows of a group. The group of null includes rows without a value. O(log *n*).
  package func range(ofGroup value: JSONNode) -> Range<Int> {
    let key = JSONSortKey(value, .text)
    let start = value.isNull ? 0 : list.rank { keys.compareGroup(of: $0, with: key) >= 0 }
    return start..<list.rank { keys.compareGroup(of: $0, with: key) > 0 }
  }

  // MARK: Changing

  /// Replaces the list with an empty list.
  func begin(by sorts: [JSONRowSort]) {
    keys = JSONRowKeys(group: group, sorts, compare)
    list = RowList(columns: numberPlaces.count, replacing: list) { [keys] in
      keys.isBefore($0, $1)
    }
    (ids, joinIDs) = ([], [])
  }

  /// Fills an empty list with the rows of an array.
  func fill(_ array: JSONNode?, _ isIn: Filter) {
    guard reading?.nested != nil else {
      return list.fill(array?.elementCount ?? 0) { facts($0, array?.element(Int($0)), isIn) }
    }
    fillParents(array)
    var (number, index) = (0, -1)
    list.fill(start(counts.count)) { entry in
      index += 1
      while index == Int(counts[number]) { (number, index) = (number + 1, 0) }
      let parent = array?.element(number)
      return facts(entry, rows(in: parent)?.element(index), in: parent, isIn)
    }
  }

  /// Applies the writes to the array and its elements.
  ///
  /// - Parameters:
  ///   - place: the array's index among the written places. The array must not be written as a whole.
  ///   - start: the number of rows of other parents before them.
  ///   - parent: the element around the array, for nested rows.
  func take(
    _ changes: JSONChanges, _ place: Int, _ array: JSONNode, from start: Int = 0,
    in parent: JSONNode? = nil, _ isIn: Filter
  ) {
    for edit in changes.edits(of: place) {
      switch edit {
      case .insert(let index, let node):
        let row = changes[node].index < 0 ? nil : array.element(changes[node].index)
        list.insert(at: start + index) { facts($0, row, in: parent, isIn) }
      case .remove(let index, _, _): list.remove(at: start + index)
      case .move(let source, let target):
        list.move(from: start + source, to: start + target)
      }
    }
    let writes = changes.rowsWrites(of: place)
    if !writes.isEmpty, !writes.contains(where: { idKey.isNamed($0.step.raw) }) {
      for write in writes { take(write, array, from: start, in: parent, isIn) }
      return
    }
    changes.forEach(below: place) { child in
      let index = changes[child].index
      if changes[child].isInserted || index < 0 { return }
      guard let row = array.element(index) else { return }
      let (entry, id) = (list.source(at: start + index), idStep.resolve(in: row) ?? .null)
      if hasID(entry, id, in: parent) {
        return list.change(entry, facts(entry, row, id: id, in: parent, isIn))
      }
      // Another row has taken this row's place.
      list.replace(at: start + index) { facts($0, row, id: id, in: parent, isIn) }
    }
  }

  /// Applies a write to a member of many rows, which stay the same rows.
  private func take(
    _ write: JSONRowsWrite, _ array: JSONNode, from start: Int, in parent: JSONNode?,
    _ isIn: Filter
  ) {
    guard reads(write.step) else {
      return list.touch(write.rows.count) { start + write.rows[$0].index }
    }
    for written in write.rows {
      guard let row = array.element(written.index) else { continue }
      let entry = list.source(at: start + written.index)
      let isWider = reading?.isWider == true
      list.change(entry, isWider ? facts(entry, row, in: parent, isIn) : facts(entry, row, isIn))
    }
  }

  /// Whether the list depends on a member of its rows.
  private func reads(_ member: JSONPointer.Segment) -> Bool {
    guard let filterPlaces, reading?.isWider != true else { return true }
    return (filterPlaces + numberPlaces + keys.places).contains { place in
      place.segments.first?.raw.isEqual(to: member.raw) ?? true
    }
  }

  /// Returns a row's sort key and numbers; nil for a row that was inserted and removed within the changes.
  ///
  /// - Parameters:
  ///   - id: nil for the member that contains the row's id.
  ///   - parent: the element around the row's array, for nested rows.
  func facts(
    _ entry: Int32, _ row: JSONNode?, id: JSONNode? = nil, in parent: JSONNode? = nil,
    _ isIn: Filter
  ) -> RowList.Facts {
    while ids.count <= entry { ids.append(.null) }
    guard let row else { return RowList.Facts(prefix: nil) }
    let id = id ?? idStep.resolve(in: row) ?? .null
    if !hasID(entry, id, in: parent) {
      ids[Int(entry)] = reading?.nested == nil ? JSON(borrowing: id) : identity(id, in: parent)
    }
    guard let reading, reading.isWider else { return facts(entry, row, isIn) }
    let first = Int(entry) * reading.joins.count
    while joinIDs.count < first + reading.joins.count { joinIDs.append(0) }
    let read = reading.read(row, in: parent) { joinIDs[first + $0] = $1.rowHash }
    return read.withNode { facts(entry, $0, isIn) }
  }

  /// Whether an entry's id is the id of a row.
  private func hasID(_ entry: Int32, _ id: JSONNode, in parent: JSONNode?) -> Bool {
    if reading?.nested != nil { return ids[Int(entry)] == identity(id, in: parent) }
    return ids[Int(entry)].withNode { $0.isEqual(to: id) }
  }

  /// Whether a row may name one of these ids, whose hashes are listed by join.
  func names(_ entry: Int32, _ touched: [[UInt]]) -> Bool {
    let first = Int(entry) * touched.count
    if first + touched.count > joinIDs.count { return false }
    for join in touched.indices where touched[join].contains(joinIDs[first + join]) { return true }
    return false
  }

  /// Returns the facts of a row as the list reads it.
  private func facts(_ entry: Int32, _ row: JSONNode, _ isIn: Filter) -> RowList.Facts {
    guard isIn(row) else { return RowList.Facts(prefix: nil) }
    let prefix = keys.set(entry, row)
    for index in numberPlaces.indices {
      numbers[index] = RowNumber(numberPlaces[index].resolve(in: row))
    }
    return RowList.Facts(prefix: prefix, numbers: numbers)
  }
}

// MARK: - Parents

extension JSONListedRows {
  func parentID(_ parent: JSONNode?) -> JSON {
    parent.flatMap { parentKey.member(of: $0) }.map(JSON.init(borrowing:)) ?? .null
  }

  /// Returns the rows in a parent; nil if it has no array of rows.
  func rows(in parent: JSONNode?) -> JSONNode? {
    guard let parent, let array = reading?.nested?.resolve(in: parent), array.isArray else {
      return nil
    }
    return array
  }

  /// Returns the identity of a row in a parent; null if one of the two has no id.
  func identity(_ id: JSONNode, in parent: JSONNode?) -> JSON {
    let around = parentID(parent)
    return id.isNull || around.isNull ? .null : JSON(elements: [around, JSON(borrowing: id)])
  }

  /// The number of rows before the rows of a parent.
  func start(_ parent: Int) -> Int {
    var start = 0
    for index in 0..<parent { start += Int(counts[index]) }
    return start
  }

  func fillParents(_ array: JSONNode?) {
    (parentIDs, counts) = ([], [])
    for index in 0..<(array?.elementCount ?? 0) {
      let parent = array?.element(index)
      parentIDs.append(parentID(parent))
      counts.append(Int32(rows(in: parent)?.elementCount ?? 0))
    }
  }
}

// MARK: - Totals

extension JSONListedRows {
  /// `{"count": N, "numbers": {"/bytes": {"count": N, "sum": S, "min": A, "max": B}}}`
  package func totals(_ range: Range<Int>) -> JSON { JSON(members: members(range)) }

  /// Returns the totals of each group, with the group's value and the index of its first row.
  func groupTotals() -> JSON {
    JSON(
      elements: groups().map { group in
        let place: [(key: String, value: JSON)] = [
          ("group", group.value), ("first", JSON(integerLiteral: Int64(group.range.lowerBound))),
        ]
        return JSON(members: place + members(group.range))
      })
  }

  private func members(_ range: Range<Int>) -> [(key: String, value: JSON)] {
    let numbers = numberPlaces.enumerated().map { column, place in
      (key: place.text, value: list.total(of: column, range).json)
    }
    return [
      ("count", JSON(integerLiteral: Int64(range.count))), ("numbers", JSON(members: numbers)),
    ]
  }
}

extension RowTotal {
  fileprivate var json: JSON {
    var members: [(key: String, value: JSON)] = [
      // The sum of finite reals may be infinite, which JSON cannot represent.
      ("count", JSON(integerLiteral: Int64(count))),
      ("sum", sum.real.isFinite ? sum.json : .null),
    ]
    if let least { members.append(("min", least.json)) }
    if let greatest { members.append(("max", greatest.json)) }
    return JSON(members: members)
  }
}
