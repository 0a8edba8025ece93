package import KumikiValues

/// Declarations of requests in the words of shapes.
package final class JSONRequestKinds: RequestKinds {
  /// The declarations of one request. Nil: a notice, no parts, any failure.
  struct Kind: Sendable {
    let name: String
    let question: JSONForm
    let answer: JSONForm?
    let part: JSONForm?
    let failure: JSONForm?
  }

  let kinds: [Kind]

  /// - Throws: `invalidPointer` for a name that occurs twice, and the mistake in a declaration.
  package init(
    _ kinds: [(name: String, question: String, answer: String?, part: String?, failure: String?)]
  ) throws(JSONError) {
    var names: Set<String> = []
    self.kinds = try kinds.map { kind throws(JSONError) in
      guard names.insert(kind.name).inserted else {
        throw JSONError(
          .invalidPointer, message: "the request \"\(kind.name)\" occurs twice")
      }
      return Kind(
        name: kind.name, question: try JSONForm(declaring: kind.question),
        answer: try Self.form(kind.answer), part: try Self.form(kind.part),
        failure: try Self.form(kind.failure))
    }
  }

  private static func form(_ text: String?) throws(JSONError) -> JSONForm? {
    guard let text else { return nil }
    return try JSONForm(declaring: text)
  }

  private subscript(name: String) -> Kind? { kinds.first { $0.name.isExactly(name) } }

  package func knows(_ name: String) -> Bool { self[name] != nil }

  package func check(_ question: RequestQuestion) throws {
    guard let kind = self[question.name] else {
      throw JSONError.expected(
        oneOf: kinds.map(\.name), found: "the request \"\(question.name)\"", name: question.name,
        path: "")
    }
    guard (kind.answer != nil) == question.isAnswered else {
      throw JSONError(
        .decode,
        message: kind.answer == nil
          ? "the request is declared as a notice, which has no answer"
          : "the request is declared with an answer, and its asker takes none")
    }
    try kind.question.require(question.json)
  }

  package func check(_ reply: RequestReply, to question: RequestQuestion) throws {
    guard let kind = self[question.name] else { return }
    let form =
      switch reply.kind {
      case .answer: kind.answer
      case .part: kind.part
      case .failure: kind.failure
      }
    guard let form else {
      if reply.kind == .failure { return }
      throw JSONError(.invalidPointer, message: "the request is declared without such replies")
    }
    try form.require(reply.value as? JSON)
  }
}

extension JSONForm {
  /// Throws the mismatch of a value.
  fileprivate func require(_ value: JSON?) throws(JSONError) {
    guard let value else { return }
    if let mismatch = value.withNode({ self.mismatch($0) }) { throw mismatch }
  }
}

extension JSONReducer {
  /// Returns this reducer, with declared requests.
  package func declaring(_ kinds: JSONRequestKinds) -> JSONReducer {
    with(
      shape: .all([JSONShape(.requests(kinds)), shape]),
      running: AnyReducer(RequestsReducer(self, kinds)))
  }
}
