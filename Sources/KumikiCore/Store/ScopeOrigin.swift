extension LoopStore {
  /// The connection of a scoped store to its parent, for reading and sending.
  @usableFromInline
  final class Origin {
    @usableFromInline let send: (Action) -> StoreTask
    let parent: any DerivingStore
    /// Calls a body with the part of the parent's state, borrowed, or with nil if the part is absent. Retains the
    /// parent, and thereby the root.
    private let lendPart: ((Lent<State>?) -> Void) -> Void
    /// Returns the value that represents the part while the parent's own part is absent. Nil if the part itself may
    /// disappear; in that case its last value is kept.
    private let standIn: (() -> State)?
    /// The store's observer of the parent's bursts, and the parent's list that contains the observer. The observer
    /// becomes raw in that list if one of the store's own observers is raw.
    var upward: (list: ObserverList, observer: Observer)?

    init(
      of parent: any DerivingStore,
      lendPart: @escaping ((Lent<State>?) -> Void) -> Void, standIn: (() -> State)?,
      send: @escaping (Action) -> StoreTask
    ) {
      self.parent = parent
      self.lendPart = lendPart
      self.standIn = standIn
      self.send = send
    }

    /// Ends the observation of the parent.
    func leave() { if let upward { upward.list.cancel(upward.observer) } }

    /// Whether the part exists whenever the parent's part does, so that no copy of it is kept.
    @usableFromInline var isFixed: Bool { standIn != nil }

    func read(_ store: LoopStore) -> State {
      var part: State?
      lend(store) { part = $0?.value }
      return part ?? last(store)
    }

    /// Calls `body` with the current part. During a notification that is the part which the notification found, so each
    /// level projects once.
    func lend(_ store: LoopStore, _ body: (Lent<State>?) -> Void) {
      if let list = store.observers?.object, list.isNotifying {
        body(list.found?.typed())
      } else {
        lendPart(body)
      }
    }

    var isPresent: Bool {
      var isPresent = false
      lendPart { isPresent = $0 != nil }
      return isPresent
    }

    /// Returns the last value of an absent part.
    @usableFromInline
    func last(_ store: LoopStore) -> State { standIn?() ?? store.current }
  }

  /// Keeps a copy of the part if the part may disappear, and notifies the store's own observers. Called after a burst
  /// of the parent. An observer may release the store, so the caller must retain it.
  @inlinable
  func parentCommitted(_ part: Lent<State>?) {
    if let part, !origin!.isFixed { current = part.value }
    guard let observers else { return }
    if let part {
      observers.with { $0.notify(part.untyped, isPresent: true) }
    } else {
      Lent.lending(origin!.last(self)) { last in
        observers.with { $0.notify(last.untyped, isPresent: false) }
      }
    }
  }
}

/// Identifies a scoped store among the scoped stores of one parent: the paths of state and action, and the id of a row
/// or element.
@usableFromInline
struct ScopeIdentity: Hashable {
  let state: AnyKeyPath
  let action: AnyKeyPath
  var id: AnyHashable?

  @usableFromInline
  init(state: AnyKeyPath, action: AnyKeyPath, id: AnyHashable? = nil) {
    self.state = state
    self.action = action
    self.id = id
  }

  /// Hashes only the id of a row, because hashing a key path takes longer than everything else here.
  @usableFromInline
  func hash(into hasher: inout Hasher) {
    if let id { hasher.combine(id) } else { hasher.combine(state) }
  }
}

struct WeakScope {
  weak var store: AnyObject?
}
