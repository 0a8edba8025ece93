/// The error that a dependency's function throws if the function was not set.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The name of the function: `APIClient.user`.
  public let endpoint: String

  /// Creates the error of an endpoint with this name.
  public init(_ endpoint: String) { self.endpoint = endpoint }

  public var description: String { "\(endpoint) was used, but no value was set" }
}
