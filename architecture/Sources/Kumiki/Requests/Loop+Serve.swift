extension Loop {
  /// Serves the requests of a type's name, for all stores of the loop that have no server of their own for it.
  ///
  ///     try loop.serve(FetchImage.self) { request in
  ///       try await downloads.data(at: request.url)
  ///     }
  ///
  /// The function runs on the loop's thread in a task of its own, which is cancelled with its request. Its result is the
  /// answer. Its error is the failure: an error of another type than the request's becomes a ``RequestFailure``, or an error
  /// of the effect. A feature in C can ask too, by the name: its question is decoded, and the answer is encoded.
  ///
  /// Requests that wait for the name are served at once.
  ///
  /// - Parameters:
  ///   - request: the type of the requests.
  ///   - most: how many requests the server has at a time; the others wait in order. 0 for any number.
  ///   - serve: returns the answer.
  /// - Throws: ``ServeError``: `taken`, `wrongThread`, `ended`.
  public func serve<Question: RequestProtocol>(
    _ request: Question.Type, atMost most: Int = 0,
    _ serve:
      @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Question.Answer
  ) throws(ServeError) { try add(RequestServer(request, atMost: most, serve)) }

  /// Serves notices of a type's name. A notice is over when the function begins.
  ///
  /// - Parameters:
  ///   - request: the type of the notices.
  ///   - most: how many notices the server has at a time; 0 for any number.
  ///   - receive: receives a notice, in a task of its own.
  /// - Throws: ``ServeError``: `taken`, `wrongThread`, `ended`.
  public func serve<Question: RequestProtocol<Never>>(
    _ request: Question.Type, atMost most: Int = 0,
    _ receive: @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Void
  ) throws(ServeError) { try add(RequestServer(request, atMost: most, receiving: receive)) }

  private func add(_ server: RequestServer) throws(ServeError) {
    try checkServing()
    try changingServers { () throws(RequestServer.Refusal) in try requests.serve(server) }
  }

  /// Ends the server of a type's name. Answers that it has given arrive first. Its other requests are cancelled for it, and
  /// go to another server, or wait for one.
  ///
  /// - Throws: ``ServeError``: `unknown`, `busy`, `wrongThread`, `ended`.
  public func unserve<Question: RequestProtocol>(_ request: Question.Type) throws(ServeError) {
    try checkServing()
    try changingServers { () throws(RequestServer.Refusal) in
      try requests.unserve(Question.name)
    }
  }

  private func checkServing() throws(ServeError) {
    guard isCurrentThread else { throw .wrongThread }
    guard !isClosed else { throw .ended }
  }
}

extension LoopStore {
  /// Serves the requests of a type's name for this store, before its loop's server of the name; see ``Loop/serve(_:atMost:_:)-(_,_,(ServedRequest<Question>)->Question.Answer)``.
  ///
  /// - Parameters:
  ///   - request: the type of the requests.
  ///   - most: how many requests the server has at a time; the others wait in order. 0 for any number.
  ///   - serve: returns the answer.
  /// - Throws: ``ServeError``: `taken`, `wrongThread`, `ended`, `scoped`.
  public func serve<Question: RequestProtocol>(
    _ request: Question.Type, atMost most: Int = 0,
    _ serve:
      @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Question.Answer
  ) throws(ServeError) { try add(RequestServer(request, atMost: most, serve)) }

  /// Serves notices of a type's name for this store. A notice is over when the function begins.
  ///
  /// - Parameters:
  ///   - request: the type of the notices.
  ///   - most: how many notices the server has at a time; 0 for any number.
  ///   - receive: receives a notice, in a task of its own.
  /// - Throws: ``ServeError``: `taken`, `wrongThread`, `ended`, `scoped`.
  public func serve<Question: RequestProtocol<Never>>(
    _ request: Question.Type, atMost most: Int = 0,
    _ receive: @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Void
  ) throws(ServeError) { try add(RequestServer(request, atMost: most, receiving: receive)) }

  private func add(_ server: RequestServer) throws(ServeError) {
    try checkServing()
    try changingServers { () throws(RequestServer.Refusal) in try core.requests.serve(server) }
  }

  /// Ends the server of a type's name for this store; see ``Loop/unserve(_:)``.
  ///
  /// - Throws: ``ServeError``: `unknown`, `busy`, `wrongThread`, `ended`, `scoped`.
  public func unserve<Question: RequestProtocol>(_ request: Question.Type) throws(ServeError) {
    try checkServing()
    try changingServers { () throws(RequestServer.Refusal) in
      try core.requests.unserve(Question.name)
    }
  }

  private func checkServing() throws(ServeError) {
    guard loop.isCurrentThread else { throw .wrongThread }
    guard !isScoped else { throw .scoped }
    guard !isEnded else { throw .ended }
  }
}

extension Store {
  /// Serves the requests of a type's name for this store, before its loop's server of the name; see ``Loop/serve(_:atMost:_:)-(_,_,(ServedRequest<Question>)->Question.Answer)``.
  ///
  /// - Parameters:
  ///   - request: the type of the requests.
  ///   - most: how many requests the server has at a time; the others wait in order. 0 for any number.
  ///   - serve: returns the answer.
  /// - Throws: ``ServeError``: `taken`, `ended`, `scoped`.
  public func serve<Question: RequestProtocol>(
    _ request: Question.Type, atMost most: Int = 0,
    _ serve:
      @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Question.Answer
  ) throws(ServeError) { try base.serve(request, atMost: most, serve) }

  /// Serves notices of a type's name for this store. A notice is over when the function begins.
  ///
  /// - Parameters:
  ///   - request: the type of the notices.
  ///   - most: how many notices the server has at a time; 0 for any number.
  ///   - receive: receives a notice, in a task of its own.
  /// - Throws: ``ServeError``: `taken`, `ended`, `scoped`.
  public func serve<Question: RequestProtocol<Never>>(
    _ request: Question.Type, atMost most: Int = 0,
    _ receive: @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Void
  ) throws(ServeError) { try base.serve(request, atMost: most, receive) }

  /// Ends the server of a type's name for this store; see ``Loop/unserve(_:)``.
  ///
  /// - Throws: ``ServeError``: `unknown`, `busy`, `ended`, `scoped`.
  public func unserve<Question: RequestProtocol>(_ request: Question.Type) throws(ServeError) {
    try base.unserve(request)
  }
}
