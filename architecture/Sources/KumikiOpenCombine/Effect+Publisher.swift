// Available with the package trait of this name: `.package(url: …, traits: ["OpenCombine"])`.
#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension Effect {
    /// Sends what a publisher emits, until it completes or the effect is cancelled.
    ///
    ///     return .publisher {
    ///       notifications.map(Action.received)
    ///     }
    ///     .cancellable(id: CancelID.notifications)
    ///
    /// The subscription is made when the store accepts the effect. Values emitted immediately belong to the
    /// same burst, later ones are bursts of their own. A publisher may emit on any thread; actions from
    /// other threads than the loop's arrive at the loop's next dispatch.
    ///
    /// - Parameter makePublisher: runs on the loop's thread, with the dependencies in force where the effect
    ///   is made.
    public static func publisher<P: Publisher>(_ makePublisher: @escaping () -> P) -> Self
    where P.Output == Action, P.Failure == Never, P.Output: Sendable {
      .stream { observer in
        let subscription = makePublisher().sink(
          receiveCompletion: { _ in observer.finish() },
          receiveValue: { observer.send($0) })
        return { subscription.cancel() }
      }
    }
  }
#endif
