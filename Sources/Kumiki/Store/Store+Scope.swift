extension Store {
  /// Where a scoped store reads and sends: its parent, by way of two functions.
  @usableFromInline
  final class Origin {
    let table: EffectTable
    let context: UnsafeMutablePointer<ReduceContext>
    @usableFromInline let send: (Action) -> StoreTask
    /// The part of the parent's state; nil where it is not there.
    @usableFromInline let part: () -> State?
    /// What stands for the part while it is not there, made of what the parent then answers; nil where
    /// the part itself may vanish, and the last one is kept.
    @usableFromInline let standIn: (() -> State)?
    /// The part as it was found in the running notification, so that it is projected once a level.
    @usableFromInline @exclusivity(unchecked) var found: State??
    /// The store's observers are being told.
    var isTelling: Bool { found != nil }
    /// Keeps the parent, and with it the root, alive; told after each of its bursts.
    @usableFromInline @exclusivity(unchecked) var subscription: Subscription?

    @usableFromInline
    init(
      table: EffectTable, context: UnsafeMutablePointer<ReduceContext>,
      part: @escaping () -> State?, standIn: (() -> State)?, send: @escaping (Action) -> StoreTask
    ) {
      self.table = table
      self.context = context
      self.part = part
      self.standIn = standIn
      self.send = send
    }

    @inlinable
    func read(_ store: Store) -> State { look() ?? standIn?() ?? store.current }

    @inlinable
    func look() -> State? {
      if let found { return found }
      return part()
    }

    /// The parent's burst is over: look once, and tell the store's own observers.
    @inlinable
    func parentCommitted(_ store: Store) {
      let part = part()
      found = .some(part)
      if standIn == nil, let part { store.current = part }
      store.notify()
      found = nil
    }
  }

  /// What makes two scopings the same: the paths of state and action, and of a row or an element its id.
  @usableFromInline
  struct ScopeIdentity: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
    let id: AnyHashable?

    @usableFromInline
    init(state: AnyKeyPath, action: AnyKeyPath, id: AnyHashable? = nil) {
      self.state = state
      self.action = action
      self.id = id
    }
  }

  struct WeakScope {
    weak var store: AnyObject?
  }

  /// True while the part of the state that this store was scoped to is there. Always, of a root store.
  public var isValid: Bool {
    guard let origin else { return !isEnded }
    return origin.part() != nil
  }

  /// A view of a part of this store's state, which sends its actions as this store's.
  ///
  /// It holds no state of its own: a change through either is seen by both at once, and one burst tells
  /// each once. It keeps this store alive. The same paths give the same store while somebody holds it.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    let embed = Action.allCasePaths[keyPath: action]
    return scoped(ScopeIdentity(state: state, action: action)) {
      makeScope(PartReader(state).read, embed.embed)
    }
  }

  /// A view of an optional part; nil while it is null.
  ///
  /// A store that is held while its part becomes null answers with the last value, and `isValid` is
  /// false; it addresses a place, so when that is filled again it is valid again. What it sends travels
  /// to the reducer all the same.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    let embed = Action.allCasePaths[keyPath: action]
    return scopeIfThere(
      ScopeIdentity(state: state, action: action), PartReader(state).read, embed.embed(_:))
  }

  /// A view of what is presented in a slot; nil while nothing is.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    return scopeIfThere(
      ScopeIdentity(state: state, action: action), PartReader(state).read,
      { path.embed(.presented($0)) })
  }

  /// A view by functions; a new one each time.
  @inlinable
  public func scope<ChildState, ChildAction>(
    state toChild: @escaping (State) -> ChildState, action embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    makeScope(toChild, embed)
  }

  /// A view of a part that comes and goes; nil while it is not there.
  @inlinable
  func scopeIfThere<ChildState, ChildAction>(
    _ identity: ScopeIdentity, _ toChild: @escaping (State) -> ChildState?,
    _ embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    guard let first = part(toChild) else { return nil }
    return scoped(identity) { makeScope(first, toChild, nil, embed) }
  }

  @inlinable
  func scoped<ChildState, ChildAction>(
    _ identity: ScopeIdentity, _ make: () -> Store<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let known = knownScope(identity) as? Store<ChildState, ChildAction> { return known }
    let made = make()
    note(made, as: identity)
    return made
  }

  @usableFromInline
  func knownScope(_ identity: ScopeIdentity) -> AnyObject? { scopes[identity]?.store }

  @usableFromInline
  func note(_ scope: AnyObject, as identity: ScopeIdentity) {
    // Now and then: a list makes a store for each row.
    if scopes.count & (scopes.count - 1) == 0 { scopes = scopes.filter { $0.value.store != nil } }
    scopes[identity] = WeakScope(store: scope)
  }

  @inlinable
  func makeScope<ChildState, ChildAction>(
    _ toChild: @escaping (State) -> ChildState, _ embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    makeScope(toChild(state), { toChild($0) }, { [self] in toChild(state) }, embed)
  }

  @inlinable
  func makeScope<ChildState, ChildAction>(
    _ first: ChildState, _ toChild: @escaping (State) -> ChildState?,
    _ standIn: (() -> ChildState)?, _ embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    let origin = Store<ChildState, ChildAction>.Origin(
      table: table, context: context, part: { [self] in part(toChild) },
      standIn: standIn, send: { [self] in send(embed($0)) })
    let child = Store<ChildState, ChildAction>(origin: origin, first: first)
    // Not owned, and not weak, which would be slow: the child gives its subscription up before it goes.
    let store = Unmanaged.passUnretained(child)
    origin.subscription = onCommits {
      let child = store.takeUnretainedValue()
      child.origin!.parentCommitted(child)
    }
    return child
  }

  /// A part of the state that this store stands for; nil while that is not there. What `toChild` gets is
  /// lent, not copied, where no step may be writing it.
  @inlinable
  func part<Part>(_ toPart: (State) -> Part?) -> Part? {
    if let origin { return origin.look().flatMap(toPart) }
    guard phase != .reducing, ThreadFrame.current.pointee.threadID == threadID else {
      return toPart(state)
    }
    return withUnsafePointer(to: &current) { lend($0, to: toPart) }
  }
}

/// Reads a part of a state: by its offset where it is a stored property, which is found once.
@usableFromInline
struct PartReader<Root, Part> {
  @usableFromInline let path: KeyPath<Root, Part>
  @usableFromInline let offset: Int?

  @inlinable
  init(_ path: KeyPath<Root, Part>) {
    self.path = path
    offset = MemoryLayout<Root>.offset(of: path)
  }

  @inlinable
  func read(_ root: Root) -> Part { read(root) { $0 } }

  /// The part, lent to `body`.
  @inlinable
  func read<Result>(_ root: Root, _ body: (Part) -> Result) -> Result {
    guard let offset else { return body(root[keyPath: path]) }
    return withUnsafePointer(to: root) { pointer in
      let part = UnsafeRawPointer(pointer) + offset
      return lend(part.assumingMemoryBound(to: Part.self), to: body)
    }
  }
}
