/// A text as the id of an effect: the same id whichever language a feature is written in.
///
/// Compared by its bytes, as C compares texts. Swift's own comparison treats an é and an e with a combining
/// accent as equal.
package struct CancelText: Hashable, CustomStringConvertible {
  private let text: String

  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  package var description: String { text }

  package static func == (left: Self, right: Self) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Texts with equal bytes are equal strings, so their hashes are equal.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension AnyHashable {
  /// The id under which the engine keeps an effect that a feature named `id`.
  package init<ID: Hashable>(effectID id: ID) {
    // The type is compared first, since a failing cast is slow.
    if ID.self == String.self, let text = id as? String {
      self.init(CancelText(text))
    } else {
      self.init(id)
    }
  }
}
