internal import Kumiki

/// A subscription as C holds it. Freed, or when the store ends, its callback is let go.
final class SubscriptionHandle: HandleObject, @unchecked Sendable {
  // Used on the loop's thread; another thread's free is posted there.
  private let loop: Loop
  private var cancel: (() -> Void)?

  init(_ loop: Loop, _ cancel: @escaping () -> Void) {
    self.loop = loop
    self.cancel = cancel
  }

  func end() {
    let cancel = cancel
    self.cancel = nil
    cancel?()
  }

  /// Consumes the handle: at once on the loop's thread, else at its next dispatch.
  static func free(_ pointer: OpaquePointer?) {
    guard let handle = Handle<SubscriptionHandle>.consume(pointer) else { return }
    if handle.loop.isCurrentThread || handle.loop.isClosed { return handle.end() }
    handle.loop.post { handle.end() }
  }
}
