/// The key of a text in a table of translations, with what stands in its place holders.
///
/// `"Delete \(name)?"` is the key `Delete %@?`, an integer `%lld` and a floating-point number `%lf`, as they
/// stand in a `.strings` file.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The key with its place holders.
  public let key: String
  let arguments: [String]

  /// A key without place holders.
  public init(_ key: String) {
    self.key = key
    arguments = []
  }

  public init(stringLiteral key: String) { self.init(key) }

  public init(stringInterpolation interpolation: StringInterpolation) {
    key = interpolation.key
    arguments = interpolation.arguments
  }

  /// Gathers the key and what stands in its place holders.
  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var arguments: [String] = []

    public init(literalCapacity: Int, interpolationCount _: Int) {
      key.reserveCapacity(literalCapacity)
    }

    /// What stands between the place holders.
    public mutating func appendLiteral(_ literal: String) {
      // In a format a percent sign is written twice.
      for character in literal { key += character == "%" ? "%%" : String(character) }
    }

    /// A text, or anything that is shown as one: `%@`.
    public mutating func appendInterpolation(_ value: some Any) { append("%@", "\(value)") }

    /// An integer: `%lld`.
    public mutating func appendInterpolation(_ value: some BinaryInteger) {
      append("%lld", "\(value)")
    }

    /// A floating-point number: `%lf`.
    public mutating func appendInterpolation(_ value: some BinaryFloatingPoint) {
      append("%lf", "\(value)")
    }

    private mutating func append(_ holder: String, _ argument: String) {
      key += holder
      arguments.append(argument)
    }
  }

  /// A translation with the arguments in its place holders, which may say which one they are for: `%2$@`.
  /// A literal without arguments is no format and stays as it is.
  func filled(_ translation: String) -> String {
    arguments.isEmpty && translation == key
      ? translation.replacing("%%", with: "%") : PlaceHolders.fill(translation, arguments)
  }
}
