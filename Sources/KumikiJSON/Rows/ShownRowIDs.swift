internal import KumikiValues

/// The rows at a place.
package struct JSONRowIDs {
  /// A number that changes whenever the ids or their order may have changed.
  package let structure: UInt64
  /// Returns the ids in order: those in the range, or all ids.
  package let ids: (Range<Int>?) throws(JSONError) -> JSON
  /// Takes a record's edits since the last query; nil if any row may have been inserted or removed.
  let take: (RowEdits) -> ListEdits?

  /// Makes rows that record no edits; `list` returns all ids.
  package init(structure: UInt64, list: @escaping () throws(JSONError) -> JSON) {
    self.init(structure: structure, take: { _ in nil }) { _ throws(JSONError) in try list() }
  }

  init(
    structure: UInt64, take: @escaping (RowEdits) -> ListEdits?,
    ids: @escaping (Range<Int>?) throws(JSONError) -> JSON
  ) {
    self.structure = structure
    self.take = take
    self.ids = ids
  }

  /// Makes the ids of an array that is no longer in a state.
  ///
  /// - Parameter form: nil if no operator describes the rows; their member `id` is then used.
  package init(of array: JSON, in form: JSONRowsForm?) {
    self.init(structure: Serial.next()) { () throws(JSONError) in
      array.withNode { Self.ids(of: $0, by: (form?.id(of:)) ?? JSONPathForm.id.member(of:)) }
    }
  }

  /// Returns the ids of an array's rows, or of the rows in a range; null for a row without an id.
  static func ids(
    _ range: Range<Int>? = nil, of array: JSONNode, by id: (JSONNode) -> JSONNode?
  ) -> JSON {
    let ids = JSON(elements: [])
    for index in range ?? 0..<array.elementCount {
      let id = array.element(index).flatMap(id)
      guard ids.node.append(stealing: id?.retained() ?? .null) else { return .lacking }
    }
    return ids
  }

  /// No rows, for a missing value.
  package static var empty: JSONRowIDs {
    JSONRowIDs(structure: 0) { () throws(JSONError) in JSON(elements: []) }
  }
}

