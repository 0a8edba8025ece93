internal import KumikiValues
internal import KumikiJSON

/// The last value of a scoped store's part, for reads after the part is gone.
protocol LastState: AnyObject {
  /// The last value; nil while the part exists.
  var json: JSON? { get }
  /// Returns the state of the row or element with an id in the array at a pointer; nil if it is missing.
  func row(_ id: JSON, of array: JSONPointer) -> JSON?
  /// Returns the ids of the rows at a pointer; nil if there are no rows.
  func rowIDs(at pointer: JSONPointer) throws -> JSONRowIDs?
}

/// The last value of a part of a JSON state.
final class JSONLastState: LastState {
  private let document: JSONDocument
  private let address: JSONAddress
  private let hold: JSONHold

  init(_ document: JSONDocument, _ address: JSONAddress) {
    (self.document, self.address) = (document, address)
    hold = document.hold(address)
  }

  var json: JSON? { hold.last }

  private func array(_ pointer: JSONPointer) -> JSON? {
    guard let found = json?[pointer], found.kind == .array else { return nil }
    return found
  }

  private func form(_ pointer: JSONPointer) -> JSONRowsForm? {
    document.rowsForm(at: address.appending(pointer))
  }

  func row(_ id: JSON, of pointer: JSONPointer) -> JSON? {
    guard let array = array(pointer), let form = form(pointer) else { return nil }
    return array.withNode { array in
      id.withNode { form.state(of: $0, in: array) }.map { JSON(borrowing: $0) }
    }
  }

  func rowIDs(at pointer: JSONPointer) -> JSONRowIDs? {
    array(pointer).map { JSONRowIDs(of: $0, in: form(pointer)) }
  }
}

/// The last value of a part of a typed state.
final class TypedLastState: LastState {
  private let reader: TypedPathReader
  private let end: () -> Void

  /// - Parameter end: Ends the observation that makes the reader keep the value.
  init(_ reader: TypedPathReader, _ end: @escaping () -> Void) {
    (self.reader, self.end) = (reader, end)
  }

  deinit { end() }

  var json: JSON? { reader.kept }

  func row(_ id: JSON, of array: JSONPointer) -> JSON? {
    part(JSONAddress.root.appending(row: id, of: array)).flatMap { try? JSONBridge.encode($0) }
  }

  func rowIDs(at pointer: JSONPointer) throws -> JSONRowIDs? {
    let part = part(JSONAddress(pointer))
    if let rows = part as? any JSONRowsValue {
      return JSONRowIDs(structure: rows.structure) { () throws(JSONError) in try rows.rowIDs() }
    }
    guard let array = part as? JSON, array.kind == .array else { return nil }
    return JSONRowIDs(of: array, in: nil)
  }

  private func part(_ address: JSONAddress) -> (any Encodable)? {
    reader.keptValue.flatMap { try? JSONBridge.part(of: $0, at: address)?.value }
  }
}
