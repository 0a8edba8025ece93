/// Distinguishes one presentation from the next in the same slot.
///
/// Generated ids are `"0"`, `"1"`, … in each store of a virtual loop, and unique strings elsewhere. A `present` action
/// may supply its own id: `.present(id: "login", state)`.
public struct PresentationID: Hashable, Sendable, CustomStringConvertible,
  ExpressibleByStringLiteral
{
  // Not private, so that other modules destroy an id without its value witnesses.
  package enum Form: Hashable, Sendable {
    case counted(UInt64)
    case unique(UInt64)
    case text(ExactText)
  }

  private let form: Form

  /// Creates an id that the program chooses.
  public init(_ text: String) {
    // A program's "0" equals the counted 0, because both have the same text.
    if let number = UInt64(text), String(number).isExactly(text) {
      form = .counted(number)
    } else {
      form = .text(ExactText(text))
    }
  }

  /// Creates an id from outside. Returns nil for a string with a zero character, because C would truncate it there.
  package init?(given text: String) {
    if text.utf8.contains(0) { return nil }
    self.init(text)
  }

  /// The number, if the id has the text of a counted id.
  var number: UInt64? {
    if case .counted(let number) = form { number } else { nil }
  }

  public init(stringLiteral value: String) { self.init(value) }

  init(counted number: UInt64) { form = .counted(number) }

  static func unique() -> Self {
    Self(form: .unique(Serial.next()))
  }

  private init(form: Form) { self.form = form }

  /// Distinguishes the ids of two runs of a program.
  private static let prefix = String(UInt32.random(in: .min ... .max), radix: 36)

  public var description: String {
    switch form {
    case .counted(let number): String(number)
    case .unique(let number): "\(Self.prefix)-\(number)"
    case .text(let text): text.text
    }
  }
}

extension PresentationID: Codable {
  /// - Throws: if the string contains a zero character, because C would truncate it there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = PresentationID(given: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an id has no zero character")
    }
    self = id
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
