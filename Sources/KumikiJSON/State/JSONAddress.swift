/// The address of a part of a state: down to rows by their ids, then on by a pointer.
///
/// Unlike a pointer with an index in it, it follows a row that moves. In a navigation path it leads to
/// the element, inside the entry that holds its id.
package struct JSONAddress: Hashable, Sendable {
  /// One row on the way.
  package struct Row: Hashable, Sendable {
    /// The array, relative to the row before or to the root.
    package let array: JSONPointer
    package let id: JSON
  }

  package private(set) var rows: [Row] = []
  /// The pointer after the last row.
  package private(set) var rest: JSONPointer

  /// The whole state.
  package static let root: JSONAddress = JSONAddress(.root)

  package init(_ pointer: JSONPointer) { rest = pointer }

  package var isRoot: Bool { rows.isEmpty && rest.isRoot }

  /// Whether the address ends at a row.
  package var endsInRow: Bool { !rows.isEmpty && rest.isRoot }

  package func appending(_ pointer: JSONPointer) -> JSONAddress {
    var address = self
    if !pointer.isRoot { address.rest = rest.appending(pointer) }
    return address
  }

  /// The row with an id in the array at a pointer.
  package func appending(row id: JSON, of array: JSONPointer) -> JSONAddress {
    var address = self
    address.rows.append(Row(array: rest.appending(array), id: id))
    address.rest = .root
    return address
  }
}

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
