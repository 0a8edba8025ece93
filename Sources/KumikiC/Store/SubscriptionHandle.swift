internal import KumikiValues

/// A subscription as held by C. When it is freed or the store ends, it releases its callback and all references to
/// the store.
final class SubscriptionHandle: StoreMember {
  override class var kind: StaticString? { "kmk_subscription" }
  private var cancel: (() -> Void)?

  init(_ loop: Loop, _ cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(loop)
  }

  convenience init(to source: any StoreSource, _ cancel: @escaping () -> Void) {
    self.init(source.core.loop, cancel)
    join(source.life, as: .subscription(ObjectIdentifier(self)))
  }

  override func end() {
    leave()
    cancel.take()?()
  }

  override func storeEnded() {
    super.storeEnded()
    // Released after the access, once nothing is kept: a free_fn may free this very subscription. The optimizer
    // releases the result of take() before it stores nil.
    let former = cancel
    cancel = nil
    withExtendedLifetime(former) {}
  }
}
