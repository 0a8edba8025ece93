// The observers of LoopStore+Views, for a store of the main actor.

extension Store {
  /// Calls `handler` with whether an optional part has a value: now, and when that changes.
  public func observePresence<Part>(
    of part: @escaping (State) -> Part?, onChange handler: @escaping (_ isThere: Bool) -> Void
  ) -> Subscription {
    base.observePresence(of: part, onChange: handler)
  }

  /// Calls `handler` with an enum part: now, and when it changes to another case, but not when only the
  /// payload changes. For the payload, scope a store to the case.
  public func observeCase<Part>(
    of part: @escaping (State) -> Part, onChange handler: @escaping (Part) -> Void
  ) -> Subscription {
    base.observeCase(of: part, onChange: handler)
  }

  /// Calls `handler` with the ids of rows in order: now, and when a row is added, removed or moved.
  public func observeIDs<ID, Element>(
    of rows: @escaping (State) -> IdentifiedArray<ID, Element>,
    onChange handler: @escaping ([ID]) -> Void
  ) -> Subscription {
    base.observeIDs(of: rows, onChange: handler)
  }

  /// Calls `handler` with the ids of a path in order: now, and when an element is added, removed or moved.
  public func observeIDs<Element>(
    of path: @escaping (State) -> StackState<Element>,
    onChange handler: @escaping ([StackElementID]) -> Void
  ) -> Subscription {
    base.observeIDs(of: path, onChange: handler)
  }

  /// Observes the presentations in a slot. A change of the presentation id is a dismissal and a
  /// presentation.
  ///
  /// - Parameters:
  ///   - slot: the slot itself, `\.$destination`.
  ///   - present: called for each presentation, including a current one immediately.
  ///   - dismiss: called when a presentation has ended.
  public func observePresentation<Presented>(
    _ slot: @escaping (State) -> PresentationState<Presented>,
    present: @escaping (_ id: PresentationID, _ state: Presented) -> Void,
    dismiss: @escaping (_ id: PresentationID) -> Void
  ) -> Subscription {
    base.observePresentation(slot, present: present, dismiss: dismiss)
  }

  /// Observes the presentations of one case in a slot.
  ///
  /// With a view for each case, at most one is presented: a change of the case dismisses one and presents
  /// the other in the same notification.
  public func observePresentation<Presented: CasePathable, Wanted>(
    _ slot: @escaping (State) -> PresentationState<Presented>,
    case wanted: CaseKeyPath<Presented, Wanted>,
    present: @escaping (_ id: PresentationID, _ state: Wanted) -> Void,
    dismiss: @escaping (_ id: PresentationID) -> Void
  ) -> Subscription {
    base.observePresentation(slot, case: wanted, present: present, dismiss: dismiss)
  }
}
