package import KumikiValues

/// How a reply in JSON becomes an action of the feature that asked.
package enum JSONReplyCase: Sendable {
  /// The value is the payload of a case.
  case payload(JSONCasePath)
  /// The value is the action.
  case action
}

extension RequestQuestion {
  /// Makes a question in JSON.
  ///
  /// - Parameters:
  ///   - answer: nil for a notice.
  ///   - part: nil if no parts are expected.
  ///   - failure: nil if a failure ends the effect with an error.
  package static func json(
    _ name: String, _ question: JSON, answer: JSONReplyCase?, part: JSONReplyCase?,
    failure: JSONReplyCase?, isSecret: Bool
  ) -> RequestQuestion {
    ActionQuestion<JSONAction>(
      name: name, value: question, isAnswered: answer != nil, isSecret: isSecret
    ) { reply in
      guard let value = reply.value as? JSON else { return nil }
      return switch reply.kind {
      case .answer: try answer.action(value, "the request expects no answer")
      case .part: try part.action(value, "the request expects no parts")
      case .failure: try failure.map { try Optional($0).action(value, "") }
      }
    }
  }

  /// The question in JSON; nil for a question of a feature in Swift.
  package var json: JSON? { value as? JSON }

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
