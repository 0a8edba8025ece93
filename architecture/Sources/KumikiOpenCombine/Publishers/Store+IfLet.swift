#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension Store {
    /// Follows an optional state: `unwrap` receives a store for the value whenever the state becomes
    /// non-nil, and `else` is called whenever it becomes nil. One of them is called immediately.
    ///
    /// A store passed to `unwrap` keeps the last value after the state becomes nil.
    ///
    /// - Returns: a cancellable that ends the observation.
    public func ifLet<Wrapped>(
      then unwrap: @escaping (_ store: Store<Wrapped, Action>) -> Void,
      else: @escaping () -> Void = {}
    ) -> any Cancellable where State == Wrapped? {
      publisher.map { $0 != nil }.removeDuplicates().sink { [self] isPresent in
        guard isPresent, var last = state else { return `else`() }
        unwrap(
          scope(
            state: { state in
              if let state { last = state }
              return last
            }, action: { $0 }))
      }
    }
  }
#endif
