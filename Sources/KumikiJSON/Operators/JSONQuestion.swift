package import KumikiValues

/// How a reply in JSON becomes an action of the feature that asked: as the payload of a case, or, if the path is "",
/// as the action itself.
package struct JSONReplyCase: Sendable {
  package let path: String
  private let isName: Bool

  /// - Throws: `invalidPointer` for a path with an empty name.
  package init(_ path: String) throws(JSONError) {
    self.path = path
    let dot = UInt8(ascii: ".")
    // A search in a view of bytes takes ten times as many instructions.
    isName =
      !(path.utf8.withContiguousStorageIfAvailable { $0.contains(dot) } ?? path.utf8.contains(dot))
    // A request is made for one reply, and most paths are one name, so a path is not kept in parts.
    if !isName { _ = try JSONCasePath(path) }
  }

  fileprivate func action(_ value: JSON) throws(JSONError) -> JSONAction {
    if path.isEmpty {
      guard value.withNode({ $0.mayBeAction }) else { throw .notAnAction }
      return JSONAction(value)
    }
    if isName { return JSONAction(JSON(members: [(path, value)])) }
    return JSONAction(try JSONCasePath(path).wrap(value))
  }
}

/// A question in JSON, with the cases of the feature that its replies become.
package final class JSONQuestion: RequestValue {
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

  /// Makes the same question as another one, with the names of its cases. Nil if JSON cannot represent it.
  convenience init?(naming cases: ReplyCases, of value: any RequestValue) {
    guard let json = JSON(content: value.content) else { return nil }
    do throws(JSONError) {
      func reply(_ path: String?) throws(JSONError) -> JSONReplyCase? {
        guard let path else { return nil }
        return try JSONReplyCase(path)
      }
      self.init(
        json, answer: try reply(cases.answer), part: try reply(cases.part),
        failure: try reply(cases.failure))
    } catch {
      return nil
    }
  }

  package var content: any Sendable { json }
  package var cases: ReplyCases? {
    ReplyCases(answer: answer?.path, part: part?.path, failure: failure?.path)
  }

  package var takesFailures: Bool { failure != nil }

  package func isEqual(to other: any RequestValue) -> Bool {
    guard let other = other as? JSONQuestion else { return other.isEqual(to: self) }
    return other.json == json
  }

  package func prepare(
    _ reply: RequestReply, for sink: AnyEffectSink, _ check: AnyObject?
  ) throws -> RequestDelivery {
    guard let action = try action(for: reply) else {
      return { entry in
        entry.fail(reply.error)
        return nil
      }
    }
    if let check { try sink.check(action, of: JSONAction.self, by: check) }
    return { entry in entry.sendDirectly(action) }
  }

  /// Returns the action for a reply; nil for a failure that ends the effect with an error.
  private func action(for reply: RequestReply) throws(JSONError) -> JSONAction? {
    guard let value = reply.json else {
      if reply.kind == .failure { return nil }
      throw JSONError(.decode, message: "JSON cannot represent the reply")
    }
    switch reply.kind {
    case .answer: return try answer.action(value, "the request expects no answer")
    case .part: return try part.action(value, "the request expects no parts")
    case .failure: return failure == nil ? nil : try failure.action(value, "")
    }
  }

  package var interruption: RequestReply {
    RequestReply(.failure, "interrupted" as JSON, error: EffectFailed("interrupted"))
  }
}

extension RequestQuestion {
  /// Makes a question in JSON.
  package static func json(
    _ name: String, _ question: JSONQuestion, isSecret: Bool, restart: RequestRestart
  ) -> RequestQuestion {
    RequestQuestion(
      name: name, value: question, isAnswered: question.answer != nil, isSecret: isSecret,
      restart: restart)
  }

  /// The question in JSON; nil for a Swift value that JSON cannot represent.
  package var json: JSON? { (value as? JSONQuestion)?.json ?? JSON(content: value.content) }

  /// The request in messages: `"file" with "a.txt"`.
  package var text: String {
    let question = isSecret ? "a secret question" : json.map { "\($0)" } ?? "\(value.content)"
    return "\"\(name)\" with \(question)"
  }
}

extension RequestReply {
  /// The reply in JSON; nil for a Swift value that JSON cannot represent.
  package var json: JSON? { JSON(content: value) }
}

extension JSONReplyCase? {
  fileprivate func action(_ value: JSON, _ mistake: String) throws(JSONError) -> JSONAction {
    guard let self else { throw JSONError(.invalidPointer, message: mistake) }
    return try self.action(value)
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
  var actionCheck: ActionCheck<JSONAction> {
    ActionCheck { [self] action in
      try JSONActionReading.of(action.node) { (reading) throws(JSONError) in try check(reading) }
    }
  }
}
