public import KumikiValues
public import KumikiJSON

// What Swift libraries call: features by name, and features of C.

/// Removes a feature that was registered by ``registerFeature(_:initialState:reducer:)`` or by C.
///
/// - Throws: if no feature has the name, or a store or a reducer of it exists.
public func unregisterFeature(_ name: String) throws {
  try FeatureRegistry.shared.unregister(name)
}

/// Registers a feature written in Swift, so that C can open it by name:
/// `kmk_store_open(loop, "Counter", …)`.
///
/// Its state and actions are Codable. In C they are JSON, with an enum case as `"increment"`,
/// `{"setCount": 3}` or `{"move": {"from": 0, "to": 2}}`.
///
///     @_cdecl("counter_register")
///     public func counter_register() {
///       try? registerFeature("Counter", initialState: Counter.State()) { Counter() }
///     }
///
/// - Parameters:
///   - name: the feature's name in C; one feature per name.
///   - initialState: the state of a store that is opened without one; evaluated for each.
///   - reducer: makes the reducer of each store. An error it throws is the error of opening the store.
/// - Throws: if the name is empty or taken.
public func registerFeature<
  State: Codable & SendableMetatype, Action: Codable & SendableMetatype,
  R: Reducer<State, Action> & SendableMetatype
>(
  _ name: String, initialState: @autoclosure @escaping @Sendable () -> State,
  @ReducerBuilder<State, Action> reducer: @escaping @Sendable () throws -> R
) throws {
  try FeatureRegistry.shared.register(
    name,
    FeatureRegistry.Feature(
      open: { lease, home, state in
        let reducer = try reducer()
        if let state {
          try JSONMeasure.check(state)
          // Decoded here to find mistakes, and again in the store, so that presentation ids come from the
          // store's generator.
          _ = try JSONBridge.decode(State.self, from: state)
        }
        return TypedStoreSource(
          home, lease,
          initialState: {
            state.flatMap {
              try? JSONBridge.decode(State.self, from: $0, sharingAs: initialState)
            } ?? initialState()
          }, reducer: reducer)
      },
      ownReducer: JSONReducer(typed: name, own: initialState, reducer).standingHere { action in
        guard let typed = try? JSONBridge.decode(Action.self, from: JSON(borrowing: action)) else {
          return nil
        }
        return describeAction(typed).casePath.split(separator: ".").map(String.init)
      },
      initialState: { try JSONBridge.encode(initialState()) }))
}

extension JSONFeature {
  /// A feature written in C, for Swift code that tests it.
  ///
  /// Consumes the reducer, success or not.
  /// - Parameter reducer: a `kmk_reducer *`.
  /// - Throws: if it is NULL.
  public init(consuming reducer: OpaquePointer?) throws {
    self.init(try ReducerHandle.consume(reducer, "reducer"))
  }

  /// A registered feature, as a part of one written in Swift: with ``State`` for its state and JSON for its
  /// actions.
  ///
  ///     struct Shelf: Reducer {
  ///       struct State: Codable { @PresentationState var counter: JSONFeature.State? }
  ///       enum Action: Codable { case counter(PresentationAction<JSON>), open }
  ///       let counter: JSONFeature  // try JSONFeature(named: "Counter")
  ///     }
  ///
  /// It may be written in C or in Swift.
  /// - Throws: if no feature is registered under the name.
  public init(named name: String) throws {
    let feature = try FeatureRegistry.shared.feature(name)
    self.init(feature.reducer, initialState: feature.initialState)
  }
}
