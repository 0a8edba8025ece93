internal import KumikiValues
internal import Synchronization

extension Loop {
  /// Checks that the loop's thread calls and that the loop has not ended.
  @inline(__always)
  func check() throws {
    guard !isClosed else { throw Failure.closed }
    guard isCurrentThread else { throw Failure.wrongThread }
  }

  /// Whether a call that returns no status comes from the loop's thread. If not, reports an issue.
  func isOnItsThread(function: StaticString = #function) -> Bool {
    isCurrentThread || isOnItsThread(named: name(of: function))
  }

  func isOnItsThread(named name: String) -> Bool {
    if isCurrentThread { return true }
    // After a fork, a child's calls fail normally; they do not stop the program.
    if !isClosed { Checks.wrongThread() }
    report(
      Issue(
        code: .offThread,
        message: "\(name) was called on a thread that is not the loop's; nothing happened"))
    return false
  }
}

/// Runs a closure exactly once: on request, or when the last reference is released.
final class Once: @unchecked Sendable {
  // Called once, by the first of the two.
  private let body: (_ isDropped: Bool) -> Void
  private let isDone = Atomic<Bool>(false)

  init(_ body: @escaping (_ isDropped: Bool) -> Void) { self.body = body }

  func run() { if !isDone.exchange(true, ordering: .acquiringAndReleasing) { body(false) } }

  deinit { if !isDone.load(ordering: .acquiring) { body(true) } }
}
