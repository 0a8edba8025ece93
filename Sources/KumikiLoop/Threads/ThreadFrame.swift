internal import CLinux
internal import Synchronization

/// The engine's data for one thread: its id, and its current activity.
///
/// Made at a thread's first access and freed when the thread ends. Only that thread uses it.
@safe public struct ThreadFrame {
  /// The thread's id: never 0, never used again in the process, and a new one after a `fork`.
  public internal(set) var threadID: UInt64
  /// The thread's own id, which differs from `threadID` while the thread acts for a loop.
  var ownID: UInt64

  /// The context of the reduction that is running on this thread; nil outside of a reduction. Its type is declared in
  /// KumikiCore.
  @usableFromInline package var step: ErasedBox?

  /// The transaction of the current changes; nil for none. Its type is declared in KumikiCore.
  package var transaction: (any Sendable)?

  /// The innermost loop that is being dispatched on this thread. The type is declared in `Loop`.
  var running: ErasedReference?

  /// The thread's loops; nil until it makes a loop. The type is declared in `Loop`.
  var belongings: (any ThreadBelongings)?

  /// The last number of ``Serial`` used here. Before the first use, the end of a block.
  var lastSerial: UInt64 = 0

  /// Objects that wait to be released; nil if no release is in progress.
  var dismantled: [AnyObject]?

  /// The thread's last failure, for the C library.
  package var failure: AnyObject?

  /// This thread's part of the count in ``LiveObjects``.
  let liveObjects = LiveObjects.Tally.take()

  /// The lowest address that the stack may grow to; 0 until it is needed.
  private var stackLimit: UInt = 0

  private init(threadID: UInt64) { (self.threadID, ownID) = (threadID, threadID) }

  /// True if no code of the engine or of a feature is further up the stack.
  var isIdle: Bool { running == nil && step == nil }
}

/// Objects of a thread that end with the thread.
protocol ThreadBelongings: AnyObject {
  /// Called by the thread at its end.
  func threadEnds(_ frame: ManualBox<ThreadFrame>)
  /// Called in the child of a `fork`, whose only thread has a new id.
  func enterChild()
}

extension ThreadFrame {
  /// The calling thread's frame.
  @inlinable @inline(__always)
  package static var current: ManualBox<ThreadFrame> { currentThreadFrame() }

  /// Whether the thread's stack has room for `bytes` more bytes. A margin for one deep call is kept.
  @usableFromInline
  package static func hasStack(for bytes: Int) -> Bool {
    let frame = current
    if frame.pointee.stackLimit == 0 { frame.pointee.stackLimit = Threads.lowestStackAddress() }
    return Threads.stackAddress &- frame.pointee.stackLimit >= UInt(clamping: bytes) + margin
  }

  /// Room for signal handlers and for calls that were not measured.
  private static let margin: UInt = 32 * 1024

  private static let lastID = Atomic<UInt64>(0)

  static func freshID() -> UInt64 {
    lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }

  @inline(never)
  fileprivate static func make() -> ManualBox<ThreadFrame> {
    let frame = ManualBox.make(ThreadFrame(threadID: freshID()))
    unsafe freeAtEnd(frame.address)
    unsafe kumiki_thread_word().pointee = unsafe UnsafeMutableRawPointer(frame.address)
    return frame
  }

  /// Makes the system free a frame when its thread ends. Lookups use the thread's own word. Made once in the process,
  /// by the first thread that makes a frame.
  private static let freeAtEnd = {
    Threads.atFork(
      before: { ForkLocks.hold() },
      inParent: { ForkLocks.release(inChild: false) },
      inChild: {
        System.enterChild()
        ForkLocks.release(inChild: true)
        if let frame = unsafe kumiki_thread_word().pointee {
          let frame = unsafe frame.assumingMemoryBound(to: ThreadFrame.self)
          let id = freshID()
          unsafe (frame.pointee.threadID, frame.pointee.ownID) = (id, id)
          unsafe frame.pointee.belongings?.enterChild()
        }
      })
    return unsafe Threads.atEnd { unsafe threadEnds($0) }
  }()

  private static func threadEnds(_ value: UnsafeMutableRawPointer?) {
    guard let value = unsafe value else { return }
    let frame = unsafe ManualBox(at: value.assumingMemoryBound(to: ThreadFrame.self))
    // The thread's word still points to the frame, so that code that runs here sees the same thread.
    frame.pointee.belongings?.threadEnds(frame)
    unsafe kumiki_thread_word().pointee = nil
    frame.pointee.liveObjects.with { $0.giveBack() }
    frame.free()
  }
}

extension ManualBox<ThreadFrame> {
  /// Gives the thread another id, and returns the one that it had.
  func exchangeID(with id: UInt64) -> UInt64 {
    defer { pointee.threadID = id }
    return pointee.threadID
  }
}

/// Returns the calling thread's frame. Not a member of the type, because a member would be called through a second
/// function.
@usableFromInline @inline(never)
package func currentThreadFrame() -> ManualBox<ThreadFrame> {
  if let frame = unsafe kumiki_thread_word().pointee {
    return unsafe ManualBox(at: frame.assumingMemoryBound(to: ThreadFrame.self))
  }
  return ThreadFrame.make()
}
