public import DequeModule

/// A store on a loop that the program runs itself, on its own thread: for hosts with a main loop, and for the engine.
///
///     let loop = try Loop()
///     let store = LoopStore(initialState: Counter.State(), loop: loop) { Counter() }
///     store.send(.increment)
///     try loop.runUntilIdle(timeoutMilliseconds: 0)
///
/// The store belongs to the thread of its loop and is not `Sendable`: a call on another thread reports the issue
/// `off-thread` and changes nothing. The last reference may be released on any thread. The store reduces in place and
/// keeps no second copy of the state. Programs without a loop of their own use a ``Store``.
public final class LoopStore<State, Action> {
  // Unchecked exclusivity throughout: only the loop's thread accesses these, and `phase` prevents a second access while
  // a step changes the state. The dynamic check would cost more than the step.
  @safe @usableFromInline @exclusivity(unchecked) var current: State
  @safe @usableFromInline @exclusivity(unchecked) var phase = Phase.idle
  @safe @usableFromInline @exclusivity(unchecked) var buffer = Deque<Buffered>()
  /// Nil until the first observer is added. Uncounted, so that a notification retains nothing.
  @safe @usableFromInline @exclusivity(unchecked) var observers: Uncounted<ObserverList>?
  @safe @usableFromInline @exclusivity(unchecked) var isEnding = false
  /// Whether an action is buffered, or the store is about to end.
  @safe @usableFromInline @exclusivity(unchecked) var hasMore = false
  @safe @usableFromInline @exclusivity(unchecked) var burst = BurstCount()
  /// Released only while no step is being reduced, so that a step need not count the reference.
  @safe @usableFromInline @exclusivity(unchecked) var reducer: Uncounted<ErasedReducer>
  /// The reducers that were replaced during a step, kept until the step is over.
  @safe @usableFromInline @exclusivity(unchecked) var formerReducers: [Uncounted<ErasedReducer>] =
    []
  /// The reducer without its wrapper, and the wrapper.
  private(set) var plainReducer: ErasedReducer
  private(set) var wrapper:
    (wrap: (AnyReducer<State, Action>) -> AnyReducer<State, Action>, follows: Bool)?
  /// Whether an action of the program may contain a private case. False for a scoped store: its root looks.
  @safe @usableFromInline @exclusivity(unchecked) package private(set) var mayRefuse = false
  @usableFromInline let threadID: UInt64
  @usableFromInline let context: ManualBox<ReduceContext>
  @safe @usableFromInline @exclusivity(unchecked) var sink: RootSink<Action>
  @usableFromInline package let core: StoreCore
  private let initial: () -> State
  /// A scoped store's connection to its parent; nil in a root store.
  @usableFromInline let origin: Origin?
  /// The scoped stores that were made from this store, held weakly.
  var scopes: [ScopeIdentity: WeakScope] = [:]
  /// When the number of scoped stores reaches this limit, released stores are removed.
  var scopeLimit = 8
  /// The main actor's store that wraps this store, if any.
  @usableFromInline package weak var mainActorStore: AnyObject?
  private(set) var loopMember: UInt64 = 0
  private(set) var endHandlers: [() -> Void] = []

  /// The loop that runs this store's effects.
  public let loop: Loop

  /// The current activity of the store. In every phase except `idle` a send is buffered.
  @usableFromInline
  enum Phase: UInt8 {
    case idle
    /// A step is changing the state.
    case reducing
    /// Effects are being accepted, or observers are being notified.
    case settling
    /// A derived value is being computed.
    case deriving
    /// The store is scoped: it has no state of its own and passes every action on.
    case scoped
    case ended
  }

  /// An action that waits in the buffer. It retains the objects of its delivery, until ``release()``.
  @usableFromInline
  struct Buffered {
    @usableFromInline let action: Action
    @usableFromInline let delivery: Delivery

    @inlinable
    init(_ action: Action, _ delivery: Delivery) {
      self.action = action
      self.delivery = delivery
      delivery.heldTaskTree?.retain()
      delivery.heldDismissing?.retain()
    }

