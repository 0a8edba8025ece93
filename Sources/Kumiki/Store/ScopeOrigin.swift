extension Store {
  /// How a scoped store reads from its parent and sends to it.
  @usableFromInline
  @safe final class Origin {
    let table: EffectTable
    let context: ManualBox<ReduceContext>
    @usableFromInline let send: (Action) -> StoreTask
    /// Lends the part of the parent's state to a body; nil where it is not there.
    private let lendPart: ((UnsafePointer<State>?) -> Void) -> Void
    /// Makes the value that stands for the part while the parent's own part is not there. Nil where the
    /// part itself may vanish; then its last value is kept.
    private let standIn: (() -> State)?
    /// The part is there whenever the parent is: no copy of it need be kept.
    @usableFromInline let isFixed: Bool
    /// Keeps the parent, and with it the root, alive; told after each of its bursts.
    private var subscription: Subscription?
    /// Links the store's own observers, some of which are told of every burst, to the parent's list.
    private(set) var upward: (list: ObserverList, link: Observer)?

    init(
      table: EffectTable, context: ManualBox<ReduceContext>,
      lendPart: @escaping ((UnsafePointer<State>?) -> Void) -> Void, standIn: (() -> State)?,
      send: @escaping (Action) -> StoreTask
    ) {
      self.table = table
      self.context = context
      unsafe self.lendPart = lendPart
      self.standIn = standIn
      isFixed = standIn != nil
      self.send = send
    }

    func follow(_ list: ObserverList, _ link: Observer, _ subscription: Subscription) {
      upward = (list, link)
      self.subscription = subscription
    }

    /// Cancels the subscription at the parent.
    func leave() { subscription?.cancel() }

    func read(_ store: Store) -> State {
      var part: State?
      unsafe look(store) { part = unsafe $0?.pointee }
      return part ?? standIn?() ?? store.current
    }

    /// Lends the part as it is now. During a notification it is the part that the notification found, so
    /// each level projects once.
    func look(_ store: Store, _ body: (UnsafePointer<State>?) -> Void) {
      if let list = store.observers?.object, list.isTelling {
        unsafe body(list.found?.assumingMemoryBound(to: State.self))
      } else {
        unsafe lendPart(body)
      }
    }

    var isThere: Bool {
      var isThere = false
      unsafe lendPart { isThere = unsafe $0 != nil }
      return isThere
    }

    /// The last value of a part that is not there.
    @usableFromInline
    func last(_ store: Store) -> State { standIn?() ?? store.current }
  }

  /// Called after a burst of the parent: keeps the part if it may vanish, and tells the store's own
  /// observers.
  ///
  /// An observer may release the store, so what is needed until the end is retained.
  @inlinable
  static func parentCommitted(_ store: Uncounted<Store>, _ part: UnsafePointer<State>?) {
    let observers = store.with { store in
      if let part = unsafe part, unsafe !store.origin.unsafelyUnwrapped.isFixed {
        store.current = unsafe part.pointee
      }
      return store.observers
    }
    guard let observers else { return }
    if let part = unsafe part {
      observers.retain().with { unsafe $0.tell(part, found: part) }
    } else {
      let last = store.with { unsafe $0.origin.unsafelyUnwrapped.last($0) }
      unsafe withUnsafePointer(to: last) { last in
        observers.retain().with { unsafe $0.tell(last, found: nil) }
      }
    }
    observers.release()
  }
}

/// Identifies a scoped store among those of one parent: the paths of state and action, and the id of a row
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

  /// Of rows the ids differ, and a key path takes longer to hash than anything else here.
  @usableFromInline
  func hash(into hasher: inout Hasher) {
    if let id { hasher.combine(id) } else { hasher.combine(state) }
  }
}

struct WeakScope {
  weak var store: AnyObject?
}
