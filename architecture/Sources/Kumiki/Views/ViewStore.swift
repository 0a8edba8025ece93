/// Observes a part of a store, and is notified only when that part differs.
///
///     let view = ViewStore(store, observe: \.count)
///     let subscription = view.subscribe { label.text = "\($0)" }
///
/// It notifies at most once per burst, in two steps: first before the change, while ``state`` is still
/// the old value, then with the new value.
///
/// The part's members are members of the view: `view.count`.
@preconcurrency @MainActor
@dynamicMemberLookup
public final class ViewStore<ViewState, ViewAction> {
  private var last: ViewState
  /// Computes the part from the store's state. On another thread it uses the initial state and raises
  /// an issue.
  private let read: () -> ViewState
  package let loop: Loop
  private let sendAction: (ViewAction) -> StoreTask
  private let hasState: () -> Bool
  private let writeBinding: (ViewAction) -> Void
  package let notifying: (_ body: () -> Void) -> Void
  private let willChange = ObserverList()
  private let didChange = ObserverList()
  private var subscription: Subscription?

  /// Makes a view that is notified when `isDuplicate` returns false.
  ///
  /// - Parameters:
  ///   - store: the store to observe and to send actions to.
  ///   - toViewState: the part to observe.
  ///   - isDuplicate: whether two values of the part are the same for this view.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe toViewState: @escaping (_ state: State) -> ViewState,
    removeDuplicates isDuplicate: @escaping (_ old: ViewState, _ new: ViewState) -> Bool
  ) {
    self.init(store, toViewState, isDuplicate, isRaw: true)
  }

  /// - Parameter isRaw: whether `isDuplicate` may return false for a value and itself.
  private init<State>(
    _ store: Store<State, ViewAction>, _ toViewState: @escaping (State) -> ViewState,
    _ isDuplicate: @escaping (ViewState, ViewState) -> Bool, isRaw: Bool
  ) {
    loop = store.loop
    read = { toViewState(store.state) }
    last = read()
    sendAction = { store.send($0) }
    hasState = { store.hasState }
    writeBinding = { store.writeBinding($0) }
    notifying = { [base = store.base] in base.notifying($0) }
    subscription = store.base.add(isRaw: isRaw) { [weak self] state in
      self?.update(state.typed(State.self).read(toViewState), isDuplicate)
    }
    LiveObjects.add()
  }

  deinit { LiveObjects.remove() }

  /// The part at the last notification. On a thread other than the loop's, this is the part of the initial
  /// state, and the issue `off-thread` is raised.
  public var state: ViewState { loop.isCurrentThread ? last : read() }

  private var isOnItsThread: Bool {
    if loop.isCurrentThread { return true }
    loop.report(
      Issue(
        code: .offThread,
        message: "a view of a store was used on a thread that is not the loop's; nothing changed"))
    return false
  }

  private func update(_ new: ViewState, _ isDuplicate: (ViewState, ViewState) -> Bool) {
    if isDuplicate(last, new) { return }
    Lent.lending(()) { willChange.notify($0.untyped) }
    last = new
    Lent.lending(new) { didChange.notify($0.untyped) }
  }

  private func add(to list: ObserverList, _ check: @escaping (LentValue) -> Void) -> Subscription {
    guard isOnItsThread else { return Subscription {} }
    let held = UncheckedSendable((list: list, observer: list.add(check)))
    // It may be released on another thread.
    return Subscription { [loop] in
      loop.endOnOwnThread { held.value.list.cancel(held.value.observer) }
    }
  }

  /// Sends an action. Returns a task for everything that it starts.
  @discardableResult
  public func send(_ action: ViewAction) -> StoreTask { sendAction(action) }

  /// A member of the part at the last notification.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Calls `handler` before each change, while ``state`` is still the old one.
  public func onWillChange(_ handler: @escaping () -> Void) -> Subscription {
    add(to: willChange) { _ in handler() }
  }

  /// Calls `handler` with the current state, and with each new one.
  public func subscribe(_ handler: @escaping (_ state: ViewState) -> Void) -> Subscription {
    let subscription = add(to: didChange) { $0.typed().read(handler) }
    notifying { handler(state) }
    return subscription
  }

  /// Sends an action and waits until the part no longer satisfies `predicate`, which is first called after
  /// the action was handled. Cancelling the wait cancels what the action started.
  public func send(
    _ action: ViewAction, while predicate: @escaping (_ state: ViewState) -> Bool
  ) async {
    let task = send(action)
    await yield(while: predicate)
    if Task.isCancelled { task.cancel() }
  }

  /// Waits until the part no longer satisfies `predicate`, or until the waiting task is cancelled.
  public func yield(while predicate: @escaping (_ state: ViewState) -> Bool) async {
    guard predicate(state) else { return }
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    let subscription = subscribe { state in
      if !predicate(state) { continuation.finish() }
    }
    for await _ in changes {}
    subscription.cancel()
  }

  /// A binding that reads a value and sends an action for each write.
  ///
  /// Writing through a view whose store's state is gone does nothing.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value, send toAction: @escaping (Value) -> ViewAction
  ) -> Binding<Value> {
    Binding(
      get: { [self] in get(state) },
      set: { [self] in if hasState() { send(toAction($0)) } })
  }
}

extension ViewStore where ViewAction: BindableAction, ViewAction.State == ViewState {
  /// A binding of a field. A write sends a binding action, like that of a store's own binding.
  public func binding<Value: Equatable & Sendable>(
    _ field: WritableKeyPath<ViewState, Value>
  ) -> Binding<Value> {
    Binding(
      get: { [self] in state[keyPath: field] },
      set: { [self] in writeBinding(.binding(.set(field, $0))) })
  }

  /// A binding of a field marked `@BindingState`.
  public func binding<Value: Equatable & Sendable>(
    _ field: WritableKeyPath<ViewState, BindingState<Value>>
  ) -> Binding<Value> {
    Binding(
      get: { [self] in state[keyPath: field].wrappedValue },
      set: { [self] in writeBinding(.binding(.set(field, $0))) })
  }

  /// A binding of a field marked `@BindingState`: `view.$name`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember field: WritableKeyPath<ViewState, BindingState<Value>>
  ) -> Binding<Value> { binding(field) }
}

extension ViewStore {
  /// The current state, then each new one.
  public var values: StoreChanges<ViewState> {
    StoreChanges(loop: loop) { [self] in subscribe($0) }
  }
}

extension ViewStore where ViewState: Equatable {
  /// Makes a view that is notified when the part differs from the last one.
  public convenience init<State>(
    _ store: Store<State, ViewAction>, observe toViewState: @escaping (_ state: State) -> ViewState
  ) {
    self.init(store, toViewState, { $0 == $1 }, isRaw: false)
  }
}

/// A value that is read and written through two functions.
///
/// A member of the value has its own binding: `store.binding(\.address).street`.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Makes a binding from two functions, which are called on the loop's thread.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value, read by one function and written by the other.
  public var value: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The same as ``value``.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, `$name`, to pass on.
  public var projectedValue: Self { self }

  /// A binding of a member. A write replaces the value by one with the new member.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    Binding<Member>(
      get: { get()[keyPath: keyPath] },
      set: { new in
        var value = get()
        value[keyPath: keyPath] = new
        set(value)
      })
  }
}
