/// A string from outside that names something: a path, a key, an id, a case.
///
/// Strings are compared by their Unicode scalars, and so by the bytes of their UTF-8, as docs/json.md says and as C
/// compares strings. Swift's own comparison treats an é and an e with a combining accent as equal, so two files would
/// be one. Tables, sets and `Hashable` types therefore store outside names as this type, never as `String`;
/// scripts/check-imports enforces the rule.
package struct ExactText: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  package let text: String

  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  package init(stringLiteral text: String) { self.init(text) }

  package var description: String { text }
  package var isEmpty: Bool { text.isEmpty }

  package static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

  package func hash(into hasher: inout Hasher) {
    // Not the string's own hash: strings that only Swift considers equal share it.
    var text = text
    text.withUTF8 { bytes in hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    hasher.combine(0xFF as UInt8)
  }
}

/// Ordered by the bytes of the UTF-8.
extension ExactText: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension String {
  /// Whether both have the same Unicode scalars.
  package func isExactly(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in unsafe left.indices.allSatisfy { unsafe left[$0] == right[$0] } }
    }
  }
}
