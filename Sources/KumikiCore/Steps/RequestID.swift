/// Distinguishes the requests of a store, in all runs of its program.
///
/// Generated ids are `"0"`, `"1"`, … in each store of a virtual loop, and unique strings elsewhere.
package struct RequestID: Hashable, Sendable, CustomStringConvertible {
  private enum Form: Hashable, Sendable {
    case counted(UInt64)
    case unique(UInt64)
    case text(ExactText)
  }

  private let form: Form

  /// Creates an id from its text: from a snapshot, or from the program.
  package init(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if parts.count == 1, let number = UInt64(text), String(number).isExactly(text) {
      form = .counted(number)
    } else if parts.count == 2, String(parts[0]).isExactly(Self.run), let number = UInt64(parts[1]),
      String(number).isExactly(String(parts[1]))
    {
      form = .unique(number)
    } else {
      form = .text(ExactText(text))
    }
  }

  init(counted number: UInt64) { form = .counted(number) }

  static func unique() -> Self { Self(form: .unique(Serial.next())) }

  private init(form: Form) { self.form = form }

  /// Distinguishes the ids of two runs of a program.
  private static let run = String(UInt64.random(in: .min ... .max), radix: 36)

  package var description: String {
    switch form {
    case .counted(let number): String(number)
    case .unique(let number): "\(Self.run)-\(number)"
    case .text(let text): text.text
    }
  }
}
