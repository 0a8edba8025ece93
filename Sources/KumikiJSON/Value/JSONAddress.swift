/// The address of a part of a state: the rows on its path by their ids, and then a pointer.
///
/// Unlike a pointer with an index, an address follows a row that moves. In a navigation path it leads to the
/// element, inside the entry that contains the id.
package struct JSONAddress: Hashable, Sendable {
  /// One row on the path.
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

  /// Returns the address of the row with an id in the array at a pointer.
  package func appending(row id: JSON, of array: JSONPointer) -> JSONAddress {
    var address = self
    address.rows.append(Row(array: rest.appending(array), id: id))
    address.rest = .root
    return address
  }
}
