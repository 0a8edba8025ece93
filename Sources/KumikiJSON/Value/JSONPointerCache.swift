/// A cache of parsed pointers by their text, for reducers that write by the same pointers again and again.
///
/// A text is found by its bytes, so a text that changes in the same memory is another pointer.
package final class JSONPointerCache {
  struct Entry {
    /// With a NUL behind.
    fileprivate let text: [CChar]
    let pointer: JSONPointer
    /// The pointer's, valid while it is here.
    let steps: JSONSteps
    /// Where it led last.
    var trace = JSONTrace.none

    fileprivate init(_ text: [CChar], _ pointer: JSONPointer) {
      self.text = text
      self.pointer = pointer
      steps = pointer.segments
    }

    fileprivate func isText(_ other: CStringView) -> Bool { other.isEqual(to: text) }

  }

  /// The longest text that is kept.
  private static let longest = 120

  private var table = ReuseTable<Entry>(capacity: 64)
  /// The one that was asked for last: what a reducer reads it often writes next.
  private var recent = 0

  package init() {}

  /// The place of a text's entry; nil for one that was not written by. Valid until something is written.
  @inline(__always)
  func known(_ text: CStringView) -> Int? {
    guard !table.isEmpty else { return nil }
    if table[recent].isText(text) { return recent }
    return search(text, Self.hash(text))
  }

  subscript(place: Int) -> Entry {
    @inline(__always) _read { yield table[place] }
    @inline(__always) _modify { yield &table[place] }
  }

  /// What the pointer of a place leads to from a container, borrowed; nil where there is nothing.
  @inline(__always)
  func find(_ place: Int, from node: JSONNode, _ structure: UInt64) -> JSONNode? {
    guard let last = table[place].steps.last else { return node }
    // Mostly it is where it was. Only to be written is the table asked whether somebody shares it.
    if table[place].trace.holds(from: node, structure) { return table[place].trace.value(last) }
    return self[place].trace.follow(table[place].steps, from: node, structure)
  }

  @inline(never)
  private func search(_ text: CStringView, _ hash: UInt64) -> Int? {
    guard let found = table.find(hash, where: { $0.isText(text) }) else { return nil }
    recent = found
    return found
  }

  /// The pointer of a text, which is kept for when it comes again.
  /// - Returns: nil for a text that is no pointer, or is not UTF-8.
  package func pointer(_ text: CStringView) -> JSONPointer? {
    let hash = Self.hash(text)
    if let known = search(text, hash) { return table[known].pointer }
    guard let pointer = try? JSONPointer(text.bytes) else { return nil }
    if text.bytes.count <= Self.longest {
      recent = table.insert(Entry(text.copy(), pointer), for: hash)
    }
    return pointer
  }

  private static func hash(_ text: CStringView) -> UInt64 { ContentHash.of(text.bytes) }
}
