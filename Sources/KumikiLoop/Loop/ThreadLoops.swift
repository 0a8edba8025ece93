@_spi(Executors) internal import KumikiToolchain

/// The loops of a thread.
final class ThreadLoops: ThreadBelongings {
  /// The loops made on this thread, oldest first.
  @safe @exclusivity(unchecked) private var made: [LoopNote] = []
  /// The loop that the thread made for itself.
  @safe @exclusivity(unchecked) var own: Loop?
  /// The open loops of tests, oldest first.
  @safe @exclusivity(unchecked) var tests: [Loop] = []
  /// Closes the loops when the thread ends; nil until it makes one.
  @safe @exclusivity(unchecked) private var knownEnd: ThreadEnd?

  func add(_ loop: Loop) { made.append(LoopNote(loop)) }

  /// The first loop that is still open.
  var first: Loop? {
    forgetClosed()
    for note in made { if let loop = note.loop { return loop } }
    return nil
  }

  /// Removes the references to closed loops, which keep part of the loops' memory.
  func forgetClosed() { made.removeAll { $0.loop == nil } }

  /// Returns the object that closes the thread's loops when the thread ends.
  func end(of threadID: UInt64) -> ThreadEnd {
    let known = knownEnd ?? ThreadEnd(of: threadID)
    knownEnd = known
    return known
  }

  /// Ends the loops of an ending thread. Loops in C stay open, but can run no more jobs.
  func threadEnds(_ frame: ManualBox<ThreadFrame>) {
    let thread = frame.pointee.ownID
    guard !RuntimeHooks.areInstalled else {
      own?.close()
      ClosedLoopsWithJobs.settle(on: frame)
      let closed = ClosedLoopsWithJobs.take(of: thread)
      LoopRegistry.forget(thread)
      return withExtendedLifetime(closed) {}
    }
    // A thread that has made loops only on behalf of others has no loops of its own.
    if knownEnd != nil || !made.isEmpty { end(of: thread).threadEnds(with: Guarded(giveUp())) }
  }

  func enterChild() { knownEnd = nil }

  /// Hands over all loops.
  private func giveUp() -> ThreadEnd.OwnedLoops {
    let held = tests + [own].compactMap(\.self)
    (tests, own) = ([], nil)
    return ThreadEnd.OwnedLoops(notes: exchange(&made, with: []), held: held)
  }
}

/// A thread's reference to a loop that it does not keep alive.
///
/// The inbox outlives the loop and knows whether the loop has closed. The loop may be released on any thread, even
/// while this thread reads the note.
struct LoopNote {
  private let inbox: LoopInbox
  private let note: UnretainedReference<Loop>

  init(_ loop: Loop) {
    inbox = loop.inbox
    note = UnretainedReference(loop)
  }

  var loop: Loop? { inbox.isClosed ? nil : note.object }
}

extension ThreadFrame {
  /// The innermost loop that is being dispatched on this thread.
  var dispatching: Uncounted<Loop>? {
    get { running?.of() }
    set { running = newValue.map { ErasedReference($0) } }
  }

  /// The thread's loops; nil until it makes a loop.
  var loops: ThreadLoops? {
    // Nothing else is ever stored in `belongings`.
    belongings.map { unsafe unsafeDowncast($0, to: ThreadLoops.self) }
  }

  /// Returns the thread's loops, which start as an empty list.
  mutating func madeLoops() -> ThreadLoops {
    if let loops { return loops }
    let loops = ThreadLoops()
    belongings = loops
    return loops
  }

  /// The loop that is being dispatched here, else the first open loop.
  var existingLoop: Loop? {
    if let loop = dispatching?.object, !loop.isClosed { return loop }
    return loops?.first
  }

  /// The thread end for a loop that is made now. Nil while the thread acts for another loop, since no thread ends
  /// then.
  var endOfLoops: ThreadEnd? {
    mutating get { threadID == ownID ? madeLoops().end(of: threadID) : nil }
  }

  /// The loop of the test whose work or callback is running here, the newest of several; nil without such a test.
  package var runningTestLoop: Loop? {
    guard let tests = loops?.tests, !tests.isEmpty else { return nil }
    return tests.last { $0.stage.runsSomething }
  }
}
