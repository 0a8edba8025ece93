internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// The registered features of the process, by name. Usable on any thread.
final class FeatureRegistry: Sendable {
  static let shared = FeatureRegistry()

  struct Feature: Sendable {
    /// Makes a store. A nil state means the feature's own. The store and everything that it runs hold the lease.
    let open: @Sendable (FeatureLease, StoreHome, JSON?) throws -> any StoreSource
    let ownReducer: JSONReducer
    /// The feature's own state; nil if it has none.
    let initialState: @Sendable () throws -> JSON?
    var lease = FeatureLease()

    /// The feature as a reducer, for composing.
    var reducer: JSONReducer { ownReducer.holding(lease) }
  }

  private let features = Guarded<[ExactText: Feature]>([:])

  /// Makes a store of a feature; a nil state means the feature's own.
  func open(
    _ name: String, _ home: StoreHome, _ state: JSON?
  ) throws -> any StoreSource {
    let feature = try feature(name)
    return try feature.open(feature.lease, home, state)
  }

  func feature(_ name: String) throws -> Feature {
    if let feature = features.withLock({ $0[ExactText(name)] }) { return feature }
    throw Failure(KMK_ERR_UNKNOWN_FEATURE, explain(name))
  }

  func register(_ name: String, _ feature: Feature) throws {
    guard !name.isEmpty else { throw Failure.invalid("a feature's name is empty") }
    let isNew = features.withLock { features in
      if features[ExactText(name)] != nil { return false }
      features[ExactText(name)] = feature
      return true
    }
    guard isNew else { throw Failure.invalid("a feature is already registered as \"\(name)\"") }
  }

  /// Unregisters a feature.
  /// - Throws: If no feature has the name, and while the feature is in use.
  func unregister(_ name: String) throws {
    // Released after the lock, because releasing runs the program's functions.
    let gone: Feature? = try features.withLock { features throws(Failure) in
      guard let place = features.index(forKey: ExactText(name)) else {
        throw Failure(KMK_ERR_NOT_FOUND, "no feature is registered as \"\(name)\"")
      }
      guard isKnownUniquelyReferenced(&features.values[place].lease) else {
        throw Failure(KMK_ERR_BUSY, "the feature \"\(name)\" is in use")
      }
      return features.remove(at: place).value
    }
    withExtendedLifetime(gone) {}
  }

  /// Explains that a name is unknown, and lists the known names.
  private func explain(_ name: String) -> String {
    let known = features.withLock { $0.keys.ordered(by: <).map(\.text) }
    return known.isEmpty
      ? "no feature is registered, so not \"\(name)\""
      : KnownNames.advice(
        "no feature is registered as \"\(name.shortened)\"; ", "known: ", known, for: name)
  }
}

/// Held by every store and reducer of a registered feature. The reference count shows whether any exist.
final class FeatureLease: Sendable {}
