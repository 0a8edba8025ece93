#if OpenCombine
  public import Kumiki
  public import OpenCombine

  /// What a store or a view of one publishes: its state now, and as it changes. A member of the state is
  /// published by itself, where it differs: `store.publisher.count`.
  ///
  /// It is received on the loop's thread, as observers are told. A subscription keeps the store alive.
  @dynamicMemberLookup
  public struct StorePublisher<State>: Publisher {
    public typealias Output = State
    public typealias Failure = Never

    private let upstream: AnyPublisher<State, Never>

    fileprivate init(_ upstream: some Publisher<State, Never>) {
      self.upstream = upstream.eraseToAnyPublisher()
    }

    /// - Parameters:
    ///   - read: the state as it is when somebody subscribes.
    ///   - subscribe: has a function called with each state after it.
    fileprivate init(
      _ read: @escaping () -> State,
      _ subscribe: @escaping (@escaping (State) -> Void) -> Kumiki.Subscription
    ) {
      self.init(
        Deferred {
          let states = CurrentValueSubject<State, Never>(read())
          let subscription = subscribe { states.send($0) }
          // A view of a store lives as long as who subscribes to it.
          return states.handleEvents(
            receiveCancel: { withExtendedLifetime(read) { subscription.cancel() } })
        })
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == State, S.Failure == Never {
      upstream.receive(subscriber: subscriber)
    }

    /// A member of the state, where it differs from what was received last.
    public subscript<Value: Equatable>(
      dynamicMember keyPath: KeyPath<State, Value>
    ) -> StorePublisher<Value> {
      StorePublisher<Value>(upstream.map { $0[keyPath: keyPath] }.removeDuplicates())
    }
  }

  extension Store {
    /// Publishes the state: now, and after each burst.
    public var publisher: StorePublisher<State> {
      StorePublisher({ [self] in state }, { [self] in subscribe($0) })
    }
  }

  extension ViewStore {
    /// Publishes what the view shows: now, and when it differs.
    public var publisher: StorePublisher<ViewState> {
      StorePublisher({ [self] in state }) { [self] receive in
        var isFirst = true
        return subscribe {
          // It is told of the present state too, which was received already.
          if isFirst { isFirst = false } else { receive($0) }
        }
      }
    }
  }
#endif
