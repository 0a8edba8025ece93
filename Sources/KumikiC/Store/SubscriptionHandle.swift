internal import Kumiki

/// A subscription as C holds it. Freed, or when the store ends, its callback is let go.
final class SubscriptionHandle: LoopObject {
  private var cancel: (() -> Void)?

  init(_ loop: Loop, _ cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(loop)
  }

  override func end() {
    let cancel = cancel
    self.cancel = nil
    cancel?()
  }
}
