#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension ViewStore: @MainActor ObservableObject {
    /// Publishes before each change of the view's state, while the view still has the old state.
    ///
    /// A subscription does not retain the view.
    public var objectWillChange: AnyPublisher<Void, Never> {
      Deferred { [self] in
        let changes = PassthroughSubject<Void, Never>()
        let subscription = onWillChange { changes.send() }
        return changes.handleEvents(receiveCancel: { subscription.cancel() })
      }
      .eraseToAnyPublisher()
    }
  }
#endif
