package import Kumiki

/// Rows in a typed state as JSON sees them: found by the JSON of their ids, in the collection's own way.
package protocol JSONRowsValue {
  /// Another number after each change of which ids there are, or of their order.
  var structure: UInt64 { get }
  /// The ids in order.
  func rowIDs() throws(JSONError) -> JSON
  /// The row with an id; nil where there is none.
  func row(_ id: JSON) -> (any Encodable)?
}

extension IdentifiedArray: JSONRowsValue where ID: Codable, Element: Encodable {
  package func rowIDs() throws(JSONError) -> JSON { try JSONBridge.encode(Array(ids)) }

  package func row(_ id: JSON) -> (any Encodable)? {
    guard let id = try? JSONBridge.decode(ID.self, from: id) else { return nil }
    return self[id: id]
  }
}

extension StackState: JSONRowsValue where Element: Encodable {
  package func rowIDs() throws(JSONError) -> JSON { try JSONBridge.encode(Array(ids)) }

  package func row(_ id: JSON) -> (any Encodable)? {
    guard let id = id.withNode({ StackElementID($0) }) else { return nil }
    return self[id: id]
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

protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  var isNil: Bool { self == nil }
}

// MARK: - Routes

extension JSONBridge {
  /// The part of a typed state that a route leads to; nil where there is nothing or null.
  package static func part(
    of root: some Encodable, at route: JSONRoute
  ) throws(JSONError) -> JSONPart? {
    guard let row = route.rows.first else { return try value(in: root, at: route.rest) }
    guard let rows = try value(in: root, at: row.array)?.value as? any JSONRowsValue,
      let element = rows.row(row.id)
    else { return nil }
    let inner = try part(of: element, at: route.afterFirstRow)
    return inner.map { JSONPart(value: $0.value, mayVanish: true) }
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

  /// The way on from the first row.
  fileprivate var afterFirstRow: JSONRoute {
    var route = JSONRoute(rest)
    if rows.count > 1 {
      route = .root
      for row in rows.dropFirst() { route = route.appending(row: row.id, of: row.array) }
      route = route.appending(rest)
    }
    return route
  }
}
