/// The sink of the store. It drops actions that arrive after the store's end.
@safe @usableFromInline
package final class RootSink<Action>: EffectSink<Action> {
  /// The store; nil once it has ended.
  // Any thread may release the store.
  @safe @exclusivity(unchecked) private var remembered: UnretainedReference<AnyObject>?
  @safe @exclusivity(unchecked) private var bare: Unmanaged<AnyObject>?
  @usableFromInline let deliver: (AnyObject, Action, Delivery) -> Void
  @usableFromInline let followPass: (AnyObject, Acceptance) -> Void

  /// - Parameters:
  ///   - deliver: passes an action to the store.
  ///   - followPass: runs the store's follow pass, and accepts the resulting effects.
  @inlinable
  init(
    _ deliver: @escaping (AnyObject, Action, Delivery) -> Void,
    _ followPass: @escaping (AnyObject, Acceptance) -> Void
  ) {
    self.deliver = deliver
    self.followPass = followPass
  }

  @usableFromInline
  func remember(_ store: AnyObject?) {
    remembered = store.map { UnretainedReference($0) }
    unsafe bare = remembered?.bare
  }

  /// The store, retained, because handling an action may release it.
  private var store: AnyObject? {
    guard let bare else { return nil }
    return unsafe UnretainedReference.object(bare)
  }

  @usableFromInline
  override package func send(_ action: Action, from delivery: Delivery) {
    if let store { deliver(store, action, delivery) }
  }

  @usableFromInline
  override package func check(_ action: Action, by check: AnyObject) throws {
    try unsafe unsafeDowncast(check, to: ActionCheck<Action>.self).body(action)
  }

  @usableFromInline
  override package func follow(_ acceptance: Acceptance) {
    if let store { followPass(store, acceptance) }
  }
}
