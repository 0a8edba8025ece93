package import KumikiValues

extension IdentifiedArray: JSONRowsValue, ReadableRows where ID: Codable, Element: Encodable {
  package func rowIDs() throws(JSONError) -> JSON { try JSONBridge.encode(Array(ids)) }

  static func key(of id: JSON) -> AnyObject? {
    (try? JSONBridge.decode(ID.self, from: id)).map { lender(of: $0) }
  }

  func read(row key: AnyObject, _ inside: PointerReader) throws(JSONError) -> JSONNode? {
    var found: JSONNode?
    var failure: JSONError?
    known(key, of: RowLender<ID, Element, Element?>.self).lendRow(of: self) { row in
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

  static func key(of id: JSON) -> AnyObject? {
    id.withNode({ StackElementID($0) }).map { StackKey($0) }
  }

  func read(row key: AnyObject, _ inside: PointerReader) throws(JSONError) -> JSONNode? {
    guard let row = self[id: known(key, of: StackKey.self).id] else { return nil }
    return try inside.read(in: row)
  }
}

private final class StackKey {
  let id: StackElementID
  init(_ id: StackElementID) { self.id = id }
}
