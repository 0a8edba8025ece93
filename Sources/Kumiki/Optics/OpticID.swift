/// Identifies what an optic reaches: equal for two optics that reach the same part of the same state.
///
/// An operator inside a reader is made anew for every action and finds its running effects by this id, so
/// the id must not depend on the operator object.
public struct OpticID: Hashable, @unchecked Sendable {
  // Key paths, pointers and case names: immutable, whatever their type says.
  fileprivate let identity: Identity

  /// The identity of an optic: two are the same where these values are equal.
  public init(_ identity: some Hashable) { self.identity = Identity(AnyHashable(identity)) }

  fileprivate init(_ identity: Identity) { self.identity = identity }

  /// Copies are known to be equal by the pointer.
  public static func == (left: OpticID, right: OpticID) -> Bool {
    left.identity === right.identity || left.identity.value == right.identity.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity.hash) }

  /// Hashing a key path walks it, so the hash is computed once.
  fileprivate final class Identity {
    let value: AnyHashable
    let hash: Int

    init(_ value: AnyHashable) {
      self.value = value
      hash = value.hashValue
    }
  }
}

/// The id of an operator's optic, made when it is first asked for. Of most operators it never is.
///
/// Stores on several threads may have an operator in common.
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
