extension IdentifiedArray {
  /// Whether any row may have been changed, removed or added since a mark. Moves the mark to the end of the log.
  @inlinable
  package func passRowChanges(since mark: inout RowLogMark) -> Bool {
    defer { mark = storage.log.end }
    return !storage.log.isAt(mark)
  }

  /// Calls `visit` with the ids of the rows that may have been changed, removed or added since a mark, and moves the
  /// mark to the end of the log.
  ///
  /// - Returns: false, without calling `visit`, if the changed rows are unknown and any row may have changed.
  @inlinable
  package func visitChanges(since mark: inout RowLogMark, _ visit: (ID) -> Void) -> Bool {
    storage.log.visit(since: &mark, visit)
  }

  @inlinable
  public func visitLeft(since mark: inout RowLogMark, _ visit: (ID) -> Void) -> Bool {
    storage.left.visit(since: &mark, visit)
  }

  /// Visits the rows that the log names, or all rows if the log does not know which have changed.
  public mutating func visitFollowed(
    since mark: inout RowLogMark, _ visit: (ID, inout Self) -> Void
  ) {
    var changed: Set<ID> = []
    var ids: [ID] = []
    if !visitChanges(since: &mark, { if changed.insert($0).inserted { ids.append($0) } }) {
      ids = storage.orderedIDs
    }
    // In the order of the rows, because their effects start in that order.
    let places = ids.compactMap { id in index(id: id).map { (place: $0, id: id) } }
    for one in places.ordered(by: { $0.place < $1.place }) { visit(one.id, &self) }
    // Skips the visits, which the log has recorded as changes.
    mark = storage.log.end
  }
}
