package import Kumiki

/// Rows in a typed state as JSON sees them: found by the JSON of their ids, in the collection's own way.
package protocol JSONRowsValue {
  /// Another number after each change of which ids there are, or of their order.
  var structure: UInt64 { get }
  /// The ids in order.
  func rowIDs() throws(JSONError) -> JSON
}

/// Rows of a typed collection, as a reader finds one by its id.
protocol ReadableRows {
  /// An id as the collection has it; nil for JSON that can be none.
  static func key(of id: JSON) -> RowKey?
  /// Reads on in the row with an id; nil where there is none.
  func read(row key: RowKey, _ inside: PointerReader) throws(JSONError) -> JSONNode?
}

/// The id of a row as its collection has it.
class RowKey {
  fileprivate final class Identified<ID: Hashable, Element>: RowKey {
    let lender: RowLender<ID, Element, Element?>
    init(_ id: ID) { lender = IdentifiedArray<ID, Element>.lender(of: id) }
  }

  fileprivate final class Stacked: RowKey {
    let id: StackElementID
    init(_ id: StackElementID) { self.id = id }
  }
}

extension IdentifiedArray: JSONRowsValue, ReadableRows where ID: Codable, Element: Encodable {
  package func rowIDs() throws(JSONError) -> JSON { try JSONBridge.encode(Array(ids)) }

  static func key(of id: JSON) -> RowKey? {
    (try? JSONBridge.decode(ID.self, from: id)).map {
      RowKey.Identified<ID, Element>($0)
    }
  }

  func read(row key: RowKey, _ inside: PointerReader) throws(JSONError) -> JSONNode? {
    var found: JSONNode?
    var failure: JSONError?
    let key = known(key, of: RowKey.Identified<ID, Element>.self)
    key.lender.lendRow(of: self) { row in
      do throws(JSONError) {
        found = try inside.read(in: row)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return found
  }
}

extension StackState: JSONRowsValue, ReadableRows where Element: Encodable {
  package func rowIDs() throws(JSONError) -> JSON { try JSONBridge.encode(Array(ids)) }

  static func key(of id: JSON) -> RowKey? {
    id.withNode({ StackElementID($0) }).map { RowKey.Stacked($0) }
  }

  func read(row key: RowKey, _ inside: PointerReader) throws(JSONError) -> JSONNode? {
    guard let row = self[id: known(key, of: RowKey.Stacked.self).id] else { return nil }
    return try inside.read(in: row)
  }
}

/// Finds the row that has an id, and reads on in it.
final class RowReader {
  private let id: JSON
  let inside: PointerReader
  /// The type that rows were found in last, and the id as that has it.
  private var type: ObjectIdentifier?
  private var rows: (any ReadableRows.Type)?
  private var key: RowKey?

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
    _ value: T, as type: Rows.Type, _ key: RowKey
  ) throws(JSONError) -> JSONNode? {
    try known(value, as: type).read(row: key, inside)
  }
}

/// A part of a typed state.
package struct JSONPart {
  package let value: any Encodable
  /// It may be nothing at another time.
  package let mayVanish: Bool
}

// MARK: - Routes

extension JSONBridge {
  /// The part of a typed state that a route leads to; nil where there is nothing or null.
  package static func part(
    of root: some Encodable, at route: JSONAddress
  ) throws(JSONError) -> JSONPart? {
    try TypedPathReader(route, for: .value).value(in: root)
  }
}
