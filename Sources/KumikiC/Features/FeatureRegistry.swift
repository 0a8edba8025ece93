internal import CKumiki
public import Kumiki
internal import KumikiJSON

/// The registered features of the process, by name. Any thread.
final class FeatureRegistry: Sendable {
  static let shared = FeatureRegistry()

  /// A registered feature.
  struct Feature: Sendable {
    /// Makes a store; a nil state means the feature's own. Both the store and what it runs hold the lease.
    let open: @Sendable (FeatureLease, StoreHome, JSON?) throws -> any StoreSource
    let ownReducer: JSONReducer
    /// The feature's own state; nil if it has none.
    let initialState: @Sendable () throws -> JSON?
    var lease = FeatureLease()

    /// The feature as a reducer, for composing.
    var reducer: JSONReducer { ownReducer.holding(lease) }
  }

  private let features = Guarded<[String: Feature]>([:])

  /// Makes a store of a feature; a nil state means the feature's own.
  func open(
    _ name: String, _ home: StoreHome, _ state: JSON?
  ) throws -> any StoreSource {
    let feature = try feature(name)
    return try feature.open(feature.lease, home, state)
  }

  func feature(_ name: String) throws -> Feature {
    if let feature = features.withLock({ $0[name] }) { return feature }
    throw Failure(KMK_ERR_UNKNOWN_FEATURE, explain(name))
  }

  func register(_ name: String, _ feature: Feature) throws {
    guard !name.isEmpty else { throw Failure.invalid("a feature's name is empty") }
    let isNew = features.withLock { features in
      if features[name] != nil { return false }
      features[name] = feature
      return true
    }
    guard isNew else { throw Failure.invalid("a feature is already registered as \"\(name)\"") }
  }

  /// Unregisters a feature.
  /// - Throws: if no feature has the name, and while the feature is in use.
  func unregister(_ name: String) throws {
    // Released after the lock, because that runs the program's functions.
    let gone: Feature? = try features.withLock { features throws(Failure) in
      guard let place = features.index(forKey: name) else {
        throw Failure(KMK_ERR_NOT_FOUND, "no feature is registered as \"\(name)\"")
      }
      guard isKnownUniquelyReferenced(&features.values[place].lease) else {
        throw Failure(KMK_ERR_BUSY, "the feature \"\(name)\" is in use")
      }
      return features.remove(at: place).value
    }
    withExtendedLifetime(gone) {}
  }

  /// Says that a name is unknown, and lists the known ones.
  private func explain(_ name: String) -> String {
    let known = features.withLock { $0.keys.sorted() }
    return known.isEmpty
      ? "no feature is registered, so not \"\(name)\""
      : KnownNames.advice(
        "no feature is registered as \"\(name.shortened)\"; ", "known: ", known, for: name)
  }
}

/// Held by every store and reducer of a registered feature. Its reference count tells whether any exist.
final class FeatureLease: Sendable {}

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
      ownReducer: JSONReducer(typed: name, own: initialState, reducer),
      initialState: { try JSONBridge.encode(initialState()) }))
}
