public import KumikiJSON

extension JSONFeature {
  /// A feature written in C, for Swift code that tests it.
  ///
  /// Consumes the reducer, success or not.
  /// - Parameter reducer: a `kmk_reducer *`.
  /// - Throws: where it is NULL.
  public init(consuming reducer: OpaquePointer?) throws {
    self.init(try ReducerHandle.consume(reducer, "reducer"))
  }
}
