internal import Synchronization

/// The defaults of dependencies in a process or in one test, and the values that replace some of them, set by
/// `prepareDependencies`.
final class DefaultValues: Sendable {
  private struct Place: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct Kept {
    let value: any Sendable
    /// The call of `prepareDependencies` during which the value was made or set.
    let preparation: DependencyPreparation?
    let isPrepared: Bool
  }

  private let kept = Guarded<[Place: Kept]>([:], in: .sharedValues)
  /// Held while a default is made, so that each is made once. Recursive, because a default may read others.
  private let making = GuardLock(isRecursive: true)
  private let preparedContext = Guarded<DependencyContext?>(nil, in: .sharedValues)

  deinit { making.destroy() }

  /// Returns a key's default, which is made at its first use.
  ///
  /// - Parameter make: makes the default, and returns whether the default may be kept.
  func value<Value: Sendable>(
    of key: Any.Type, in context: DependencyContext, during preparation: DependencyPreparation?,
    make: () -> (value: Value, isComplete: Bool)
  ) -> Value {
    let place = Place(key: ObjectIdentifier(key), context: context)
    if let known: Value = known(place) { return known }
    making.lock()
    defer { making.unlock() }
    if let known: Value = known(place) { return known }
    let made = make()
    if made.isComplete {
      let new = Kept(value: made.value, preparation: preparation, isPrepared: false)
      kept.withLock { $0[place] = new }
    }
    return made.value
  }

  private func known<Value>(_ place: Place) -> Value? {
    // In two steps, because a cast from an optional looks up the optional's type at run time.
    guard let kept = kept.withLock({ $0[place] }) else { return nil }
    return kept.value as? Value
  }

  // MARK: - Prepared values

  /// Whether any value was ever prepared. If not, reading an unset value need not search here.
  private static let areAnyPrepared = Atomic(false)
  static var mayBePrepared: Bool { areAnyPrepared.load(ordering: .relaxed) }

  /// Replaces a default with a value.
  ///
  /// - Returns: false, without a change, if the default is in use or another call prepared it.
  func prepare(
    _ value: any Sendable, for key: ObjectIdentifier, in context: DependencyContext,
    during preparation: DependencyPreparation
  ) -> Bool {
    let place = Place(key: key, context: context)
    let new = Kept(value: value, preparation: preparation, isPrepared: true)
    let (isFree, old) = kept.withLock { kept in
      let old = kept[place]
      // The defaults of a preview may be read before the preview's own code starts.
      let isFree =
        old == nil || old?.preparation === preparation
        || context == .preview && old?.preparation == nil
      if isFree { kept[place] = new }
      return (isFree, old)
    }
    // Releases the old value outside the lock.
    withExtendedLifetime(old) {}
    Self.areAnyPrepared.store(true, ordering: .relaxed)
    return isFree
  }

  func prepared(_ key: ObjectIdentifier, in context: DependencyContext) -> (any Sendable)? {
    let kept = kept.withLock { $0[Place(key: key, context: context)] }
    return kept?.isPrepared == true ? kept?.value : nil
  }

  /// The context that `prepareDependencies` set, if any.
  var context: DependencyContext? {
    get { preparedContext.withLock { $0 } }
    set {
      preparedContext.withLock { $0 = newValue }
      Self.areAnyPrepared.store(true, ordering: .relaxed)
    }
  }
}

/// One call of `prepareDependencies`.
final class DependencyPreparation: @unchecked Sendable {
  /// The names of dependencies that could not be prepared. Only the calling thread uses them.
  var refused: [String] = []
}
