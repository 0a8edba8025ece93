/// The key of a localized text, with the values of its placeholders.
///
/// `"Delete \(name)?"` has the key `Delete %@?`. An integer is `%lld` and a floating-point number `%lf`, as
/// in a `.strings` file.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The key with its placeholders.
  public let key: String
  let arguments: [String]

  /// A key without placeholders.
  public init(_ key: String) {
    self.key = key
    arguments = []
  }

  public init(stringLiteral key: String) { self.init(key) }

  public init(stringInterpolation interpolation: StringInterpolation) {
    key = interpolation.key
    arguments = interpolation.arguments
  }

  /// Collects the key and the values of its placeholders.
  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var arguments: [String] = []

    public init(literalCapacity: Int, interpolationCount _: Int) {
      key.reserveCapacity(literalCapacity)
    }

    /// Appends the text between placeholders.
    public mutating func appendLiteral(_ literal: String) {
      // In a format, a percent sign is doubled.
      for character in literal { key += character == "%" ? "%%" : String(character) }
    }

    /// A text, or any value printed as text: `%@`.
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

  /// A translation with its placeholders filled. A placeholder may name its argument: `%2$@`. A literal
  /// without arguments is not a format and stays as it is.
  func filled(_ translation: String) -> String {
    arguments.isEmpty && translation == key
      ? translation.replacing("%%", with: "%") : PlaceHolders.fill(translation, arguments)
  }
}