    @inlinable
    func release() {
      delivery.heldTaskTree?.release()
      delivery.heldDismissing?.release()
    }

    /// Releases an action that will not be handled, and no longer counts in its task tree.
    func drop() {
      delivery.heldTaskTree?.with { $0.release() }
      release()
    }
  }

  /// Creates a store on a loop.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies and identifiers.
  ///   - loop: the store's loop. If it is not the calling thread's loop, the issue `off-thread` is reported, and the
  ///     store has already ended.
  ///   - reducer: built once, in the same way.
  ///   - update: changes the dependencies of the initial state, the reducer and every action.
  @inlinable
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure @escaping () -> State,
    loop: Loop,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies update: ((inout DependencyValues) -> Void)? = nil
  ) {
    self.init(
      initialState: initialState, core: StoreCore(loop: loop),
      describe: { describeAction($0) }, update: update, reducer: reducer)
    beginFollowing()
  }

  /// Creates a store for the engine's other entry points. They supply the description of actions, and call
  /// ``beginFollowing()`` when everything is set up.
  @inlinable
  package convenience init<R: Reducer<State, Action>>(
    initialState: @escaping () -> State,
    core: StoreCore,
    describe: @escaping (Action) -> ActionDescription,
    update: ((inout DependencyValues) -> Void)?,
    @ReducerBuilder<State, Action> reducer: () -> R
  ) {
    self.init(
      initialState: initialState, core: core, describe: describe, update: update,
      erased: { .keeping(reducer()) })
    connect()
  }

  /// The designated initializer.
  @usableFromInline
  init(
    initialState: @escaping () -> State,
    core: StoreCore,
    describe: @escaping (Action) -> ActionDescription,
    update: ((inout DependencyValues) -> Void)?,
    erased makeReducer: () -> ErasedReducer
  ) {
    let loop = core.loop
    origin = nil
    self.core = core
    sink = RootSink({ _, _, _ in }, { _, _ in })
    self.loop = loop
    threadID = loop.threadID
    initial = initialState
    var dependencies = DependencyValues.current
    if let update { dependencies.set(by: update) }
    context = .make(
      ReduceContext(
        core: core, node: Uncounted(core.root), dependencies: dependencies,
        identifiers: core.identifiers, describe: { describe($0.typed().value) }))
    let frame = ThreadFrame.current
    let outer = frame.pointee.context
    frame.pointee.context = context
    current = initialState()
    let base = makeReducer()
    plainReducer = base
    mayRefuse = base.privateCases.isPossible(in: Action.self)
    reducer = .retained(FollowingReducer.root(of: base))
    frame.pointee.context = outer
    LiveObjects.add()
    connect()
    // Not weak, because that would make every retain of the store slower. The store removes this when it ends.
    let unheld = UnretainedReference(self)
    // Retained during the call, because the end handlers may release the store.
    loopMember = loop.add(
      LoopMember(
        end: { unheld.object?.end() }, cancelWork: { [core] in core.cancelWork() }))
  }

  /// Routes the actions of effects to this store. Called by the designated initializer, and again where the feature's
  /// types are known, so that the code is specialised for them.
  @inlinable
  package func connect() {
    sink = RootSink(
      { store, action, delivery in
        unsafe unsafeDowncast(store, to: LoopStore.self).receive(action, delivery)
      },
      { store, acceptance in
        let store = unsafe unsafeDowncast(store, to: LoopStore.self)
        store.follow().accept(acceptance, into: store.sink)
      })
    sink.remember(self)
  }

  /// Creates a scoped store, which shares its root's core and context.
  init(
    _ core: StoreCore, _ context: ManualBox<ReduceContext>, _ origin: Origin, first: State
  ) {
    self.origin = origin
    current = first
    self.core = core
    self.context = context
    loop = core.loop
    threadID = loop.threadID
    sink = RootSink({ _, _, _ in }, { _, _ in })
    initial = { first }
    plainReducer = unsafe ErasedReducer.nothing
    reducer = .retained(plainReducer)
    phase = .scoped
    LiveObjects.add()
  }

  deinit { releaseOnItsThread() }

  /// The state after the last finished action.
  ///
  /// Reading it inside a reducer of the same store reports the issue `read-while-reducing` and returns the initial
  /// state. Reading it on another thread reports the issue `off-thread` and also returns the initial state.
  ///
  /// A scoped store whose state is gone returns the last state.
  @_disfavoredOverload
  public var state: State {
    guard isOnItsThread("state") else { return initial() }
    if let origin { return origin.read(self) }
    guard phase != .reducing else {
      ReduceContext.report(
        .readWhileReducing,
        "a store's state was read while its reducer runs; read the reducer's own parameter instead",
        label: "")
      return initial()
    }
    return current
  }

  /// The number of running effects. Each member of a merge counts.
  public var effectCount: Int { isOnItsThread("effectCount") ? core.count : 0 }

  /// Returns whether the caller is on the loop's thread, the only thread that may use the store. Reports the issue
  /// `off-thread` otherwise.
  @usableFromInline
  func isOnItsThread(_ call: StaticString) -> Bool {
    if loop.isCurrentThread { return true }
    refuseOffThread(call)
    return false
  }
}

