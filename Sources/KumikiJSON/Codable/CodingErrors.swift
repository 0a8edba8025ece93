internal import KumikiValues

extension JSONError {
  /// An error that a type's own `encode(to:)` or `init(from:)` threw while it was at `node`.
  init(_ error: any Error, at node: some CodingNode) {
    let (message, path) = Self.parts(of: error)
    let own = node.codingPath
    // A coder made by the type itself does not know the path to the type.
    self.init(
      .decode, path: String(pointerTo: path.count >= own.count ? path : own),
      message: message.onOneLine)
    if case DecodingError.dataCorrupted(let context) = error {
      issueCode = (context.underlyingError as? any IssueNaming)?.issueCode
    }
  }

  /// This error of a type, with the text that it could not read. Types such as `UUID` do not tell it. A text with
  /// U+0000 is not shown: in C the message would end there.
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
