extension Effect {
  /// Subscribes to a source that delivers actions by callbacks.
  ///
  ///     return .stream { observer in
  ///       let token = sensor.observe { observer.send(.measured($0)) }
  ///       return { sensor.remove(token) }
  ///     }
  ///
  /// The subscription starts when the store accepts the effect, so actions that the source sends immediately belong to
  /// the same burst; each later action is a burst of its own. The effect ends when the source finishes, or when the
  /// effect is cancelled.
  ///
  /// - Parameter subscribe: runs on the loop's thread, with the dependencies that are current where the effect is
  ///   created. The function that it returns unsubscribes: it is called once if the effect is cancelled, and not if the
  ///   source finishes first.
  public static func stream(
    _ subscribe: @escaping (_ observer: StreamObserver<Action>) -> (() -> Void)?
  ) -> Self {
    let dependencies = DependencyValues.current
    return .start { handle in
      dependencies.scoped { subscribe(StreamObserver(handle)) }
    }
  }
}

/// Receives the actions of a source, on any thread. Actions sent from a thread other than the loop's arrive at the
/// loop's next dispatch, in order.
public struct StreamObserver<Action>: Sendable {
  /// Used only on the loop's thread.
  private let handle: UncheckedSendable<EffectHandle<Action>>

  init(_ handle: EffectHandle<Action>) { self.handle = UncheckedSendable(handle) }

  /// Delivers an action, unless the effect was cancelled or the source has finished.
  public func send(_ action: sending Action) {
    let delivered = UncheckedSendable(action)
    onLoop { $0.send(delivered.value) }
  }

  /// Ends the effect. Calls after the first do nothing.
  public func finish() { onLoop { $0.finish() } }

  private func onLoop(_ body: @escaping @Sendable (EffectHandle<Action>) -> Void) {
    handle.value.loop.onOwnThread { [handle] in body(handle.value) }
  }
}