extension LoopStore {
  /// Wraps the reducer, and the reducers that replace it; nil removes the wrapper. During a step, the change applies
  /// from the next step on.
  ///
  /// - Parameter follows: whether the state-driven effects run. They do not run in a replay, which starts no effects.
  package func wrapReducer(
    follows: Bool = true, _ wrap: ((AnyReducer<State, Action>) -> AnyReducer<State, Action>)?
  ) {
    wrapper = wrap.map { (wrap: $0, follows: follows) }
    let former = reducer
    reducer = .retained(wrapped(plainReducer))
    guard phase == .reducing else { return former.release() }
    // The running step uses the reducer without counting the reference.
    formerReducers.append(former)
    hasMore = true
  }

  @usableFromInline
  func releaseFormerReducers() {
    let former = formerReducers
    formerReducers = []
    for reducer in former { reducer.release() }
  }

  /// Returns another reducer as the root of this store.
  func wrapped(_ next: ErasedReducer) -> ErasedReducer {
    plainReducer = next
    mayRefuse = next.privateCases.isPossible(in: Action.self)
    guard let (wrap, follows) = wrapper else { return FollowingReducer.root(of: next) }
    let root = wrap(AnyReducer(erased: next)).erased
    return follows ? FollowingReducer.root(of: root) : root
  }

  /// Ends the store before its last reference is released. Effects are cancelled, observers get no further call, and
  /// later actions are dropped. During a burst, the end takes effect at the end of the burst, and buffered actions are
  /// dropped. Does nothing for a scoped store.
  ///
  /// - Complexity: O(*n*) for *n* running effects.
  public func end() {
    if loop.inbox.isOurs, !isOnItsThread("end") { return }
    guard phase != .ended, phase != .scoped else { return }
    guard phase == .idle else {
      isEnding = true
      hasMore = true
      return
    }
    core.journal?.storeEnds?()
    // The handler may have ended the store.
    guard phase == .idle else { return }
    phase = .ended
    loop.removeMember(loopMember)
    loop.ending {
      let left = core.end()
      core.endRequests()
      sink.remember(nil)
      loop.tellStoreEnd(left)
      let dropped = buffer
      buffer = []
      dropObservers()
      let handlers = endHandlers
      endHandlers = []
      for handler in handlers { handler() }
      for action in dropped { action.drop() }
    }
  }

  /// Runs `handler` when the store has ended. For the C API.
  package func onEnd(_ handler: @escaping () -> Void) { endHandlers.append(handler) }

  package var isEnded: Bool { phase == .ended || core.isEnded }
  package var isScoped: Bool { origin != nil }
  package var isReducing: Bool { phase == .reducing }
  /// A function that returns ``isReducing`` and does not keep the store alive; false once the store is gone. Not a weak
  /// reference, because that would make every retain of the store slower.
  package var reducingCheck: () -> Bool {
    let unheld = UnretainedReference(self)
    return { unheld.object?.isReducing ?? false }
  }
  @inlinable package var isSending: Bool { phase != .idle }
}

extension LoopStore: NotAModel {}
