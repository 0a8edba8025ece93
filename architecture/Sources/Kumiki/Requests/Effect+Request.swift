extension Effect {
  /// Asks a question. The server of the request's name answers, and the answer becomes an action of this feature.
  ///
  ///     return .request(FetchImage(url: url)) { .imageLoaded($0) } failure: { .imageFailed($0.message) }
  ///
  /// The request begins in the loop's next iteration, or when the effects around it let it begin. It is an effect: it ends
  /// with its feature, and can be delayed, limited, cancelled by an id, and follow the state.
  ///
  /// A snapshot of a store in C does not contain a request whose replies are functions, because another process could not
  /// call them. Name cases instead.
  ///
  /// - Parameters:
  ///   - request: the question.
  ///   - answer: makes the action of the answer. This function and the others run on the thread that replies.
  ///   - part: makes the action of a part; nil if parts are refused.
  ///   - failure: makes the action of a failure. Without it, a failure is an error of the effect, for ``catch(_:)``.
  public static func request<RequestType: RequestProtocol>(
    _ request: RequestType,
    answer: @escaping @Sendable (_ answer: RequestType.Answer) -> Action,
    part: (@Sendable (_ part: RequestType.Part) -> Action)? = nil,
    failure: (@Sendable (_ failure: RequestType.Failure) -> Action)? = nil
  ) -> Self {
    asking(
      TypedQuestion(request, answer: answer, part: part, failure: failure, cases: nil),
      RequestType.self)
  }

  /// Asks a question. The replies become cases of this feature's actions.
  ///
  ///     return .request(FetchImage(url: url), answer: \.imageLoaded, failure: \.imageFailed)
  ///
  /// A snapshot of a store in C contains the request under the names of the cases, which must be their names in JSON.
  ///
  /// - Parameters:
  ///   - request: the question.
  ///   - answer: the case of the answer.
  ///   - part: the case of a part; nil if parts are refused.
  ///   - failure: the case of a failure. Without it, a failure is an error of the effect, for ``catch(_:)``.
  public static func request<RequestType: RequestProtocol>(
    _ request: RequestType,
    answer: CaseKeyPath<Action, RequestType.Answer>,
    part: CaseKeyPath<Action, RequestType.Part>? = nil,
    failure: CaseKeyPath<Action, RequestType.Failure>? = nil
  ) -> Self where Action: CasePathable {
    let answer = CasePath<Action, RequestType.Answer>(answer)
    let part = part.map { CasePath<Action, RequestType.Part>($0) }
    let failure = failure.map { CasePath<Action, RequestType.Failure>($0) }
    return asking(
      TypedQuestion(
        request, answer: answer.embedding, part: part?.embedding, failure: failure?.embedding,
        cases: ReplyCases(answer, part, failure)), RequestType.self)
  }

  /// Gives a notice, which has no answer. It is over when its server has received it.
  ///
  ///     return .request(LogLine(text: "saved"))
  ///
  /// - Parameters:
  ///   - request: the notice.
  ///   - failure: makes the action of a failure, which is possible until the server has received the notice.
  public static func request<RequestType: RequestProtocol<Never>>(
    _ request: RequestType,
    failure: (@Sendable (_ failure: RequestType.Failure) -> Action)? = nil
  ) -> Self {
    asking(
      TypedQuestion(
        request, answer: nil, part: nil, failure: failure,
        cases: failure == nil ? ReplyCases(answer: nil, part: nil, failure: nil) : nil),
      RequestType.self)
  }

  private static func asking<RequestType: RequestProtocol>(
    _ value: TypedQuestion<RequestType, Action>, _: RequestType.Type
  ) -> Self {
    let name = RequestType.name
    guard (1...255).contains(name.utf8.count) else {
      return .invalid("the name of a request has \(name.utf8.count) bytes, expected 1 to 255")
    }
    return Self(
      untyped: RequestEntry(
        RequestQuestion(
          name: name, value: value, isAnswered: RequestType.Answer.self != Never.self,
          isSecret: RequestType.isSecret, restart: RequestType.restart)))
  }
}

extension ReplyCases {
  /// Nil if the name of a case is unknown.
  fileprivate init?<Action, Answer, Part, Failure>(
    _ answer: CasePath<Action, Answer>, _ part: CasePath<Action, Part>?,
    _ failure: CasePath<Action, Failure>?
  ) {
    guard let answer = answer.jsonPath else { return nil }
    let others = (part?.jsonPath, failure?.jsonPath)
    if part != nil, others.0 == nil { return nil }
    if failure != nil, others.1 == nil { return nil }
    self.init(answer: answer, part: others.0, failure: others.1)
  }
}

extension CasePath {
  /// Wraps a reply. A case path captures nothing that changes, so any thread may do it.
  fileprivate var embedding: @Sendable (Value) -> Root { { embed($0) } }

  /// The names of the cases: `image.loaded`. Nil if a name is unknown at run time.
  fileprivate var jsonPath: String? {
    let text = spelling
    guard text.first == "." else { return nil }
    let names = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    let areNames = names.allSatisfy { name in
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return areNames ? String(text.dropFirst()) : nil
  }
}
