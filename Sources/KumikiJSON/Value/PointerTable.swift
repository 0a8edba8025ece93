/// Numbers from 0 on for the texts of pointers that a program uses repeatedly. What is kept for a text is at its
/// number, in an array of the caller's.
package struct PointerTable {
  /// The longest text that is kept.
  private static let longest = 120

  private var table = ReuseTable<[CChar]>(capacity: 32)
  /// The number found last.
  private var recent = 0

  package init() {}

  /// The number of a text; nil for one that is not kept.
  package mutating func find(_ text: CStringView) -> Int? {
    guard !table.isEmpty else { return nil }
    if text.isEqual(to: table[recent]) { return recent }
    guard let found = table.find(ContentHash.of(text.bytes), where: { text.isEqual(to: $0) }) else {
      return nil
    }
    recent = found
    return found
  }

  /// The number for a new text: the next one, or that of a text which is no longer kept; nil for a text that
  /// is too long.
  package mutating func insert(_ text: CStringView) -> Int? {
    let bytes = text.bytes
    guard bytes.count <= Self.longest else { return nil }
    recent = table.insert(text.copy(), for: ContentHash.of(bytes))
    return recent
  }
}
