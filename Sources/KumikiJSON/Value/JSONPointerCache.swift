internal import KumikiValues

/// A cache of parsed pointers by their C strings, for reducers that read and write through the same pointers
/// repeatedly.
///
/// Strings are compared by their bytes, so a changed string in the same memory is another pointer.
package final class JSONPointerCache {
  /// A cached string. It is at a fixed address, which is valid as long as the cache: a string that is no longer kept
  /// is replaced there.
  typealias Known = ManualBox<Entry>

  struct Entry {
    private let text: AlignedText
    let pointer: JSONPointer
    /// The pointer's steps, valid while the entry exists.
    let steps: JSONSteps
    /// The position that the pointer led to last.
    private(set) var trace = JSONLookup.none
    /// The entry that was used after this one last, because most reducers use their pointers in the same order.
    fileprivate var next: Known?

    fileprivate init(_ text: CStringView, _ pointer: JSONPointer) {
      self.text = AlignedText(text)
      self.pointer = pointer
      steps = pointer.segments
    }

    @inline(__always)
    fileprivate func isText(_ other: CStringView) -> Bool { text.isEqual(to: other) }

    fileprivate func freeText() { text.free() }

    /// Resolves the pointer from a container. Borrowed; nil if the value is missing.
    @inline(__always)
    mutating func find(from node: JSONNode, _ structure: UInt64) -> JSONNode? {
      trace.find(steps, from: node, structure)
    }
  }

  private var table = PointerTable(capacity: 64)
  /// The entry of each number of the table.
  private var entries: [Known] = []
  /// The last entry used, because a reducer often writes the value that it has just read.
  private var recent: Known?

  package init() {}

  deinit {
    for entry in entries {
      entry.pointee.freeText()
      entry.free()
    }
  }

  /// Returns a known string's entry; nil for an unknown string.
  @inline(__always)
  func known(_ text: CStringView) -> Known? {
    guard let recent else { return nil }
    if recent.pointee.isText(text) { return recent }
    return search(text, after: recent)
  }

  @inline(never)
  private func search(_ text: CStringView, after last: Known) -> Known? {
    if let next = last.pointee.next, next.pointee.isText(text) {
      recent = next
      return next
    }
    return table.find(text).map { use(entries[$0]) }
  }

  private func use(_ entry: Known) -> Known {
    recent?.pointee.next = entry
    recent = entry
    return entry
  }

  /// Returns the pointer for a string, cached for the next use.
  /// - Returns: nil for a string that is not a pointer or not UTF-8.
  package func pointer(_ text: CStringView) -> JSONPointer? {
    if let known = known(text) { return known.pointee.pointer }
    guard let pointer = try? JSONPointer(text.bytes) else { return nil }
    guard let number = table.insert(text) else { return pointer }
    let entry = Entry(text, pointer)
    if number < entries.count {
      entries[number].pointee.freeText()
      entries[number].pointee = entry
    } else {
      entries.append(.make(entry))
    }
    _ = use(entries[number])
    return pointer
  }
}
