internal import Kumiki
internal import Synchronization

/// A handle of something that belongs to a loop's thread, and that any thread may free.
class LoopObject: HandleObject {
  final let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  /// Ends what the handle stands for, before it is released. On the loop's thread.
  func end() {}
}

extension Handle where Object: LoopObject {
  /// Consumes a handle: on the loop's thread at once, from another one at the next dispatch.
  ///
  /// The loop's thread also releases it, so that no two threads use it at a time. A closed loop takes
  /// nothing; its end has ended this object too, and the memory may be released on any thread.
  @safe static func letGo(_ pointer: CHandle?) {
    let last = Once { isDropped in
      let object = consume(pointer)
      if !isDropped { object?.end() }
    }
    // Borrowed, since a reference of our own could become the last one.
    guard let loop = borrowing(pointer, { $0.loop }) else { return }
    loop.onOwnThread { loop.ending { last.run() } }
  }
}

extension Loop {
  /// Whether the caller is on the loop's thread, before its end.
  @inline(__always)
  func check() throws {
    guard !isClosed else { throw Failure.closed }
    guard isCurrentThread else { throw Failure.wrongThread }
  }

  /// Whether a call that answers no status comes from the loop's thread. Otherwise that is an issue.
  func isOnItsThread(_ function: String) -> Bool {
    if isCurrentThread { return true }
    report(
      Issue(
        code: .offThread,
        message: "\(function) was called on a thread that is not the loop's; nothing happened"))
    return false
  }
}

/// Does something once: when it is asked to, or else when nobody can ask it any more.
final class Once: @unchecked Sendable {
  // Called once, by whichever thread comes first.
  private let body: (_ isDropped: Bool) -> Void
  private let isDone = Atomic<Bool>(false)

  init(_ body: @escaping (_ isDropped: Bool) -> Void) { self.body = body }

  func run() { if !isDone.exchange(true, ordering: .acquiringAndReleasing) { body(false) } }

  deinit { if !isDone.load(ordering: .acquiring) { body(true) } }
}
