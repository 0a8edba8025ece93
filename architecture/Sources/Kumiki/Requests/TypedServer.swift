/// A server that is a function in Swift. Each request has a task, on the loop.
final class TypedServer<Question: RequestProtocol>: RequestHandler {
  /// Returns nil for a notice.
  private let serve: @Sendable (ServedRequest<Question>) async throws -> Question.Answer?

  init(_ serve: @escaping @Sendable (ServedRequest<Question>) async throws -> Question.Answer?) {
    self.serve = serve
  }

  func begin(_ request: Request) {
    let served: ServedRequest<Question>
    do { served = try ServedRequest(request) } catch { return Self.fail(request, error) }
    // An effect whose reply runs this server is not the one that works in the task.
    let task = EffectContext.$current.withValue(nil) {
      Task(executorPreference: request.loop) { [serve] in
        do {
          guard let answer = try await serve(served) else { return }
          try request.replying(RequestReply(.answer, answer))
        } catch {
          Self.fail(request, error)
        }
      }
    }
    request.serverData = RunningServer(task)
  }

  /// - Parameter error: of the server, or the reason why the feature does not accept the answer.
  private static func fail(_ request: Request, _ error: any Error) {
    if request.isOver { return }
    do { try request.fail(Question.self, error) } catch is ReplyError {
      return
    } catch let refusal {
      let issue = Issue(
        code: .requestMisfit,
        message: "the failure of the request \"\(Question.name)\" was refused: \(refusal); "
          + "the failure was: \(error). The request waits for another reply")
      request.loop.post { [loop = request.loop] in loop.report(issue) }
    }
  }

  func ended(_ request: Request, _ end: RequestEnd) {
    let running = request.serverData.take() as? RunningServer
    if end != .taken { running?.task.cancel() }
  }
}

private final class RunningServer {
  let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }
}

/// The reason why a name cannot be served, or is not served.
public enum ServeError: Error, Equatable, Sendable {
  /// Another server serves the name.
  case taken
  /// The name has no server.
  case unknown
  /// A store of the loop is busy.
  case busy
  /// The call came from a thread other than the loop's.
  case wrongThread
  /// The store, or its loop, has ended.
  case ended
  /// A scoped store has no servers of its own.
  case scoped
}

extension ServeError {
  init(_ refusal: RequestServer.Refusal) {
    self =
      switch refusal {
      case .taken: .taken
      case .busy: .busy
      case .unknown: .unknown
      }
  }
}

extension RequestServer {
  convenience init<Question: RequestProtocol>(
    _: Question.Type, atMost most: Int,
    _ serve: @escaping @Sendable (ServedRequest<Question>) async throws -> Question.Answer?
  ) {
    self.init(Question.name, most: max(0, most), TypedServer(serve))
  }

  /// - Parameter receive: receives a notice.
  convenience init<Question: RequestProtocol<Never>>(
    _ type: Question.Type, atMost most: Int,
    receiving receive: @escaping @Sendable (ServedRequest<Question>) async throws -> Void
  ) {
    self.init(type, atMost: most) { served in
      try await receive(served)
      return nil
    }
  }
}

/// Runs a change of the servers, whose errors become public.
func changingServers(
  _ body: () throws(RequestServer.Refusal) -> Void
) throws(ServeError) {
  do throws(RequestServer.Refusal) { try body() } catch { throw ServeError(error) }
}
