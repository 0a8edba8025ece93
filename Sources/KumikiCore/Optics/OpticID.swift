/// Identifies the part that an optic reaches: equal for optics that reach the same part of the same state.
///
/// An operator inside a ``ReducerReader`` is created again for every action and finds its running effects by this id,
/// so the id must not depend on the operator object.
public struct OpticID: Hashable, @unchecked Sendable {
  // Key paths, pointers and case names: immutable, even if their types are not `Sendable`.
  fileprivate let identity: Identity

  /// Creates the id of an optic. Two optics with equal values are the same.
  public init(_ identity: some Hashable) { self.identity = Identity(AnyHashable(identity)) }

  fileprivate init(_ identity: Identity) { self.identity = identity }

  /// The value that the id was created from.
  package var base: Any { identity.value.base }

  /// Compares the pointers first, which are equal for copies, then the hashes, because `\.self` must not be compared
  /// with another key path: the runtime of Swift 6.3 traps.
  public static func == (left: OpticID, right: OpticID) -> Bool {
    left.identity === right.identity
      || left.identity.hash == right.identity.hash && left.identity.value == right.identity.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity.hash) }

  /// Stores the hash, because hashing a key path walks it.
  fileprivate final class Identity {
    let value: AnyHashable
    let hash: Int

    init(_ value: AnyHashable) {
      self.value = value
      hash = value.hashValue
    }
  }
}

/// The id of an operator's optic, created on first use. Most operators never need it.
///
/// Thread-safe, because stores on several threads may share an operator.
@usableFromInline
package struct LazyOpticID: ~Copyable, Sendable {
  private let identity = OnceReference<OpticID.Identity>()

  @usableFromInline
  package init() {}

  @usableFromInline
  package func callAsFunction(_ make: @autoclosure () -> OpticID) -> OpticID {
    OpticID(identity { make().identity }.object)
  }
}
