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
    var known: [Kind] = []
    for kind in kinds {
      if known.contains(where: { $0.name.isExactly(kind.name) }) {
        throw JSONError(
          .invalidPointer, message: "the request \"\(kind.name)\" occurs twice")
      }
      known.append(
        Kind(
          name: kind.name, question: try JSONForm(inRequest: kind.question),
          answer: try Self.form(kind.answer), part: try Self.form(kind.part),
          failure: try Self.form(kind.failure)))
    }
    self.kinds = known
  }

  private static func form(_ text: String?) throws(JSONError) -> JSONForm? {
    guard let text else { return nil }
    return try JSONForm(inRequest: text)
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
    try form.require(reply.json)
  }
}

extension JSONShape {
  /// Returns the innermost declarations of requests around the same state that know a name, or else the innermost.
  func kinds(of name: String) -> JSONRequestKinds? {
    var (known, innermost): (JSONRequestKinds?, JSONRequestKinds?) = (nil, nil)
    var stack = [self]
    while let shape = stack.popLast() {
      if case .requests(let kinds) = shape.content {
        innermost = kinds
        if kinds.knows(name) { known = kinds }
      }
      stack += shape.inside.reversed()
    }
    return known ?? innermost
  }
}

extension JSONForm {
  /// Throws the mismatch of a value.
  fileprivate func require(_ value: JSON?) throws(JSONError) {
    guard let value else { return }
    if let mismatch = value.withNode({ self.mismatch($0) }) { throw mismatch }
  }
}
