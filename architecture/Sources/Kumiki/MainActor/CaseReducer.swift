/// One of several features: an enum with a case for each feature.
///
/// The macro `@Reducer` makes one from an enum. The enum has no values: its reducer is a static
/// property.
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer, Body.State == State, Body.Action == Action {
  // Declared again, without `Reducer`'s default, so that a `body` written by hand is found.
  /// The type of `body`.
  associatedtype Body
  /// An enum with a store for each case, or with the value of a case that has no feature.
  associatedtype CaseScope

  /// Runs the feature of the current case.
  static var body: Body { get }

  /// The store of the current case.
  @preconcurrency @MainActor
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public var body: Body { return Self.body }
}

// MARK: - A case of one in a case of another

/// The features of an enum inside another enum. The body is made when it is needed, so an enum may contain itself.
@_documentation(visibility: internal)
public struct _CaseFeatures<Features: CaseReducer>: Reducer {
  public var body: Features.Body { return Features.body }

  fileprivate init() {}

  public typealias State = Features.State
  public typealias Action = Features.Action
  public typealias Body = Features.Body
}

/// The reducer of a case that contains a feature, as the macro `@Reducer` writes it.
///
/// The macro writes `_feature(Content())`, because it cannot see whether the content is a struct or another
/// enum.
@_documentation(visibility: internal)
@inlinable
public func _feature<Feature: Reducer>(_ made: Feature) -> Feature { made }

/// The reducer of a case that contains another enum of features. Such an enum has no values: its
/// `init()`, which the macro makes, returns nil.
@_documentation(visibility: internal)
public func _feature<Features: CaseReducer>(_: Features?) -> _CaseFeatures<Features> {
  _CaseFeatures()
}

/// The state of a ``CaseReducer``. Operators find the reducer through it.
public protocol CaseReducerState {
  /// The enum of features whose state this is.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// `StateReducer.self`. The macro writes it in each state: it isolates the conformance to the main actor if
  /// the conformance of the `StateReducer` is.
  @_documentation(visibility: internal)
  static var _stateReducer: StateReducer.Type { get }
}

extension CaseReducerState {
  @_documentation(visibility: internal)
  public static var _stateReducer: StateReducer.Type { StateReducer.self }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the current case, to switch over.
  ///
  ///     switch store.case {
  ///     case .edit(let store): …
  ///     case .alert(let alert): …
  ///     }
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Store where State: CasePathable, Action: CasePathable {
  /// The store of the current case, whose state is `payload`.
  @_documentation(visibility: internal)
  public func _scope<ChildState, ChildAction>(
    to child: ChildState, state: CaseKeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    if let store = scope(state: state, action: action) { return store }
    // If the loop is not this thread's, nothing can be read, so this store's state is gone.
    let embed = CasePath(action)
    let base = base
    return .over(
      base.makeChild(child, { _, body in body(nil) }, nil) { base.send(embed.embed($0)) })
  }
}
