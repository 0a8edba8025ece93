/// A request as its server receives it. The members of the question are its own: `request.url`.
@dynamicMemberLookup
public struct ServedRequest<Question: RequestProtocol>: Sendable {
  /// The question.
  public let question: Question
  /// The last part that a former server sent and the feature received.
  public let lastPart: Question.Part?
  private let base: Request

  /// - Throws: the mismatch of a question from C, with its place.
  init(_ base: Request) throws {
    self.base = base
    question = try Question.read(base.question.value.content)
    lastPart = base.lastPart.flatMap { try? Question.Part.read($0) }
  }

  /// A member of the question.
  public subscript<Value>(dynamicMember member: KeyPath<Question, Value>) -> Value {
    question[keyPath: member]
  }

  /// The id, which no other request has, even in another run that continues from a snapshot. A server may use it as an
  /// idempotency key.
  public var id: String { base.id.description }

  /// How many servers have received the request, this one included.
  public var attempt: Int { Int(base.attempt) }

  /// Whether every further reply is refused: the request was answered or cancelled, or another server has it.
  public var isOver: Bool { base.isOver }

  /// Sends a part, on any thread.
  ///
  /// - Parameters:
  ///   - part: the value.
  ///   - key: the part replaces the waiting part with the same key; nil: it replaces none.
  /// - Throws: ``ReplyError``, and the reason why the feature does not accept the part.
  public func send(part: Question.Part, replacing key: String? = nil) throws {
    try base.replying(RequestReply(.part(key: key.map { ExactText($0) }), part))
  }
}

/// The reason why a reply to a request is refused.
public enum ReplyError: Error, Equatable, Sendable {
  /// The request was answered or cancelled, or another server has it.
  case over
  /// Too many parts wait.
  case full
}

extension Request {
  /// Passes a reply on.
  ///
  /// - Throws: ``ReplyError``, and the reason why the feature does not accept the reply.
  package func replying(_ reply: RequestReply) throws {
    do { try self.reply(reply) } catch let refusal as Refusal {
      throw refusal == .full ? ReplyError.full : .over
    }
  }

  /// Ends the request with an error of its server: as the failure of its type, or else as a message.
  package func fail<Question: RequestProtocol>(_: Question.Type, _ error: any Error) throws {
    let failure: any Sendable = (error as? Question.Failure) ?? RequestFailure("\(error)")
    try replying(RequestReply(.failure, failure, error: error))
  }
}
