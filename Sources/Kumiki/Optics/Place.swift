/// Identifies an optic: equal for two optics that reach the same part of the same state.
///
/// An operator that is made anew for every action (inside a reader) finds its running effects again
/// by it, so it must not depend on the operator's own identity.
public struct Place: Hashable, @unchecked Sendable {
  // Key paths, pointers and case names: immutable, whatever their type says.
  private let identity: AnyHashable

  public init(_ identity: some Hashable) { self.identity = AnyHashable(identity) }
}
