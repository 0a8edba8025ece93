extension Store {
  /// Where a scoped store reads and sends: its parent, by way of two functions.
  @usableFromInline
  final class Origin {
    let table: EffectTable
    let context: ManualBox<ReduceContext>
    @usableFromInline let send: (Action) -> StoreTask
    /// Lends the part of the parent's state to a body; nil where it is not there.
    private let lendPart: ((UnsafePointer<State>?) -> Void) -> Void
    /// What stands for the part while it is not there, made of what the parent then answers; nil where
    /// the part itself may vanish, and the last one is kept.
    private let standIn: (() -> State)?
    /// The part is there whenever the parent is: no copy of it need be kept.
    @usableFromInline let isFixed: Bool
    /// Keeps the parent, and with it the root, alive; told after each of its bursts.
    private var subscription: Subscription?
    /// The same for the store's own observers, some of whom want to be told of every burst.
    private(set) var upward: (list: ObserverList, link: Observer)?

    init(
      table: EffectTable, context: ManualBox<ReduceContext>,
      lendPart: @escaping ((UnsafePointer<State>?) -> Void) -> Void, standIn: (() -> State)?,
      send: @escaping (Action) -> StoreTask
    ) {
      self.table = table
      self.context = context
      self.lendPart = lendPart
      self.standIn = standIn
      isFixed = standIn != nil
      self.send = send
    }

    func follow(_ list: ObserverList, _ link: Observer, _ subscription: Subscription) {
      upward = (list, link)
      self.subscription = subscription
    }

    /// The parent tells the store of nothing any more.
    func leave() { subscription?.cancel() }

    func read(_ store: Store) -> State {
      var part: State?
      look(store) { part = $0?.pointee }
      return part ?? standIn?() ?? store.current
    }

    /// Lends the part as it is now, or as it was found in the running notification: it is projected once
    /// a level.
    func look(_ store: Store, _ body: (UnsafePointer<State>?) -> Void) {
      if let list = store.observers?.takeUnretainedValue(), list.isTelling {
        body(list.found?.assumingMemoryBound(to: State.self))
      } else {
        lendPart(body)
      }
    }

    var isThere: Bool {
      var isThere = false
      lendPart { isThere = $0 != nil }
      return isThere
    }

    /// The last value of a part that is not there.
    @usableFromInline
    func last(_ store: Store) -> State { standIn?() ?? store.current }
  }

  /// The burst of a scoped store's parent is over: keep the part if it may vanish, and tell the store's
  /// own observers.
  ///
  /// An observer may let go of the store; what is needed until the end is held.
  @inlinable
  static func parentCommitted(_ store: Unmanaged<Store>, _ part: UnsafePointer<State>?) {
    let observers = store._withUnsafeGuaranteedRef { store in
      if let part, !store.origin.unsafelyUnwrapped.isFixed { store.current = part.pointee }
      return store.observers
    }
    guard let observers else { return }
    if let part {
      observers.retain()._withUnsafeGuaranteedRef { $0.tell(part, found: part) }
    } else {
      let last = store._withUnsafeGuaranteedRef { $0.origin.unsafelyUnwrapped.last($0) }
      withUnsafePointer(to: last) { last in
        observers.retain()._withUnsafeGuaranteedRef { $0.tell(last, found: nil) }
      }
    }
    observers.release()
  }
}

/// What makes two scopings the same: the paths of state and action, and of a row or an element its id.
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

  /// Of rows the ids differ, and a key path takes longer to hash than anything else here.
  @usableFromInline
  func hash(into hasher: inout Hasher) {
    if let id { hasher.combine(id) } else { hasher.combine(state) }
  }
}

struct WeakScope {
  weak var store: AnyObject?
}
