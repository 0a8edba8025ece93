internal import KumikiValues

extension JSONError {
  /// Converts an error that a type's own `encode(to:)` or `init(from:)` threw while it was at `node`.
  init(_ error: any Error, at node: some CodingNode) {
    let (message, path) = Self.parts(of: error)
    let own = node.codingPath
    // A coder that the type made does not know the path to the type.
    self.init(
      .decode, path: String(pointerTo: path.count >= own.count ? path : own),
      message: message.onOneLine)
    if case DecodingError.dataCorrupted(let context) = error {
      issueCode = (context.underlyingError as? any IssueNaming)?.issueCode
    }
  }

  /// Returns this error of a type with the string that the type could not read, which types such as `UUID` do
  /// not mention. A string with U+0000 is left out, because the message would end there in C.
  func adding(textFoundAt node: JSONNode?, _ place: String) -> JSONError {
    guard let node, node.isText, path == place, !node.textBytes.contains(0) else { return self }
    var error = self
    error.message =
      (message.hasSuffix(".") ? String(message.dropLast()) : message)
      + ", found \(Self.found(node))"
    return error
  }

  private static func parts(of error: any Error) -> (message: String, path: [any CodingKey]) {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      (context.debugDescription, context.codingPath)
    case DecodingError.keyNotFound(let key, let context):
      ("expected a value, found nothing", context.codingPath + [key])
    case EncodingError.invalidValue(_, let context):
      (context.debugDescription, context.codingPath)
    default: ("\(error)", [])
    }
  }
}
