public import KumikiJSON

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
