/// Names an operator in issues: its kind, and where it was attached.
public struct OperatorLabel: Sendable {
  let make: @Sendable () -> String
  package var text: String { make() }

  /// The label of an operator written in Swift: its name and its place in the source.
  @inlinable
  public init(_ name: StaticString, at site: Site) { self.init { "\(name) at \(site)" } }

  /// A label whose text is made when an issue needs it.
  public init(_ make: @escaping @Sendable () -> String) { self.make = make }
}
