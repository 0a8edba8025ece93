// Observers for views of an optional, a switch, a list, a path and a presentation. Each is called
// immediately, and then only when its subject changes.

extension LoopStore {
  /// Calls `handler` with whether an optional part has a value: now, and when that changes.
  public func observePresence<Part>(
    of part: @escaping (State) -> Part?, onChange handler: @escaping (_ isThere: Bool) -> Void
  ) -> Subscription {
    observe({ part($0) != nil }, onChange: handler)
  }

  /// Calls `handler` with an enum part: now, and when it changes to another case, but not when only the
  /// payload changes. For the payload, scope a store to the case.
  public func observeCase<Part>(
    of part: @escaping (State) -> Part, onChange handler: @escaping (Part) -> Void
  ) -> Subscription {
    observe(
      part,
      removeDuplicates: { old, new in
        EnumTag.isEnum(Part.self) && EnumTag.of(old) == EnumTag.of(new)
      }, isRaw: !EnumTag.isEnum(Part.self), onChange: handler)
  }

  /// Calls `handler` with the ids of rows in order: now, and when a row is added, removed or moved.
  ///
  /// - Complexity: O(*n*) in the rows after a burst that added, removed or moved rows, else O(1).
  public func observeIDs<ID, Element>(
    of rows: @escaping (State) -> IdentifiedArray<ID, Element>,
    onChange handler: @escaping ([ID]) -> Void
  ) -> Subscription {
    observeOrder({ rows($0).structure }, { rows($0).storage.orderedIDs }, handler)
  }

  /// Calls `handler` with the ids of a path in order: now, and when an element is added, removed or moved.
  public func observeIDs<Element>(
    of path: @escaping (State) -> StackState<Element>,
    onChange handler: @escaping ([StackElementID]) -> Void
  ) -> Subscription {
    observeOrder({ path($0).structure }, { Array(path($0).ids) }, handler)
  }

  /// Compares the ids only if the collection's `structure` has changed.
  private func observeOrder<ID: Equatable>(
    _ toStructure: @escaping (State) -> UInt64, _ toIDs: @escaping (State) -> [ID],
    _ handler: @escaping ([ID]) -> Void
  ) -> Subscription {
    let first = state
    var structure = toStructure(first)
    var ids = toIDs(first)
    let subscription = add(isRaw: false) { state in
      let state = state.typed(State.self)
      let now = state.read(toStructure)
      if now == structure { return }
      structure = now
      let new = state.read(toIDs)
      if new == ids { return }
      ids = new
      handler(new)
    }
    notifying { handler(ids) }
    return subscription
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
    var shown: PresentationID?
    var serial: UInt64 = 0
    weak var watching: Subscription?
    let update = { (slot: PresentationState<Presented>) in
      guard slot.serial != serial else { return }
      serial = slot.serial
      let gone = shown
      shown = slot.id
      if let gone {
        dismiss(gone)
        // `dismiss` may have cancelled the observation.
        guard watching?.isCancelled == false else { return }
      }
      if let id = slot.id, let state = slot.wrappedValue { present(id, state) }
    }
    let subscription = add(isRaw: false) { update($0.typed(State.self).read(slot)) }
    watching = subscription
    notifying { update(slot(state)) }
    return subscription
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
    let path = CasePath(wanted)
    var shown: PresentationID?
    return observePresentation(slot) { id, state in
      guard let state = path.extract(from: state) else { return }
      shown = id
      present(id, state)
    } dismiss: { id in
      guard shown == id else { return }
      shown = nil
      dismiss(id)
    }
  }
}
