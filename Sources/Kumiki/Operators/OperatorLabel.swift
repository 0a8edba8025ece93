/// Names an operator in issues: what it is and where it was attached.
public struct OperatorLabel: Sendable {
  let make: @Sendable () -> String
  package var text: String { make() }

  /// An operator written in Swift, by its place in the source.
  @inlinable
  public init(_ name: StaticString, at site: Site) { self.init { "\(name) at \(site)" } }

  /// A label that is made when an issue names it.
  public init(_ make: @escaping @Sendable () -> String) { self.make = make }
}
