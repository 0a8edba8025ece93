#if OpenCombine
  public import Kumiki
  public import OpenCombine

  /// Publishes the state of a store or of a view store: now, and after each change. A member of the state
  /// can be published separately, without repeated values: `store.publisher.count`.
  ///
  /// It delivers on the loop's thread, like observers. A subscription retains the store. If a subscription to a store
  /// of the main actor is made elsewhere, for example by `values` in Swift 5 mode, it starts on the main actor.
  @dynamicMemberLookup
  public struct StorePublisher<State>: Publisher {
    public typealias Output = State
    public typealias Failure = Never

    private let upstream: AnyPublisher<State, Never>

    fileprivate init(_ upstream: some Publisher<State, Never>) {
      self.upstream = upstream.eraseToAnyPublisher()
    }

    /// - Parameters:
    ///   - read: reads the state at the time of the subscription.
    ///   - subscribe: calls a function with each later state.
    ///   - telling: calls a function like an observer of the store.
    fileprivate init(
      on loop: Loop,
      _ read: @escaping () -> State,
      _ subscribe: @escaping (@escaping (State) -> Void) -> Kumiki.Subscription,
      _ notifying: @escaping (() -> Void) -> Void
    ) {
      let upstream =
        Deferred {
          let states = CurrentValueSubject<State, Never>(read())
          let subscription = subscribe { states.send($0) }
          // A view store lives as long as its subscriber.
          let kept = states.handleEvents(
            receiveCancel: { withExtendedLifetime(read) { subscription.cancel() } })
          return FirstCall(upstream: kept, notifying: notifying)
        }
      self.init(OnMainActor(upstream: upstream, loop: loop))
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == State, S.Failure == Never {
      upstream.receive(subscriber: subscriber)
    }

    /// A member of the state, published if it differs from the last value.
    public subscript<Value: Equatable>(
      dynamicMember keyPath: KeyPath<State, Value>
    ) -> StorePublisher<Value> {
      StorePublisher<Value>(upstream.map { $0[keyPath: keyPath] }.removeDuplicates())
    }
  }

  /// A publisher that delivers its first value like an observer's first call, so that actions that a subscriber sends
  /// then wait.
  private struct FirstCall<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let notifying: (() -> Void) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      notifying { upstream.receive(subscriber: subscriber) }
    }
  }

  /// A publisher that is subscribed to on the main actor, if its store is isolated to the main
  /// actor.
  private struct OnMainActor<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let loop: Loop

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      guard loop.isMainActors, !loop.isCurrentThread else {
        return upstream.receive(subscriber: subscriber)
      }
      let subscribe = { [upstream] in upstream.receive(subscriber: subscriber) }
      let subscription = UncheckedSendable(subscribe)
      loop.post { subscription.value() }
    }
  }

  extension Store {
    /// Publishes the state: now, and after each burst.
    public var publisher: StorePublisher<State> {
      StorePublisher(
        on: loop, { [base] in base.state }, { [base] in base.subscribe($0) },
        { [base] in base.notifying($0) })
    }
  }

  extension ViewStore {
    /// Publishes the view's state: now, and after each change.
    public var publisher: StorePublisher<ViewState> {
      StorePublisher(
        on: loop, { [self] in state },
        { [self] receive in
          var isFirst = true
          return subscribe {
            // The first call repeats the current state, which was already received.
            if isFirst { isFirst = false } else { receive($0) }
          }
        }, notifying)
    }
  }
#endif
