internal import Synchronization

/// Identifies an optic: equal for two optics that reach the same part of the same state.
///
/// An operator that is made anew for every action (inside a reader) finds its running effects again
/// by it, so it must not depend on the operator's own identity.
public struct Place: Hashable, @unchecked Sendable {
  // Key paths, pointers and case names: immutable, whatever their type says.
  fileprivate let identity: Identity

  public init(_ identity: some Hashable) { self.identity = Identity(AnyHashable(identity)) }

  fileprivate init(_ identity: Identity) { self.identity = identity }

  /// Copies are known to be equal by the pointer.
  public static func == (left: Place, right: Place) -> Bool {
    left.identity === right.identity || left.identity.value == right.identity.value
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity.hash) }

  /// To hash a key path is to walk it, so that is done once.
  fileprivate final class Identity {
    let value: AnyHashable
    let hash: Int

    init(_ value: AnyHashable) {
      self.value = value
      hash = value.hashValue
    }
  }
}

/// An operator's place, made when it is first asked for: of most it never is.
///
/// Stores on several threads may have an operator in common.
@usableFromInline
package struct LazyPlace: ~Copyable, Sendable {
  /// A pointer to an identity that is owned here, 0 before there is one. An atomic number is read by one
  /// instruction, where `AtomicLazyReference` takes hundreds.
  private let identity = Atomic<UInt>(0)

  @usableFromInline
  package init() {}

  deinit { Self.reference(to: identity.load(ordering: .acquiring))?.release() }

  @usableFromInline
  package func callAsFunction(_ make: @autoclosure () -> Place) -> Place {
    if let known = Self.reference(to: identity.load(ordering: .acquiring)) {
      return Place(known.takeUnretainedValue())
    }
    let made = Unmanaged.passRetained(make().identity)
    let (isFirst, before) = identity.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()),
      ordering: .acquiringAndReleasing)
    if isFirst { return Place(made.takeUnretainedValue()) }
    made.release()
    return Place(Self.reference(to: before)!.takeUnretainedValue())
  }

  private static func reference(to bits: UInt) -> Unmanaged<Place.Identity>? {
    UnsafeRawPointer(bitPattern: bits).map(Unmanaged.fromOpaque)
  }
}
