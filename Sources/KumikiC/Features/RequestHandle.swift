internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON
internal import Synchronization

/// A request as held by C. Any thread may use it and free it.
@safe final class RequestHandle: HandleObject, @unchecked Sendable {
  override class var kind: StaticString? { "kmk_request" }
  let request: Request
  // Made when C reads them first; most servers read none of them.
  private let madeID = unsafe Atomic<CNewText?>(nil)
  private let madeName = unsafe Atomic<CNewText?>(nil)
  private let madeQuestion = OnceReference<KeptValue>()
  private let madePart = OnceReference<KeptValue>()

  /// Keeps a value that C borrows.
  private final class KeptValue {
    let json: JSON

    init(_ json: JSON) { self.json = json }
  }

  init(_ request: Request) { self.request = request }

  deinit {
    unsafe freeText(madeID.load(ordering: .acquiring))
    unsafe freeText(madeName.load(ordering: .acquiring))
  }

  var id: CText? { unsafe Self.once(madeID, request.id.description) }
  var name: CText? { unsafe Self.once(madeName, request.question.name) }

  private static func once(
    _ place: borrowing Atomic<CNewText?>, _ text: @autoclosure () -> String
  ) -> CText? {
    if let known = unsafe place.load(ordering: .acquiring) { return unsafe CText(known) }
    let made = newText(text())
    let (isFirst, known) = unsafe place.compareExchange(
      expected: nil, desired: made, ordering: .acquiringAndReleasing)
    if isFirst { return unsafe made.map { unsafe CText($0) } }
    freeText(made)
    return unsafe known.map { unsafe CText($0) }
  }

  /// The question, which belongs to the request.
  var question: JSONNode {
    madeQuestion { KeptValue(request.question.json ?? .null) }.object.json.node
  }

  /// The last part, which belongs to the request.
  var lastPart: JSONNode? {
    guard let part = request.lastPart else { return nil }
    return madePart { KeptValue(JSON(content: part) ?? .null) }.object.json.node
  }

  /// Passes a reply on. Its value is checked against the limits of actions.
  func reply(_ kind: RequestReply.Kind, _ value: JSON?) throws {
    guard let value else { throw Failure.isNull("value") }
    let limits = JSONLimits(request.actionLimits)
    try value.withNode { node throws(JSONError) in
      _ = try JSONMeasure.check(node, limits: limits)
    }
    do {
      let error = kind == .failure ? EffectFailure(value) : nil
      try request.reply(RequestReply(kind, value, error: error))
    } catch let refusal as Request.Refusal {
      throw refusal == .full ? Failure.full : Failure(KMK_ERR_CLOSED, "the request is over")
    }
  }
}

/// A server of a program in C.
@safe final class CServer: RequestHandler {
  private let server: kmk_server
  private let userData: UserData

  @safe init(_ server: kmk_server, _ userData: UserData) {
    unsafe self.server = server
    self.userData = userData
  }

  func begin(_ request: Request) {
    guard let serve = unsafe server.serve else { return }
    let handle = RequestHandle(request)
    // For `ended`, which takes it back.
    if unsafe server.ended != nil { request.serverData = handle }
    calling("kmk_serve_fn") { unsafe serve(handle.lent(), userData.pointer) }
  }

  func ended(_ request: Request, _ end: RequestEnd) {
    guard let ended = unsafe server.ended,
      let handle = request.serverData.take() as? RequestHandle
    else { return }
    let how =
      switch end {
      case .taken: KMK_REQUEST_TAKEN
      case .received: KMK_REQUEST_RECEIVED
      case .cancelled: KMK_REQUEST_CANCELLED
      case .unserved: KMK_REQUEST_UNSERVED
      }
    calling("kmk_request_end_fn") { unsafe ended(handle.lent(), how, userData.pointer) }
  }
}

extension RequestServer {
  /// Makes a server of a program's struct. The context is released even if that throws.
  @safe convenience init(_ name: CText?, _ given: CStructs<kmk_server>?) throws {
    let server = try unsafe sized(
      given, "server", kumiki_default_server, first: kumiki_first_server,
      "; use KMK_SERVER_INIT")
    guard let server = unsafe server else { throw Failure.isNull("server") }
    let userData = unsafe UserData(server.user_data, server.free_fn)
    guard unsafe server.serve != nil else { throw Failure.isNull("server.serve") }
    try unsafe self.init(
      requestName(name), most: Int(server.most), CServer(server, userData))
  }
}

/// Returns the name of a request.
@safe func requestName(_ name: CText?) throws -> String {
  let name = try text(name, "name")
  guard (1...255).contains(name.utf8.count) else {
    throw Failure.invalid("name has \(name.utf8.count) bytes, expected 1 to 255")
  }
  return name
}

extension RequestQuestion {
  @safe static func c(
    _ name: CText?, _ question: JSON?, _ ask: CStructs<kmk_ask>?
  ) throws -> RequestQuestion {
    let name = try requestName(name)
    let question = try required(question, "question")
    let standard = unsafe kumiki_default_ask
    let ask =
      try unsafe sized(ask, "ask", standard, first: kumiki_first_ask, "; use KMK_ASK_INIT")
      ?? standard
    let value = try unsafe JSONQuestion(
      question, answer: target(ask.answer, "ask.answer"), part: target(ask.part, "ask.part"),
      failure: target(ask.failure, "ask.failure"))
    let restart: RequestRestart
    switch unsafe ask.restart {
    case KMK_REQUEST_AGAIN: restart = .again
    case KMK_REQUEST_FAIL: restart = .fail
    case KMK_REQUEST_DROP: restart = .drop
    default: throw Failure.invalid("ask.restart is not a kmk_request_restart")
    }
    return unsafe .json(name, value, isSecret: ask.is_secret, restart: restart)
  }
}

/// Reads a case path; "" stands for the action itself.
@safe private func target(_ path: CText?, _ what: String) throws -> JSONReplyCase? {
  try optionalText(path, what).map { names in try JSONReplyCase(names) }
}

extension Failure {
  init(_ refusal: RequestServer.Refusal, _ name: String) {
    switch refusal {
    case .taken: self = .invalid("\"\(name)\" is already served here")
    case .unknown: self.init(KMK_ERR_NOT_FOUND, "nobody serves \"\(name)\" here")
    case .busy:
      self.init(
        KMK_ERR_BUSY,
        "a store is busy, or one of the functions of the server \"\(name)\" is running")
    }
  }
}
