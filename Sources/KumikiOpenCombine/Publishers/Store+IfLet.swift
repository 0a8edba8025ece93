#if OpenCombine
  public import Kumiki
  public import OpenCombine

  extension Store {
    /// Follows an optional state: `unwrap` is handed a store of the value each time there is one again, and
    /// `else` is called when there is none; one of them at once.
    ///
    /// A store that was handed out keeps the last value once there is none.
    ///
    /// - Returns: what ends it.
    public func ifLet<Wrapped>(
      then unwrap: @escaping (_ store: Store<Wrapped, Action>) -> Void,
      else: @escaping () -> Void = {}
    ) -> any Cancellable where State == Wrapped? {
      publisher.map { $0 != nil }.removeDuplicates().sink { [self] isThere in
        guard isThere, var last = state else { return `else`() }
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
