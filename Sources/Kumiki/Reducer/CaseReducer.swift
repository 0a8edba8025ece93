/// One of several features: an enum with a case for each, of which one is up.
///
/// The macro `@Reducer` makes it of an enum. Nobody makes a value of it: its reducer is a static property.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  // Said once more, without the default that a reducer has: one that is written by hand is found so.
  /// The type of `body`.
  associatedtype Body
  /// A store for each case, or the value of one without a feature.
  associatedtype CaseScope

  /// Runs the feature that is up.
  static var body: Body { get }

  /// The store of the feature that is up.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public var body: Body { return Self.body }
}

/// The state of a ``CaseReducer``, by which an operator finds the reducer.
public protocol CaseReducerState {
  /// The enum of features that this is the state of.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that is up, to switch over.
  ///
  ///     switch store.case {
  ///     case .edit(let store): …
  ///     case .alert(let alert): …
  ///     }
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Store where State: CasePathable, Action: CasePathable {
  /// The store of a case that is known to be up with a payload.
  @_documentation(visibility: internal)
  public func _scope<ChildState, ChildAction>(
    to child: ChildState, state: CaseKeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let store = scope(state: state, action: action) { return store }
    // Off the store's thread, where nothing can be read: a store that is not there any more.
    let embed = CasePath(action)
    return makeChild(child, { _, body in body(nil) }, nil) { [self] in send(embed.embed($0)) }
  }
}
