internal import CKumiki
public import Kumiki
internal import KumikiJSON

/// Features by name, for the whole process. Any thread.
final class FeatureRegistry: Sendable {
  static let shared = FeatureRegistry()

  /// What a name stands for.
  struct Feature: Sendable {
    /// Makes a store; a nil state is the feature's own. Both the store and what it runs hold the lease.
    let open: @Sendable (FeatureLease, StoreHome, JSON?) throws -> any StoreSource
    let ownReducer: JSONReducer
    /// The feature's own state; nil where it has none.
    let initialState: @Sendable () throws -> JSON?
    var lease = FeatureLease()

    /// The feature as a reducer, for composing.
    var reducer: JSONReducer { ownReducer.holding(lease) }
  }

  private let features = Guarded<[String: Feature]>([:])

  /// Makes a store of a feature; a nil state is the feature's own.
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

  /// Takes a feature's name away.
  /// - Throws: where no feature has the name, and while the feature is in use.
  func unregister(_ name: String) throws {
    // Released after the lock, since that runs the program's functions.
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

  /// Why a name is not known, with those that are.
  private func explain(_ name: String) -> String {
    let known = features.withLock { $0.keys.sorted() }
    return known.isEmpty
      ? "no feature is registered, so not \"\(name)\""
      : KnownNames.advice(
        "no feature is registered as \"\(name.shortened)\"; ", "known: ", known, for: name)
  }
}

/// Held by every store and reducer of a registered feature; its reference count says whether there are
/// any.
final class FeatureLease: Sendable {}

/// Removes a feature that was registered by ``registerFeature(_:initialState:reducer:)`` or by C.
///
/// - Throws: where no feature has the name, and while a store or a reducer of it exists.
public func unregisterFeature(_ name: String) throws {
  try FeatureRegistry.shared.unregister(name)
}

/// Registers a feature written in Swift, so that C opens it by name: `kmk_store_open(loop, "Counter", …)`.
///
/// Its state and actions are Codable; in C they are JSON, an enum case as `"increment"`,
/// `{"setCount": 3}` or `{"move": {"from": 0, "to": 2}}`.
///
///     @_cdecl("counter_register")
///     public func counter_register() {
///       try? registerFeature("Counter", initialState: Counter.State()) { Counter() }
///     }
///
/// - Parameters:
///   - name: what C calls it; one feature a name.
///   - initialState: the state of a store that is opened without one; evaluated for each.
///   - reducer: made for each store. What it throws is an error of the store's opening.
/// - Throws: where the name is empty or taken.
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
