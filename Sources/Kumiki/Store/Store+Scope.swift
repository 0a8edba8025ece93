extension Store {
  /// Where a scoped store reads and sends: its parent, by way of two functions.
  @usableFromInline
  final class Origin {
    let table: EffectTable
    let context: UnsafeMutablePointer<ReduceContext>
    @usableFromInline let send: (Action) -> StoreTask
    /// The part of the parent's state; nil where it is not there.
    let part: () -> State?
    /// What stands for the part while it is not there, made of what the parent then answers; nil where
    /// the part itself may vanish, and the last one is kept.
    let standIn: (() -> State)?
    /// The part as it was found in the running notification, so that it is projected once a level.
    var found: State??
    /// The store's observers are being told.
    var isTelling: Bool { found != nil }
    /// Keeps the parent, and with it the root, alive; told after each of its bursts.
    var subscription: Subscription?

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

    @usableFromInline
    func read(_ store: Store) -> State { look() ?? standIn?() ?? store.current }

    func look() -> State? {
      if let found { return found }
      return part()
    }

    /// The parent's burst is over: look once, and tell the store's own observers.
    func parentCommitted(_ store: Store) {
      let part = part()
      found = .some(part)
      if standIn == nil, let part { store.current = part }
      store.notify()
      found = nil
    }
  }

  /// What makes two scopings the same: the paths of state and action, and of a row or an element its id.
  struct ScopeIdentity: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
    var id: AnyHashable?
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
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> where Action: CasePathable {
    let embed = Action.allCasePaths[keyPath: action]
    return scoped(ScopeIdentity(state: state, action: action)) {
      makeScope({ $0[keyPath: state] }, embed.embed)
    }
  }

  /// A view of an optional part; nil while it is null.
  ///
  /// A store that is held while its part becomes null answers with the last value, and `isValid` is
  /// false; it addresses a place, so when that is filled again it is valid again. What it sends travels
  /// to the reducer all the same.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    let embed = Action.allCasePaths[keyPath: action]
    return scopeIfThere(
      ScopeIdentity(state: state, action: action), { $0[keyPath: state] }, embed.embed(_:))
  }

  /// A view of what is presented in a slot; nil while nothing is.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? where Action: CasePathable {
    let path = Action.allCasePaths[keyPath: action]
    return scopeIfThere(
      ScopeIdentity(state: state, action: action), { $0[keyPath: state] },
      { path.embed(.presented($0)) })
  }

  /// A view by functions; a new one each time.
  public func scope<ChildState, ChildAction>(
    state toChild: @escaping (State) -> ChildState, action embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    makeScope(toChild, embed)
  }

  /// A view of a part that comes and goes; nil while it is not there.
  func scopeIfThere<ChildState, ChildAction>(
    _ identity: ScopeIdentity, _ toChild: @escaping (State) -> ChildState?,
    _ embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    guard let first = present.flatMap(toChild) else { return nil }
    return scoped(identity) { makeScope(first, toChild, nil, embed) }
  }

  private func scoped<ChildState, ChildAction>(
    _ identity: ScopeIdentity, _ make: () -> Store<ChildState, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let known = scopes[identity]?.store as? Store<ChildState, ChildAction> { return known }
    let made = make()
    // Now and then: a list makes a store for each row.
    if scopes.count & (scopes.count - 1) == 0 { scopes = scopes.filter { $0.value.store != nil } }
    scopes[identity] = WeakScope(store: made)
    return made
  }

  private func makeScope<ChildState, ChildAction>(
    _ toChild: @escaping (State) -> ChildState, _ embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    makeScope(toChild(state), toChild, { [self] in toChild(state) }, embed)
  }

  private func makeScope<ChildState, ChildAction>(
    _ first: ChildState, _ toChild: @escaping (State) -> ChildState?,
    _ standIn: (() -> ChildState)?, _ embed: @escaping (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    let origin = Store<ChildState, ChildAction>.Origin(
      table: table, context: context, part: { [self] in present.flatMap(toChild) },
      standIn: standIn, send: { [self] in send(embed($0)) })
    let child = Store<ChildState, ChildAction>(origin: origin, first: first)
    origin.subscription = onCommits { [weak child, weak origin] in
      guard let child, let origin else { return }
      origin.parentCommitted(child)
    }
    return child
  }

  /// The state that this store stands for; nil while it is not there.
  private var present: State? {
    guard let origin else { return state }
    return origin.look()
  }
}