/// The ids of rows as last reported to an observer, and the changes since then.
package final class ShownRowIDs {
  /// Ids that were inserted and removed at one index. One of the two may be empty.
  package struct Change {
    package let index: Int
    package let removed: Int
    package let inserted: JSON
  }

  /// Makes the message to an observer: all ids, or the changes.
  package typealias Message = (_ shown: ShownRowIDs, _ changes: [Change]) -> JSON

  /// An array that is written only while this is its only owner. Lacking after a message that could not be made.
  private var node: JSONNode
  /// The number of ids that the observer knows.
  private var count: Int
  private var structure: UInt64
  private let edits = RowEdits()
  /// If more ids are inserted or removed than this, the array is copied.
  private static let few = 64

  package init(_ rows: JSONRowIDs) throws(JSONError) {
    _ = rows.take(edits)
    let all = try rows.ids(nil)
    if all.isLacking { throw .outOfMemory }
    node = all.retained()
    structure = rows.structure
    count = node.elementCount
  }

  deinit { node.releaseDeep() }

  /// All ids, in order.
  package var all: JSON { JSON(borrowing: node) }

  /// Returns the first message, in which all ids are inserted; nil if memory ran out.
  package func arrival(_ message: Message) -> JSON? {
    let first = message(self, count == 0 ? [] : [Change(index: 0, removed: 0, inserted: all)])
    return first.isLacking ? .none : .some(first)
  }

  /// Ends the updates.
  package func stop() { edits.stop() }

  /// Updates to the current rows.
  ///
  /// If memory runs out for a message, it is left out, and the next message contains all ids.
  ///
  /// - Parameter shortages: the number of memory shortages before the rows were looked up.
  /// - Returns: the message about the changes, to be applied in order; nil if the rows are the same.
  package func update(
    to rows: JSONRowIDs, since shortages: UInt32, _ message: Message
  ) throws(JSONError) -> JSON? {
    if rows.structure == structure, !node.isLacking { return .none }
    var isReported = false
    defer { if isReported { count = node.elementCount } else { replace(with: .lacking) } }
    var changes: [Change] = []
    var now: JSON?
    if let edits = rows.take(edits), !node.isLacking {
      changes = try self.changes(edits, rows)
    } else {
      let all = try rows.ids(nil)
      changes = [change(at: 0, 0, count, all)].compactMap(\.self)
      now = .some(all)
    }
    guard Shortage.count == shortages else { return .none }
    if let now { replace(with: now.retained()) } else if !changes.isEmpty { carryOut(changes) }
    let report: JSON? = changes.isEmpty ? .none : .some(message(self, changes))
    guard Shortage.count == shortages else { return .none }
    isReported = true
    structure = rows.structure
    return report
  }

  private func replace(with other: JSONNode) {
    let before = node
    node = other
    before.releaseDeep()
  }

  /// Returns the changes of the edits since the last message.
  private func changes(_ edits: ListEdits, _ rows: JSONRowIDs) throws(JSONError) -> [Change] {
    var changes: [Change] = []
    // How far earlier stretches have shifted a stretch from its old index.
    var shift = 0
    for stretch in edits.stretches {
      let came = try rows.ids(stretch.index..<stretch.index + stretch.inserted)
      let change = change(at: stretch.index, stretch.index - shift, stretch.removed, came)
      if let change { changes.append(change) }
      shift += stretch.inserted - stretch.removed
    }
    return changes
  }

  /// Returns a stretch without the unchanged ids at its ends; nil if the rest is empty.
  private func change(at index: Int, _ old: Int, _ removed: Int, _ came: JSON) -> Change? {
    let (inserted, array) = (came.count, came.node)
    let most = min(removed, inserted)
    var first = 0
    while first < most, isSame(old + first, array, first) { first += 1 }
    var last = 0
    while last < most - first, isSame(old + removed - 1 - last, array, inserted - 1 - last) {
      last += 1
    }
    if first + last == removed, removed == inserted { return nil }
    let kept = JSON.made(.array())
    for position in first..<inserted - last {
      _ = kept.append(stealing: array.element(position)!.retained())
    }
    return withExtendedLifetime(came) {
      Change(index: index + first, removed: removed - first - last, inserted: JSON(stealing: kept))
    }
  }

  private func isSame(_ old: Int, _ array: JSONNode, _ index: Int) -> Bool {
    guard let before = node.element(old), let now = array.element(index) else { return false }
    return before.isEqual(to: now)
  }

  private func carryOut(_ changes: [Change]) {
    let number = changes.reduce(0) { $0 + $1.removed + $1.inserted.count }
    if node.isUnique, number <= Self.few { return changes.forEach(place) }
    let made = JSON.made(.array())
    var (next, count) = (0, 0)
    for change in changes {
      while count < change.index {
        _ = made.append(stealing: node.element(next)!.retained())
        (next, count) = (next + 1, count + 1)
      }
      change.inserted.withNode { $0.children.forEach { _ = made.append(stealing: $0.retained()) } }
      next += change.removed
      count += change.inserted.count
    }
    for rest in next..<max(next, node.elementCount) {
      _ = made.append(stealing: node.element(rest)!.retained())
    }
    replace(with: made)
  }

  private func place(_ change: Change) {
    for _ in 0..<change.removed { node.remove(at: change.index) }
    change.inserted.withNode { inserted in
      for (offset, id) in inserted.children.enumerated() {
        _ = node.insert(stealing: id.retained(), at: change.index + offset)
      }
    }
  }
}

extension ShownRowIDs.Change {
  /// `{"index": I, "removed": N, "inserted": [ID, …]}`
  package var json: JSON {
    JSON(members: [
      ("index", JSON(integerLiteral: Int64(index))),
      ("removed", JSON(integerLiteral: Int64(removed))), ("inserted", inserted),
    ])
  }
}
