/// Numbers from 0 on for the pointer strings that a program uses repeatedly. The caller keeps an array with data
/// for each string, indexed by these numbers.
package struct PointerTable {
  /// The longest string that is kept.
  private static let longest = 120

  private var table: ReuseTable<[CChar]>
  /// The number found last.
  private var recent = 0

  /// - Parameter capacity: a power of two.
  package init(capacity: Int = 32) { table = ReuseTable(capacity: capacity) }

  /// Returns the number of a string; nil for a string that is not kept.
  package mutating func find(_ text: CStringView) -> Int? {
    guard !table.isEmpty else { return nil }
    if text.isEqual(to: table[recent]) { return recent }
    guard let found = table.find(ContentHash.of(text.bytes), where: { text.isEqual(to: $0) }) else {
      return nil
    }
    recent = found
    return found
  }

  /// Returns the number for a new string: the next number, or the number of a string which is no longer kept;
  /// nil for a string that is too long.
  package mutating func insert(_ text: CStringView) -> Int? {
    let bytes = text.bytes
    guard bytes.count <= Self.longest else { return nil }
    recent = table.insert(text.copy(), for: ContentHash.of(bytes))
    return recent
  }
}
