/// A cache of parsed pointers by their C strings, for reducers that write through the same pointers repeatedly.
///
/// Strings are compared by their bytes, so a changed string in the same memory is another pointer.
package final class JSONPointerCache {
  struct Entry {
    /// Includes the NUL.
    fileprivate let text: [CChar]
    let pointer: JSONPointer
    /// The pointer's steps, valid while the entry exists.
    let steps: JSONSteps
    /// The position that the pointer led to last.
    var trace = JSONLookup.none

    fileprivate init(_ text: [CChar], _ pointer: JSONPointer) {
      self.text = text
      self.pointer = pointer
      steps = pointer.segments
    }

    fileprivate func isText(_ other: CStringView) -> Bool { other.isEqual(to: text) }

  }

  /// The longest string that is cached.
  private static let longest = 120

  private var table = ReuseTable<Entry>(capacity: 64)
  /// The last entry used, because a reducer often writes the value that it has just read.
  private var recent = 0

  package init() {}

  /// Returns the index of a known string's entry; nil for an unknown string. Valid until the next write.
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

  /// Resolves a cached pointer from a container. Borrowed; nil if the value is missing.
  @inline(__always)
  func find(_ place: Int, from node: JSONNode, _ structure: UInt64) -> JSONNode? {
    guard let last = table[place].steps.last else { return node }
    // The value usually is at the same position. Only the subscript for writing checks whether the table is
    // shared.
    if table[place].trace.holds(from: node, structure) { return table[place].trace.value(last) }
    return self[place].trace.follow(table[place].steps, from: node, structure)
  }

  @inline(never)
  private func search(_ text: CStringView, _ hash: UInt64) -> Int? {
    guard let found = table.find(hash, where: { $0.isText(text) }) else { return nil }
    recent = found
    return found
  }

  /// Returns the pointer for a string, cached for the next use.
  /// - Returns: nil for a string that is not a pointer or not UTF-8.
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
