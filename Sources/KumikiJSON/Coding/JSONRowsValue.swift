package import Kumiki

/// Rows in a typed state as JSON sees them: found by the JSON of their ids, in the collection's own way.
package protocol JSONRowsValue {
  /// Another number after each change of which ids there are, or of their order.
  var structure: UInt64 { get }
  /// The ids in order.
  func rowIDs() throws(JSONError) -> JSON
}

/// The same as a search goes through them.
protocol SearchableRows {
  /// An id as the collection has it; nil for JSON that can be none.
  static func key(of id: JSON) -> RowKey?
  /// Runs a search in the row with an id; nil where there is none.
  func search(row key: RowKey, _ search: EncodingSearch) throws(JSONError) -> RowFound?
}

/// What a search in a row came to: a part's JSON as a new reference, or nothing.
struct RowFound {
  let node: JSONNode?
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

extension IdentifiedArray: JSONRowsValue, SearchableRows where ID: Codable, Element: Encodable {
  package func rowIDs() throws(JSONError) -> JSON { try JSONBridge.encode(Array(ids)) }

  static func key(of id: JSON) -> RowKey? {
    (try? JSONBridge.decode(ID.self, from: id)).map {
      RowKey.Identified<ID, Element>($0)
    }
  }

  func search(row key: RowKey, _ search: EncodingSearch) throws(JSONError) -> RowFound? {
    var found: RowFound?
    var failure: JSONError?
    let key = unsafeDowncast(key, to: RowKey.Identified<ID, Element>.self)
    key.lender.lendRow(of: self) { row in
      do throws(JSONError) {
        found = RowFound(node: try search.run(in: row))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return found
  }
}

extension StackState: JSONRowsValue, SearchableRows where Element: Encodable {
  package func rowIDs() throws(JSONError) -> JSON { try JSONBridge.encode(Array(ids)) }

  static func key(of id: JSON) -> RowKey? {
    id.withNode({ StackElementID($0) }).map { RowKey.Stacked($0) }
  }

  func search(row key: RowKey, _ search: EncodingSearch) throws(JSONError) -> RowFound? {
    guard let row = self[id: unsafeDowncast(key, to: RowKey.Stacked.self).id] else { return nil }
    return RowFound(node: try search.run(in: row))
  }
}

/// Finds the row that has an id, and in it what another search is for.
final class RowSearch {
  private let id: JSON
  let inside: EncodingSearch
  /// The row was there when it was last looked for.
  private(set) var isThere = false
  /// The type that rows were found in last, and the id as that has it.
  private var type: UnsafeRawPointer?
  private var rows: (any SearchableRows.Type)?
  private var key: RowKey?

  init(_ id: JSON, _ inside: EncodingSearch) {
    self.id = id
    self.inside = inside
  }

  func begin() {
    isThere = false
    inside.begin()
  }

  func run<T: Encodable>(in value: T) throws(JSONError) -> JSONNode? {
    if type != unsafeBitCast(T.self, to: UnsafeRawPointer.self) { learn(T.self) }
    guard let rows, let key else { return nil }
    return try search(value, as: rows, key)
  }

  private func learn<T>(_ type: T.Type) {
    self.type = unsafeBitCast(type, to: UnsafeRawPointer.self)
    rows = type as? any SearchableRows.Type
    key = rows?.key(of: id)
  }

  private func search<T, Rows: SearchableRows>(
    _ value: T, as type: Rows.Type, _ key: RowKey
  ) throws(JSONError) -> JSONNode? {
    let found = try unsafeBitCast(value, to: type).search(row: key, inside)
    isThere = found != nil
    return found?.node
  }
}

/// A part of a typed state.
package struct JSONPart {
  package let value: any Encodable
  /// It may be nothing at another time.
  package let mayVanish: Bool

  package init(value: any Encodable, mayVanish: Bool) {
    self.value = value
    self.mayVanish = mayVanish
  }
}

// MARK: - Routes

extension JSONBridge {
  /// The part of a typed state that a route leads to; nil where there is nothing or null.
  package static func part(
    of root: some Encodable, at route: JSONRoute
  ) throws(JSONError) -> JSONPart? {
    let sight = JSONSight(route, for: .value)
    return try sight.value(in: root)
  }
}

extension JSONRoute {
  /// The way to the last row, and on from there; nil where there is none.
  var lastRow: (JSONRoute, JSONPointer)? {
    guard !rows.isEmpty else { return nil }
    var route = JSONRoute.root
    for row in rows { route = route.appending(row: row.id, of: row.array) }
    return (route, rest)
  }
}
