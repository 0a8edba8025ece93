/// The rows at a place.
package struct JSONRowIDs {
  /// A number that changes whenever the ids or their order may have changed.
  package let structure: UInt64
  /// The ids in order: those in the range, or all.
  package let ids: (Range<Int>?) throws(JSONError) -> JSON
  /// Takes the edits noted in a record since it was last asked; nil if any row may have come or gone.
  let take: (RowEdits) -> ListEdits?

  /// Rows that record no edits; `list` returns all ids.
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

  /// No rows, for a missing value.
  package static var empty: JSONRowIDs {
    JSONRowIDs(structure: 0) { () throws(JSONError) in JSON(elements: []) }
  }
}

/// The ids of rows as last reported to an observer, and what has changed since.
package final class ShownRowIDs {
  /// Ids that were inserted and removed at one index; one of the two may be none.
  package struct Change {
    package let index: Int
    package let removed: Int
    package let inserted: JSON
  }

  /// An array that is written only while nobody else has it.
  private var node: JSONNode
  private var structure: UInt64
  private let edits = RowEdits()
  /// If more ids come or go than this, the array is copied.
  private static let few = 64

  package init(_ rows: JSONRowIDs) throws(JSONError) {
    _ = rows.take(edits)
    node = try rows.ids(nil).retained()
    structure = rows.structure
  }

  deinit { node.releaseDeep() }

  /// All ids, in order.
  package var all: JSON { JSON(borrowing: node) }

  /// All ids, as an insertion into an empty list.
  package var arrival: [Change] {
    node.elementCount == 0 ? [] : [Change(index: 0, removed: 0, inserted: all)]
  }

  /// Ends the updates.
  package func stop() { edits.stop() }

  /// Updates to the current rows.
  ///
  /// - Returns: the changes, to be applied in order; empty if no row came, went or moved.
  package func update(to rows: JSONRowIDs) throws(JSONError) -> [Change] {
    if rows.structure == structure { return [] }
    var changes: [Change] = []
    if let known = rows.take(edits) {
      // How far earlier stretches have shifted a stretch from its old index.
      var shift = 0
      for stretch in known.stretches {
        let came = try rows.ids(stretch.index..<stretch.index + stretch.inserted)
        let change = change(at: stretch.index, stretch.index - shift, stretch.removed, came)
        if let change { changes.append(change) }
        shift += stretch.inserted - stretch.removed
      }
      if !changes.isEmpty { carryOut(changes) }
    } else {
      let now = try rows.ids(nil)
      if let change = change(at: 0, 0, node.elementCount, now) { changes.append(change) }
      let before = node
      node = now.retained()
      before.releaseDeep()
    }
    structure = rows.structure
    return changes
  }

  /// A stretch without the ids at its ends that are unchanged; nil if nothing is left of it.
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
    node.releaseDeep()
    node = made
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
