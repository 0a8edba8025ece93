// Observations of a store as sequences, for views that run as tasks.

extension Store {
  /// A part of the state: its current value, then each different one.
  public func values<Value: Equatable>(
    of toValue: @escaping (_ state: State) -> Value
  ) -> StoreChanges<Value> {
    StoreChanges(loop: loop) { [self] in observe(toValue, onChange: $0) }
  }

  /// Whether an optional part has a value; see ``observePresence(of:onChange:)``.
  public func presences<Part>(of part: @escaping (State) -> Part?) -> StoreChanges<Bool> {
    StoreChanges(loop: loop) { [self] in observePresence(of: part, onChange: $0) }
  }

  /// An enum part, each time that it changes to another case; see ``observeCase(of:onChange:)``.
  public func cases<Part>(of part: @escaping (State) -> Part) -> StoreChanges<Part> {
    StoreChanges(loop: loop) { [self] in observeCase(of: part, onChange: $0) }
  }

  /// The ids of rows in order, each time that a row is added, removed or moved.
  public func ids<ID, Element>(
    of rows: @escaping (State) -> IdentifiedArray<ID, Element>
  ) -> StoreChanges<[ID]> {
    StoreChanges(loop: loop) { [self] in observeIDs(of: rows, onChange: $0) }
  }

  /// The ids of a path in order, each time that an element is added, removed or moved.
  public func ids<Element>(
    of path: @escaping (State) -> StackState<Element>
  ) -> StoreChanges<[StackElementID]> {
    StoreChanges(loop: loop) { [self] in observeIDs(of: path, onChange: $0) }
  }

  /// The presentations and dismissals in a slot. A change of the presentation id is both.
  public func presentations<Presented>(
    of slot: @escaping (State) -> PresentationState<Presented>
  ) -> StoreChanges<PresentationChange<Presented>> {
    StoreChanges(loop: loop) { [self] deliver in
      observePresentation(slot) {
        deliver(.present(id: $0, state: $1))
      } dismiss: {
        deliver(.dismiss(id: $0))
      }
    }
  }
}
