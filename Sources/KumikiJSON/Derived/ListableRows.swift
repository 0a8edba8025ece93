internal import KumikiValues

/// A row of a typed collection that may have changed, arrived, left or moved.
struct ListedChange {
  let key: AnyHashable
  /// The row's current index; nil if it has left.
  let index: Int?
  /// Whether the row's index may have been different.
  let mayHaveMoved: Bool
}

/// How far a list has read a collection's log.
struct ListedMarks {
  fileprivate var log = RowLogMark()
  fileprivate var arrangement: UInt64 = 0
  fileprivate var structure: UInt64 = 0
}

/// A typed collection that reports to a list which of its rows were touched.
protocol ListableRows {
  /// Returns the keys of all rows, in order. Advances the marks to the present.
  func keys(marking marks: inout ListedMarks) -> [AnyHashable]
  /// Returns the rows that may have changed since the marks, which are advanced; nil if any row may have.
  func changes(since marks: inout ListedMarks) -> [ListedChange]?
  /// Returns the row with a key; null if JSON cannot represent it.
  func json(of key: AnyHashable) -> JSON
  /// Returns the id of the row with a key.
  func id(of key: AnyHashable) -> JSON
}

extension IdentifiedArray: ListableRows where ID: Codable, Element: Encodable {
  func keys(marking marks: inout ListedMarks) -> [AnyHashable] {
    _ = passRowChanges(since: &marks.log)
    (marks.arrangement, marks.structure) = (arrangement, structure)
    return storage.orderedIDs.map { AnyHashable($0) }
  }

  func changes(since marks: inout ListedMarks) -> [ListedChange]? {
    var touched: [ID] = []
    guard arrangement == marks.arrangement,
      visitChanges(since: &marks.log, { touched.append($0) })
    else { return nil }
    let isAsBefore = structure == marks.structure
    marks.structure = structure
    var known: Set<ID> = []
    return touched.compactMap { id in
      guard known.insert(id).inserted else { return nil }
      return ListedChange(key: AnyHashable(id), index: index(id: id), mayHaveMoved: !isAsBefore)
    }
  }

  func json(of key: AnyHashable) -> JSON {
    guard let id = key.base as? ID, let row = self[id: id] else { return .null }
    return (try? JSONBridge.encode(row)) ?? .null
  }

  func id(of key: AnyHashable) -> JSON {
    (key.base as? ID).flatMap { try? JSONBridge.encode($0) } ?? .null
  }
}
