/// A request in flight, as its server holds it. Any thread may reply and release it, even after the end of its store.
package final class Request: @unchecked Sendable {
  /// Unique in all runs of the store: a server may use it as an idempotency key.
  package let id: String
  package let question: RequestQuestion
  /// How many servers have received the request, this one included.
  package let attempt: UInt32
  /// The last part that a former server sent and the feature has reduced.
  package let lastPart: (any Sendable)?
  private let loop: Loop
  private let state: Guarded<State>
  /// The effect that asks, until it ends or another request stands for it. For the loop's thread.
  @safe @exclusivity(unchecked) private var entry: Uncounted<RequestEntry>?

  /// The objects that check a reply: the effect's sink, the check of its store, and the declarations around it.
  private struct Judges {
    let sink: AnyEffectSink
    let check: (AnyObject & Sendable)?
    let kinds: (any RequestKinds)?

    init(_ entry: RequestEntry) {
      (sink, check, kinds) = (entry.anySink, entry.core.actionCheck, entry.declared)
    }
  }

  /// A reply that the feature accepts.
  struct PreparedReply {
    let reply: RequestReply
    let deliver: RequestQuestion.Delivering
  }

  private struct State {
    // Another effect of a restored store has other ones.
    var judges: Judges
    /// Whether an answer or a failure was accepted.
    var isAnswered = false
    /// Whether the request is over, or belongs to another server.
    var isClosed = false
    /// The replies that wait for the loop's thread.
    var waiting: [PreparedReply] = []
    /// Whether the loop has been asked to take them.
    var isPosted = false
  }

  package enum Refusal: Error {
    /// The request was answered or cancelled, or its server serves it no more.
    case closed
    /// Too many parts wait.
    case full
  }

  init(
    _ id: String, _ entry: RequestEntry, attempt: UInt32, lastPart: (any Sendable)?
  ) {
    self.id = id
    question = entry.question
    self.attempt = attempt
    self.lastPart = lastPart
    loop = entry.table.loop
    state = Guarded(State(judges: Judges(entry)))
    self.entry = Uncounted(entry)
    LiveObjects.add()
  }

  // The question may share its memory with the state, and the sink belongs to the loop: both are released there.
  deinit {
    LiveObjects.remove()
    guard !loop.isCurrentThread, !loop.isClosed else { return }
    let judges = state.withLock { $0.judges }
    loop.post { [question, lastPart] in withExtendedLifetime((question, lastPart, judges)) {} }
  }

  /// Makes the request belong to another effect, which asks for it from now on.
  func belongs(to entry: RequestEntry) {
    let former = state.withLock { exchange(&$0.judges, with: Judges(entry)) }
    self.entry = Uncounted(entry)
    withExtendedLifetime(former) {}
  }

  package var isClosed: Bool { state.withLock { $0.isClosed } || loop.isClosed }

  /// The limits of actions that other threads send.
  package var actionLimits: ValueLimits { loop.sharedActionLimits }

  /// Whether an answer has been accepted that the feature has not received yet.
  var isAnswered: Bool { state.withLock { $0.isAnswered && !$0.isClosed } }

  // MARK: - Replies

  /// Passes the action that a reply becomes, as an action of the store, to another ``ActionCheck``.
  package func check(_ reply: RequestReply, by check: AnyObject) throws {
    _ = try question.prepare(reply, state.withLock { $0.judges.sink }, check)
  }

  /// Accepts a reply, which the feature receives before this returns if this is the loop's thread and no store is
  /// busy, and otherwise at the loop's next dispatch.
  ///
  /// - Throws: the reason why the feature does not accept such a reply; the request then continues. ``Refusal``.
  package func reply(_ reply: RequestReply) throws {
    let judges = state.withLock { $0.judges }
    try judges.kinds?.check(reply, to: question)
    let reply = PreparedReply(
      reply: reply, deliver: try question.prepare(reply, judges.sink, judges.check))
    let isHere = loop.isCurrentThread
    let isNow = isHere && loop.activity == 0
    let isFirst = try state.withLock { state throws(Refusal) in
      if state.isClosed || state.isAnswered || loop.isClosed { throw .closed }
      let replaced = try replace(with: reply, in: &state, counting: !isHere)
      if !replaced { state.waiting.append(reply) }
      if reply.reply.isLast { state.isAnswered = true }
      defer { state.isPosted = true }
      return !state.isPosted
    }
    if isNow {
      if let refusal = deliverWaiting() { throw refusal }
    } else if isFirst {
      loop.post { [self] in _ = deliverWaiting() }
    }
  }

  /// Replaces the waiting part with the same key.
  ///
  /// - Parameter counting: whether a part that replaces no other counts toward the loop's limit of waiting actions.
  private func replace(
    with reply: PreparedReply, in state: inout State, counting: Bool
  ) throws(Refusal) -> Bool {
    guard case .part(let key) = reply.reply.kind else { return false }
    let index = key == nil ? nil : state.waiting.lastIndex { $0.reply.kind == .part(key: key) }
    if let index {
      state.waiting[index] = reply
      return true
    }
    if counting, state.waiting.count >= loop.waitingActionLimit { throw .full }
    return false
  }

  /// Delivers the waiting replies. For the loop's thread, while no store of the loop is busy.
  ///
  /// - Returns: the reason why the feature refused the last of them; otherwise nil.
  @discardableResult
  func deliverWaiting() -> (any Error)? {
    var refusal: (any Error)?
    while let reply = next() {
      guard let entry = entry?.object else { return Refusal.closed }
      refusal = entry.receive(reply)
      if refusal != nil, reply.reply.isLast { state.withLock { $0.isAnswered = false } }
    }
    return refusal
  }

  private func next() -> PreparedReply? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isPosted = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  /// Accepts no further replies, and drops the waiting ones. For the loop's thread.
  func close() {
    let dropped = state.withLock { state in
      state.isClosed = true
      return exchange(&state.waiting, with: [])
    }
    entry = nil
    withExtendedLifetime(dropped) {}
  }
}

/// How a request ends for its server.
package enum RequestEnd: Sendable {
  /// The feature has received the answer or the failure.
  case taken
  /// The effect was cancelled, perhaps while an accepted answer waited.
  case cancelled
  /// The server serves no more. The request waits for another server.
  case unserved
}
