package import Synchronization

/// A request in flight, as its server holds it. Any thread may reply and release it, even after the end of its store.
@safe package final class Request: @unchecked Sendable {
  /// A server may use it as an idempotency key.
  package let id: RequestID
  package let question: RequestQuestion
  /// How many servers have received the request, this one included.
  package let attempt: UInt32
  /// The last part that a former server sent and the feature has reduced.
  package let lastPart: (any Sendable)?
  /// A pointer of the server, which any thread may set.
  package let data = unsafe Atomic<UnsafeMutableRawPointer?>(nil)
  package let loop: Loop

  // For the loop's thread.
  /// The effect that asks, until it ends or another request stands for it.
  @safe @exclusivity(unchecked) private var entry: Uncounted<RequestEntry>?
  /// An object that the server keeps until the end of the request.
  @safe @exclusivity(unchecked) package var serverData: AnyObject?

  // Behind the lock, which all requests share: each use is brief.
  private static let lock = GuardLock(isRecursive: false)
  // The objects that check a reply, and make an action of it. They change with the effect that asks.
  @safe @exclusivity(unchecked) private var asker: any RequestValue
  @safe @exclusivity(unchecked) private var sink: AnyEffectSink
  @safe @exclusivity(unchecked) private var check: (AnyObject & Sendable)?
  @safe @exclusivity(unchecked) private var kinds: (any RequestKinds)?
  /// Whether an answer or a failure was accepted.
  @safe @exclusivity(unchecked) private var isEnding = false
  /// Whether the request is over, or belongs to another server.
  @safe @exclusivity(unchecked) private var isEnded = false
  /// The replies that wait for the loop's thread.
  @safe @exclusivity(unchecked) private var waiting: [PreparedReply] = []
  /// Whether the loop has been asked to take them.
  @safe @exclusivity(unchecked) private var isPosted = false

  /// A reply that the feature accepts.
  struct PreparedReply {
    let reply: RequestReply
    let deliver: RequestDelivery

    /// - Throws: the reason why the feature does not accept the reply.
    init(
      _ reply: RequestReply, _ asker: any RequestValue, _ sink: AnyEffectSink, _ check: AnyObject?
    ) throws {
      self.reply = reply
      dialect = ObjectIdentifier(type(of: asker))
      deliver = try asker.prepare(reply, for: sink, check)
    }

    /// The type of the asker, which the sink of the delivery must fit.
    let dialect: ObjectIdentifier
  }

  package enum Refusal: Error {
    /// The request was answered or cancelled, or another server has it.
    case closed
    /// Too many parts wait.
    case full
  }

  init(
    _ id: RequestID, _ entry: RequestEntry, attempt: UInt32, lastPart: (any Sendable)?
  ) {
    self.id = id
    question = entry.question
    self.attempt = attempt
    self.lastPart = lastPart
    loop = entry.table.loop
    asker = entry.question.value
    (sink, check, kinds) = (entry.anySink, entry.core.actionCheck, entry.declared)
    self.entry = Uncounted(entry)
    LiveObjects.add()
  }

  // The question may share its memory with the state, and the sink belongs to the loop: both are released there.
  deinit {
    LiveObjects.remove()
    guard !loop.isCurrentThread, !loop.isClosed else { return }
    loop.post { [question, asker, sink, lastPart] in
      withExtendedLifetime((question, asker, sink, lastPart)) {}
    }
  }

  private static func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Makes the request belong to another effect, which asks for it from now on.
  func belongs(to entry: RequestEntry) {
    let former = (asker, sink, check, kinds)
    Self.locked {
      asker = entry.question.value
      (sink, check, kinds) = (entry.anySink, entry.core.actionCheck, entry.declared)
    }
    self.entry = Uncounted(entry)
    withExtendedLifetime(former) {}
  }

  /// Whether every further reply is refused.
  package var isOver: Bool { Self.locked { isEnded || isEnding } || loop.isClosed }

  /// Whether an answer has been accepted that the feature has not received yet.
  var isAnswered: Bool { Self.locked { isEnding && !isEnded } }

  /// The limits of actions that other threads send.
  package var actionLimits: ValueLimits { loop.sharedActionLimits }

  // MARK: - Replies

  /// Passes the action that a reply becomes, as an action of the store, to another ``ActionCheck``.
  package func check(_ reply: RequestReply, by check: AnyObject) throws {
    let (asker, sink) = Self.locked { (self.asker, self.sink) }
    _ = try asker.prepare(reply, for: sink, check)
  }

  /// Accepts a reply. On the loop's thread, while no store is busy, the feature receives it before this returns;
  /// otherwise at the loop's next dispatch.
  ///
  /// - Throws: the reason why the feature does not accept such a reply; the request then continues. ``Refusal``.
  package func reply(_ reply: RequestReply) throws {
    if isOver { throw Refusal.closed }
    let (asker, sink, check, kinds) = Self.locked {
      (self.asker, self.sink, self.check, self.kinds)
    }
    try kinds?.check(reply, to: question)
    let prepared = try PreparedReply(reply, asker, sink, check)
    let isHere = loop.isCurrentThread
    while true {
      switch try Self.locked({ try admit(prepared, isHere: isHere) }) {
      case .now:
        if let refusal = deliver(prepared) { throw refusal }
        return
      case .afterOthers: deliverWaiting()
      case .post:
        loop.post { [self] in deliverWaiting() }
        return
      case .wait: return
      }
    }
  }

  private enum Admission {
    /// The reply can be delivered.
    case now
    /// The waiting replies go first. One of them may end the request.
    case afterOthers
    /// The reply waits, and the loop must be asked to deliver it.
    case post
    /// The reply waits.
    case wait
  }

  /// Accepts a reply, with the lock held.
  private func admit(_ prepared: PreparedReply, isHere: Bool) throws(Refusal) -> Admission {
    if isEnded || isEnding || loop.isClosed { throw .closed }
    let isNow = isHere && loop.activity == 0
    if isNow, !waiting.isEmpty { return .afterOthers }
    if !isNow { try put(prepared, counting: !isHere) }
    if prepared.reply.isLast { isEnding = true }
    if isNow { return .now }
    defer { isPosted = true }
    return isPosted ? .wait : .post
  }

  /// Puts a reply behind the waiting ones, or a part in the place of the waiting part with the same key.
  ///
  /// - Parameter counting: whether a part that replaces no other counts toward the loop's limit of waiting actions.
  private func put(_ prepared: PreparedReply, counting: Bool) throws(Refusal) {
    if case .part(let key) = prepared.reply.kind {
      if key != nil,
        let index = waiting.lastIndex(where: { $0.reply.kind == .part(key: key) })
      {
        waiting[index] = prepared
        return
      }
      if counting, waiting.count >= loop.waitingActionLimit { throw .full }
    }
    waiting.append(prepared)
  }

  private func deliver(_ prepared: PreparedReply) -> (any Error)? {
    guard let entry = entry?.object else { return Refusal.closed }
    let refusal: (any Error)?
    do { refusal = entry.receive(try fitting(prepared)) } catch { refusal = error }
    if refusal != nil, prepared.reply.isLast { Self.locked { isEnding = false } }
    return refusal
  }

  /// Returns a reply for the effect that asks now. In a store that was restored, that may be an effect in another
  /// dialect than the one that asked when the reply was given.
  private func fitting(_ prepared: PreparedReply) throws -> PreparedReply {
    let (asker, sink, check) = Self.locked { (self.asker, self.sink, self.check) }
    if prepared.dialect == ObjectIdentifier(type(of: asker)) { return prepared }
    return try PreparedReply(prepared.reply, asker, sink, check)
  }

  /// Delivers the waiting replies. For the loop's thread, while no store of the loop is busy.
  func deliverWaiting() {
    while let prepared = next() { _ = deliver(prepared) }
  }

  private func next() -> PreparedReply? {
    Self.locked {
      if !waiting.isEmpty { return waiting.removeFirst() }
      isPosted = false
      return nil
    }
  }

  /// Ends a notice, which its server has received.
  package func received() { entry?.object.received() }

  /// Accepts no further replies, and drops the waiting ones. For the loop's thread.
  func close() {
    let dropped = Self.locked {
      isEnded = true
      return exchange(&waiting, with: [])
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
  /// The feature has received the answer or the failure, but the server or the store has ended before that was kept.
  case received
}
