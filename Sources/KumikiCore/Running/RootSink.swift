/// The sink of the store. It drops what arrives after the store's end.
@safe @usableFromInline
package final class RootSink<Action>: EffectSink<Action> {
  /// The store; nil once it has ended.
  // Any thread may release the store.
  @safe @exclusivity(unchecked) private var remembered: Remembered<AnyObject>?
  @safe @exclusivity(unchecked) private var bare: Unmanaged<AnyObject>?
  @usableFromInline let deliver: (AnyObject, Action, Delivery) -> Void
  @usableFromInline let look: (AnyObject, Acceptance) -> Void

  /// - Parameters:
  ///   - deliver: hands an action to the store.
  ///   - look: lets the store look at its state, and accepts what begins and ends because of it.
  @inlinable
  init(
    _ deliver: @escaping (AnyObject, Action, Delivery) -> Void,
    _ look: @escaping (AnyObject, Acceptance) -> Void
  ) {
    self.deliver = deliver
    self.look = look
  }

  @usableFromInline
  func remember(_ store: AnyObject?) {
    remembered = store.map { Remembered($0) }
    unsafe bare = remembered?.bare
  }

  /// The store, retained, since handling an action may release it.
  private var store: AnyObject? {
    guard let bare else { return nil }
    return unsafe Remembered.object(bare)
  }

  @usableFromInline
  override package func send(_ action: Action, from delivery: Delivery) {
    if let store { deliver(store, action, delivery) }
  }

  @usableFromInline
  override package func follow(_ acceptance: Acceptance) {
    if let store { look(store, acceptance) }
  }
}
