/// A value that is computed from a store's state: at the first read, and again only after a burst that has changed
/// one of its inputs.
///
///     let open = store.derived(\.todos) { todos in todos.count { !$0.isDone } }
///     open.value
///     let label = open.observe { badge.text = "\($0) open" }
///
/// ``LoopStore/derived(_:by:)`` makes a derived value. Its function may read other derived values, and runs again
/// when one of them has changed. The function only reads: an action that it sends is dropped and raises the issue
/// `send-while-deriving`.
///
/// A derived value keeps its store alive, and belongs to the thread of the store's loop. If it is read in a reducer
/// of the store or on another thread, it is computed from the initial state, which ``LoopStore/state`` returns there.
public final class Derived<Value> {
  // Nil only in `deinit`, which hands them over, because values that are derived from each other may form a long
  // chain.
  private var node: DerivedNode!
  private var computed: ComputedValue<Value>!

  init(_ computed: ComputedValue<Value>) {
    self.computed = computed
    node = DerivedNode(computed.home.list, computed.home.core.derivations, computed)
  }

  deinit {
    var parts: [AnyObject] = [computed, node]
    (node, computed) = (nil, nil)
    Dismantling.release(&parts)
  }

  /// The value for the current state.
  ///
  /// If the function of a value reads the value itself, directly or through other derived values, the value stays as
  /// it was and the issue `derived-refused` is raised. This must not happen when the value is computed for the first
  /// time.
  ///
  /// - Complexity: O(*n*) in the inputs, which are compared: rows by a mark of their last change, other values by
  ///   `==`.
  public var value: Value {
    guard computed.home.mayBeRead() else { return computed.read() }
    do throws(DerivedRefusal) {
      try node.refresh()
      node.noteRead()
    } catch {
      report(error)
    }
    guard let value = computed.value else {
      preconditionFailure("a derived value asks for itself before it has a value")
    }
    return value
  }

  /// Calls `handler` with the value: now, and after each burst that has changed it. The value is computed once for
  /// all its observers, and only if a burst has changed one of its inputs.
  ///
  /// The subscription keeps the value and its store alive until it is cancelled or released.
  public func observe(_ handler: @escaping (Value) -> Void) -> Subscription {
    let first = value
    let (node, computed) = (node!, computed!)
    let subscription = computed.home.subscribe {
      node.addObserver { if let value = computed.value { handler(value) } }
    }
    computed.home.notifying { handler(first) }
    return subscription
  }

  /// Returns a value derived from this one. Its function runs again only when this value has changed.
  public func derived<New: Equatable>(
    by compute: @escaping (_ value: Value) -> New
  ) -> Derived<New> {
    Derived<New>(ComputedValue(computed.home, { [] }, { compute(self.value) }, { $0 == $1 }))
  }

  private func report(_ refusal: DerivedRefusal) {
    let reason =
      switch refusal {
      case .cycle:
        "a derived value was asked for while it is computed: its function asks for itself"
      case .tooDeep: "values are derived from each other further than the stack reaches"
      }
    computed.home.core.report(.derivedRefused, "\(reason); it stays as it was")
  }
}

/// The store that a derived value belongs to.
struct DerivedHome {
  let list: ObserverList
  let core: StoreCore
  let mayBeRead: () -> Bool
  let deriving: (_ body: () -> Void) -> Void
  let notifying: (_ body: () -> Void) -> Void
  let subscribe: (_ add: () -> Observer) -> Subscription

  /// On a thread other than the loop's, the home has no access to the store: no value is kept or observed, on any
  /// thread.
  init<State, Action>(_ store: LoopStore<State, Action>) {
    let isOnItsThread = store.loop.isCurrentThread
    list = store.observerList
    core = store.core
    mayBeRead = { isOnItsThread && store.mayBeRead }
    deriving = { store.deriving($0) }
    notifying = { store.notifying($0) }
    subscribe = { add in isOnItsThread ? store.add { _ in add() } : Subscription {} }
  }
}

/// The value of a ``Derived``, and its function.
final class ComputedValue<Value>: DerivedComputation {
  let home: DerivedHome
  private(set) var value: Value?
  private let inputs: () -> [any DerivedInput]
  private let isEqual: (Value, Value) -> Bool
  /// Computes the value again.
  let read: () -> Value

  init(
    _ home: DerivedHome, _ inputs: @escaping () -> [any DerivedInput],
    _ read: @escaping () -> Value, _ isEqual: @escaping (Value, Value) -> Bool
  ) {
    self.home = home
    self.inputs = inputs
    self.read = read
    self.isEqual = isEqual
  }

  /// Nil: comparing a few parts costs less than counting the bursts of a store.
  var stateVersion: UInt64? { nil }
  var named: [any DerivedInput]? { inputs() }

  func deriving(_ body: () -> Void) { home.deriving(body) }

  func compute() -> (differs: Bool, holds: Bool) {
    let new = read()
    if let value, isEqual(value, new) { return (false, true) }
    value = new
    return (true, true)
  }
}
