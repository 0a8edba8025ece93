/// The error of a dependency's function that nobody has set.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The function: `APIClient.user`.
  public let endpoint: String

  /// The error of an endpoint, by its name.
  public init(_ endpoint: String) { self.endpoint = endpoint }

  public var description: String { "\(endpoint) was used and nobody set it" }
}
