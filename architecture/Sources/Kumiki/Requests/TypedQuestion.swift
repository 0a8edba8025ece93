/// A question of a feature in Swift, with the actions that its replies become.
final class TypedQuestion<Question: RequestProtocol, Action>: RequestValue {
  private let question: Question
  /// Nil for a notice.
  private let answer: (@Sendable (Question.Answer) -> Action)?
  private let part: (@Sendable (Question.Part) -> Action)?
  /// Nil if a failure ends the effect with an error.
  private let failure: (@Sendable (Question.Failure) -> Action)?
  let cases: ReplyCases?

  init(
    _ question: Question, answer: (@Sendable (Question.Answer) -> Action)?,
    part: (@Sendable (Question.Part) -> Action)?,
    failure: (@Sendable (Question.Failure) -> Action)?, cases: ReplyCases?
  ) {
    self.question = question
    (self.answer, self.part, self.failure, self.cases) = (answer, part, failure, cases)
  }

  var content: any Sendable { question }

  var takesFailures: Bool { failure != nil }

  func isEqual(to other: any RequestValue) -> Bool {
    (try? Question.read(other.content)) == question
  }

  func prepare(
    _ reply: RequestReply, for sink: AnyEffectSink, _ check: AnyObject?
  ) throws -> RequestDelivery {
    guard let action = try action(for: reply) else {
      // The program's catch receives the request's own type if the failure has it.
      let error = (try? Question.Failure.read(reply.value)) ?? reply.error
      return { entry in
        entry.fail(error)
        return nil
      }
    }
    if let check { try sink.check(action, of: Action.self, by: check) }
    let kept = UncheckedSendable(action)
    return { entry in entry.sendDirectly(kept.value) }
  }

  /// Returns the action for a reply; nil for a failure that ends the effect with an error.
  private func action(for reply: RequestReply) throws -> Action? {
    switch reply.kind {
    case .answer: return try Self.action(answer, reply, "the request expects no answer")
    case .part: return try Self.action(part, reply, "the request expects no parts")
    case .failure:
      // An error of another type than the request's failure is an error of the effect.
      if failure == nil || reply.value is RequestFailure,
        Question.Failure.self != RequestFailure.self
      {
        return nil
      }
      return try failure.map { $0(try Question.Failure.read(reply.value)) }
    }
  }

  private static func action<Value: Decodable>(
    _ make: ((Value) -> Action)?, _ reply: RequestReply, _ mistake: String
  ) throws -> Action {
    guard let make else { throw EffectFailed(mistake) }
    return make(try Value.read(reply.value))
  }

  var interruption: RequestReply {
    let failure = RequestFailure("interrupted")
    return RequestReply(.failure, failure, error: failure)
  }
}
