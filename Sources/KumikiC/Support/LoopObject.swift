internal import Kumiki
internal import Synchronization

/// A handle of an object that belongs to a loop's thread. Any thread may free the handle.
class LoopObject: HandleObject {
  final let loop: Loop

  init(_ loop: Loop) { self.loop = loop }

  /// Ends the object before the handle is released. On the loop's thread.
  func end() {}
}

extension Handle where Object: LoopObject {
  /// Consumes a handle: on the loop's thread immediately, from another one at the next dispatch.
  ///
  /// The loop's thread also releases it, so that no two threads use it at the same time. A closed loop
  /// accepts nothing; its end has ended this object too, and the memory may be released on any thread.
  @safe static func letGo(_ pointer: CHandle?) {
    let last = Once { isDropped in
      let object = consume(pointer)
      if !isDropped { object?.end() }
    }
    // Borrowed, because a retained reference could become the last one.
    guard let loop = borrowing(pointer, { $0.loop }) else { return }
    loop.onOwnThread { loop.ending { last.run() } }
  }
}

extension Loop {
  /// Requires the loop's thread, and that the loop has not ended.
  @inline(__always)
  func check() throws {
    guard !isClosed else { throw Failure.closed }
    guard isCurrentThread else { throw Failure.wrongThread }
  }

  /// Whether a call without a status comes from the loop's thread. If not, reports an issue.
  func isOnItsThread(_ function: String) -> Bool {
    if isCurrentThread { return true }
    report(
      Issue(
        code: .offThread,
        message: "\(function) was called on a thread that is not the loop's; nothing happened"))
    return false
  }
}

/// Runs a closure exactly once: on request, or when the last reference is released.
final class Once: @unchecked Sendable {
  // Called once, by whichever thread comes first.
  private let body: (_ isDropped: Bool) -> Void
  private let isDone = Atomic<Bool>(false)

  init(_ body: @escaping (_ isDropped: Bool) -> Void) { self.body = body }

  func run() { if !isDone.exchange(true, ordering: .acquiringAndReleasing) { body(false) } }

  deinit { if !isDone.load(ordering: .acquiring) { body(true) } }
}
