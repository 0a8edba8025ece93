// Types as ids of effects: `enum CancelID {}`, `.cancellable(id: CancelID.self)`.

extension Effect {
  /// Lets `cancel(id:)` with the same type stop this effect, from the same feature or one above it.
  ///
  /// - Parameters:
  ///   - id: any type with no other use.
  ///   - cancelInFlight: whether to first stop the effects that `cancel(id:)` would stop here.
  public func cancellable(id: Any.Type, cancelInFlight: Bool = false) -> Self {
    cancellable(id: ObjectIdentifier(id), cancelInFlight: cancelInFlight)
  }

  /// Stops the effects with a type as id.
  public static func cancel(id: Any.Type) -> Self { .cancel(id: ObjectIdentifier(id)) }

  /// Stops the effects with any of several types as id.
  public static func cancel(ids: [Any.Type]) -> Self { .merge(ids.map { .cancel(id: $0) }) }

  /// Stops the effects with any of several ids.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self {
    .merge(ids.map { .cancel(id: $0) })
  }
}
