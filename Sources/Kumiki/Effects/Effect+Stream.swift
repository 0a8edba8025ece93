extension Effect {
  /// Subscribes to a source of actions: the third kind of effect, beside actions and `run`.
  ///
  ///     return .stream { observer in
  ///       let token = sensor.observe { observer.send(.measured($0)) }
  ///       return { sensor.remove(token) }
  ///     }
  ///
  /// It subscribes when the store takes the effect in, so what the source says at once belongs to the
  /// same burst; what it says later is a burst of its own. The effect ends when the source finishes, or
  /// is cancelled.
  ///
  /// - Parameter subscribe: runs on the loop's thread, with the dependencies that are in force where the
  ///   effect is made. What it returns unsubscribes: it is called once when the effect is cancelled, and
  ///   not when the source has finished.
  public static func stream(
    _ subscribe: @escaping (_ observer: StreamObserver<Action>) -> (() -> Void)?
  ) -> Self {
    let dependencies = DependencyValues.current
    return .start { handle in
      dependencies.scoped { subscribe(StreamObserver(handle)) }
    }
  }
}

/// What a source feeds its actions to. Any thread: from another one than the loop's they arrive at the
/// loop's next dispatch, in their order.
public struct StreamObserver<Action>: Sendable {
  private let channel: Channel

  init(_ handle: EffectHandle<Action>) { channel = Channel(handle) }

  /// Delivers an action, unless the effect was cancelled or the source has finished.
  public func send(_ action: sending Action) {
    let delivered = UncheckedSendable(action)
    channel.onLoop { $0.send(delivered.value) }
  }

  /// The source has no more to say. Nothing after the first call.
  public func finish() { channel.onLoop { $0.finish() } }

  /// The way to the loop's thread, where alone the handle is touched.
  private final class Channel: @unchecked Sendable {
    private let handle: EffectHandle<Action>
    private let loop: Loop

    init(_ handle: EffectHandle<Action>) {
      self.handle = handle
      loop = handle.loop
    }

    func onLoop(_ body: @escaping @Sendable (EffectHandle<Action>) -> Void) {
      loop.onOwnThread { [self] in body(handle) }
    }
  }
}
