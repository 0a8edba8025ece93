extension CasePath {
  /// Changes the payload in place.
  ///
  /// - Throws: ``OtherCase`` if the value is in another case; nothing changes then.
  public func modify<Result>(
    _ root: inout Root, _ body: (_ payload: inout Value) throws -> Result
  ) throws -> Result {
    guard var payload = extract(from: root) else { throw OtherCase(path: spelling) }
    let result = try body(&payload)
    root = embed(payload)
    return result
  }

  /// Changes the payload of an optional value in place.
  ///
  /// - Throws: ``OtherCase`` if the value is nil or in another case; nothing changes then.
  public func modify<Result>(
    _ root: inout Root?, _ body: (_ payload: inout Value) throws -> Result
  ) throws -> Result {
    guard var present = root else { throw OtherCase(path: spelling) }
    let result = try modify(&present, body)
    root = present
    return result
  }
}

/// The error that a value is not in the case to change.
public struct OtherCase: Error, CustomStringConvertible {
  let path: String

  public var description: String { "the value is not in the case \(path)" }
}

extension PresentationState {
  /// The payload of one case, by a slash path; see `[case: \.name]`.
  public subscript<Value>(case path: CasePath<State, Value>) -> Value? {
    get { wrappedValue.flatMap(path.extract(from:)) }
    set {
      var value = wrappedValue
      if path.write(newValue, to: &value, in: "what is presented") { wrappedValue = value }
    }
  }
}

extension StackState {
  /// The payload of an element's case, by a slash path; see `[id: id, case: \.name]`.
  public subscript<Value>(id id: StackElementID, case path: CasePath<Element, Value>) -> Value? {
    get { self[id: id].flatMap(path.extract(from:)) }
    set {
      var element = self[id: id]
      if path.write(newValue, to: &element, in: "the element \(id)") { self[id: id] = element }
    }
  }
}
