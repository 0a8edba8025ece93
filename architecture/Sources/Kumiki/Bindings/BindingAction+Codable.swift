// Coded with the paths that the state declares: `{"path": "/name", "value": "Ann"}`.

extension BindingAction: Encodable where Root: BindableState {
  /// - Throws: for a field without a declared path, and for a write that could not be read.
  public func encode(to encoder: any Encoder) throws {
    guard let write, let path = Root.bindingPaths.first(where: { $0.keyPath == write.keyPath })
    else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the field has no path in bindingPaths of \(Root.self)"))
    }
    var container = encoder.container(keyedBy: BindingCodingKeys.self)
    try container.encode(path.pointer, forKey: .path)
    try path.encode(write.value, &container)
  }
}

extension BindingAction: Decodable where Root: BindableState {
  /// An undeclared path, or a value that does not match, is decoded all the same. Reducing the action
  /// changes nothing and reports the issue `binding-failed`.
  ///
  /// - Throws: if `path` is missing or not a string, or `value` is missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: BindingCodingKeys.self)
    let pointer = try container.decode(String.self, forKey: .path)
    guard container.contains(.value) else {
      throw DecodingError.keyNotFound(
        BindingCodingKeys.value,
        DecodingError.Context(
          codingPath: container.codingPath, debugDescription: "expected a value"))
    }
    guard let path = Root.bindingPaths.first(where: { $0.pointer.isExactly(pointer) }) else {
      let known = Root.bindingPaths.map(\.pointer)
      let reason = KnownNames.advice("no such field; ", "there are ", known, for: pointer)
      self.init(failure: Failure(path: pointer, reason: reason))
      return
    }
    do {
      self.init(write: try path.decode(container))
    } catch {
      self.init(failure: Failure(path: pointer, reason: Self.reason(error), code: Self.code(error)))
    }
  }

  /// The issue for a value that does not match: the issue that the error names, otherwise
  /// `binding-failed`.
  private static func code(_ error: any Error) -> Issue.Code {
    var error = error
    if case DecodingError.dataCorrupted(let context) = error, let inner = context.underlyingError {
      error = inner
    }
    return (error as? any IssueNaming)?.issueCode ?? .bindingFailed
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      context.debugDescription
    default: "\(error)"
    }
  }
}
