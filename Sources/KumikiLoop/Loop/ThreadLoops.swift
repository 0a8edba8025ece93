@_spi(Executors) internal import KumikiToolchain

/// The loops of a thread.
final class ThreadLoops: ThreadBelongings {
  /// The loops made on this thread, oldest first.
  @safe @exclusivity(unchecked) private var made: [LoopNote] = []
  /// The one that it made for itself.
  @safe @exclusivity(unchecked) var own: Loop?
  /// The open loops of tests, oldest first.
  @safe @exclusivity(unchecked) var tests: [Loop] = []
  /// Closes the loops when the thread ends; nil until it makes one.
  @safe @exclusivity(unchecked) private var knownEnd: ThreadEnd?

  func add(_ loop: Loop) { made.append(LoopNote(loop)) }

  /// The first that lives.
  var first: Loop? {
    forgetClosed()
    for note in made { if let loop = note.loop { return loop } }
    return nil
  }

  /// Removes the references to loops that have closed, which keep part of their memory.
  func forgetClosed() { made.removeAll { $0.loop == nil } }

  /// The object that closes the thread's loops when it ends.
  func end(of threadID: UInt64) -> ThreadEnd {
    let known = knownEnd ?? ThreadEnd(of: threadID)
    knownEnd = known
    return known
  }

  /// Ends the loops of a thread that ends. Those in C stay open, but can run no more jobs.
  func threadEnds(_ frame: ManualBox<ThreadFrame>) {
    let thread = frame.pointee.ownID
    guard !RuntimeHooks.areInstalled else {
      own?.close()
      AdriftLoops.settle(on: frame)
      let adrift = AdriftLoops.take(of: thread)
      LoopRegistry.forget(thread)
      return withExtendedLifetime(adrift) {}
    }
    // One that has made loops on behalf of others alone has none of its own.
    if knownEnd != nil || !made.isEmpty { end(of: thread).threadEnds(with: Guarded(giveUp())) }
  }

  func enterChild() { knownEnd = nil }

  /// Hands over all loops.
  private func giveUp() -> ThreadEnd.Estate {
    let held = tests + [own].compactMap(\.self)
    (tests, own) = ([], nil)
    return ThreadEnd.Estate(notes: exchange(&made, with: []), held: held)
  }
}

/// A thread's reference to a loop that it does not keep alive.
///
/// The inbox, which outlives the loop, says whether the loop has closed. It may be released on any thread, also
/// while this one asks.
struct LoopNote {
  private let inbox: LoopInbox
  private let note: Remembered<Loop>

  init(_ loop: Loop) {
    inbox = loop.inbox
    note = Remembered(loop)
  }

  var loop: Loop? { inbox.isClosed ? nil : note.object }
}

extension ThreadFrame {
  /// The innermost loop that is being dispatched on this thread.
  var dispatching: Uncounted<Loop>? {
    get { running?.of() }
    set { running = newValue.map { ErasedReference($0) } }
  }

  /// The thread's loops; nil until it makes one.
  var loops: ThreadLoops? {
    // Nothing else is ever stored there.
    belongings.map { unsafe unsafeDowncast($0, to: ThreadLoops.self) }
  }

  /// The thread's loops, an empty list at first.
  mutating func madeLoops() -> ThreadLoops {
    if let loops { return loops }
    let loops = ThreadLoops()
    belongings = loops
    return loops
  }

  /// The loop being dispatched here, else the first that lives.
  var existingLoop: Loop? {
    if let loop = dispatching?.object, !loop.isClosed { return loop }
    return loops?.first
  }

  /// The end of a loop that is made now; nil while the thread acts for another loop, since no thread ends then.
  var endOfLoops: ThreadEnd? {
    mutating get { threadID == ownID ? madeLoops().end(of: threadID) : nil }
  }

  /// The test's loop whose work or callback is being run here, the newest of several; nil if there is none.
  package var runningTestLoop: Loop? {
    guard let tests = loops?.tests, !tests.isEmpty else { return nil }
    return tests.last { $0.stage.runsSomething }
  }
}
