package import KumikiValues

/// How a reply in JSON becomes an action of the feature that asked.
package enum JSONReplyCase: Sendable {
  /// The value is the payload of a case.
  case payload(JSONCasePath)
  /// The value is the action.
  case action

  /// - Parameter path: a case path; "" for the action itself.
  package init(_ path: String) throws(JSONError) {
    self = path.isEmpty ? .action : .payload(try JSONCasePath(path))
  }

  package var path: String {
    switch self {
    case .payload(let path): path.text
    case .action: ""
    }
  }
}

/// A question in JSON, with the cases of the feature that its replies become.
package struct JSONQuestion: RequestValue {
  package let json: JSON
  /// Nil for a notice.
  package let answer: JSONReplyCase?
  /// Nil if no parts are expected.
  package let part: JSONReplyCase?
  /// Nil if a failure ends the effect with an error.
  package let failure: JSONReplyCase?

  package init(
    _ json: JSON, answer: JSONReplyCase?, part: JSONReplyCase?, failure: JSONReplyCase?
  ) { (self.json, self.answer, self.part, self.failure) = (json, answer, part, failure) }

  package func isEqual(to other: any RequestValue) -> Bool {
    (other as? JSONQuestion)?.json == json
  }

  package var interruption: RequestReply {
    RequestReply(.failure, "interrupted" as JSON, error: RequestFailed("interrupted"))
  }

  /// Returns the action for a reply; nil for a failure that ends the effect with an error.
  fileprivate func action(for reply: RequestReply) throws(JSONError) -> JSONAction? {
    guard let value = reply.value as? JSON else { return nil }
    switch reply.kind {
    case .answer: return try answer.action(value, "the request expects no answer")
    case .part: return try part.action(value, "the request expects no parts")
    case .failure: return failure == nil ? nil : try failure.action(value, "")
    }
  }
}

extension RequestQuestion {
  /// Makes a question in JSON.
  package static func json(
    _ name: String, _ question: JSONQuestion, isSecret: Bool, restart: RequestRestart
  ) -> RequestQuestion {
    ActionQuestion<JSONAction>(
      name: name, value: question, isAnswered: question.answer != nil, isSecret: isSecret,
      restart: restart
    ) { try question.action(for: $0) }
  }

  /// The question in JSON; nil for a question of a feature in Swift.
  package var json: JSON? { (value as? JSONQuestion)?.json }

  /// The request in messages: `"file" with "a.txt"`.
  package var text: String {
    let question = isSecret ? "a secret question" : json.map { "\($0)" } ?? "\(value)"
    return "\"\(name)\" with \(question)"
  }
}

extension Optional<JSONReplyCase> {
  fileprivate func action(_ value: JSON, _ mistake: String) throws(JSONError) -> JSONAction {
    switch self {
    case .payload(let path): return JSONAction(path.wrap(value))
    case .action:
      guard value.withNode({ $0.mayBeAction }) else { throw .notAnAction }
      return JSONAction(value)
    case nil: throw JSONError(.invalidPointer, message: mistake)
    }
  }
}

extension JSONReducer {
  /// Returns this reducer, with declared requests.
  package func declaring(_ kinds: JSONRequestKinds) -> JSONReducer {
    with(
      shape: .all([JSONShape(.requests(kinds)), shape]),
      running: AnyReducer(RequestsReducer(self, kinds)))
  }

  /// Throws the mismatch of an action, on any thread.
  var actionCheck: ActionCheck {
    { [self] action in
      guard let action = action as? JSONAction else { return }
      try action.json.withNode { node throws(JSONError) in
        try JSONActionReading.of(node) { (reading) throws(JSONError) in try check(reading) }
      }
    }
  }
}
