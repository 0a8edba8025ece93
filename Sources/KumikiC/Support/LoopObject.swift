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
  static func letGo(_ pointer: OpaquePointer?) {
    guard let pointer else { return }
    let reference = OwnedReference<Object>(pointer)
    // Borrowed, since a reference of our own could become the last one.
    borrowing(pointer) { $0.loop }.onOwnThread { reference.take()?.end() }
  }
}

/// A handle's reference on its way to another thread. Who takes it has it; else it goes with this.
private final class OwnedReference<Object: LoopObject>: @unchecked Sendable {
  // Emptied once, by the first call.
  private let content: Atomic<UnsafeMutableRawPointer?>

  init(_ handle: OpaquePointer) { content = Atomic(UnsafeMutableRawPointer(handle)) }

  func take() -> Object? {
    let handle = content.exchange(nil, ordering: .acquiringAndReleasing)
    return Handle<Object>.consume(handle.map { OpaquePointer($0) })
  }

  deinit { _ = take() }
}
