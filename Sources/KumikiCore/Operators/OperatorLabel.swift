/// The name of an operator in issues: its kind, and the source location where it was attached.
public struct OperatorLabel: Sendable {
  let make: @Sendable () -> String
  package var text: String { make() }

  /// Creates the label of an operator written in Swift: its name and its source location.
  @inlinable
  public init(_ name: StaticString, at site: Site) { self.init { "\(name) at \(site)" } }

  /// Creates a label whose text is computed when an issue needs it.
  public init(_ make: @escaping @Sendable () -> String) { self.make = make }
}
