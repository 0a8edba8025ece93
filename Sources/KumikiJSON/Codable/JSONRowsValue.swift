internal import KumikiValues

/// The rows of a typed state, found by the JSON of their ids.
package protocol JSONRowsValue {
  /// Changes whenever the ids or their order change.
  var structure: UInt64 { get }
  /// Returns the ids in order.
  func rowIDs() throws(JSONError) -> JSON
}

/// Rows of a typed collection that a reader can search by id.
protocol ReadableRows {
  /// Returns an id in the collection's own type, in an object that ``read(row:_:)`` accepts; nil for JSON
  /// that cannot be an id.
  static func key(of id: JSON) -> AnyObject?
  /// Continues reading in the row with an id; returns nil if the row is missing.
  func read(row key: AnyObject, _ inside: PointerReader) throws(JSONError) -> JSONNode?
}

/// Finds the row with an id, and continues reading in it.
final class RowReader {
  private let id: JSON
  let inside: PointerReader
  /// The type of the last rows, and the id in that type.
  private var type: ObjectIdentifier?
  private var rows: (any ReadableRows.Type)?
  private var key: AnyObject?

  init(_ id: JSON, _ inside: PointerReader) {
    self.id = id
    self.inside = inside
  }

  func reset() { inside.reset() }

  func read<T: Encodable>(in value: T) throws(JSONError) -> JSONNode? {
    if type != ObjectIdentifier(T.self) { learn(T.self) }
    guard let rows, let key else { return nil }
    return try read(value, as: rows, key)
  }

  private func learn<T>(_ type: T.Type) {
    self.type = ObjectIdentifier(type)
    rows = type as? any ReadableRows.Type
    key = rows?.key(of: id)
  }

  private func read<T, Rows: ReadableRows>(
    _ value: T, as type: Rows.Type, _ key: AnyObject
  ) throws(JSONError) -> JSONNode? {
    try known(value, as: type).read(row: key, inside)
  }
}
