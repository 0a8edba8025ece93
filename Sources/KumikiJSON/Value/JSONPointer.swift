/// A place in a JSON value, written as in RFC 6901: `""`, `/destination`, `/rows/3/count`.
///
/// A pointer is parsed once. Its segments are stored in the form of jansson's keys, so a step costs no more than
/// jansson's own lookup. Two pointers are equal if their segments have the same bytes.
// Sendable: the storage is written only before it is published.
public struct JSONPointer: @unchecked Sendable {
  private let storage: Storage

  /// The whole value.
  public static let root: JSONPointer = JSONPointer(keys: [])

  private init(storage: Storage) { self.storage = storage }

  /// Makes a pointer of plain keys, which need no escapes.
  package init(keys: [String]) {
    self.init(steps: keys.count, keyBytes: keys.reduce(0) { $0 + $1.utf8.count }) { append in
      for key in keys { key.withBytes(append) }
    }
  }

  /// Makes a pointer of the keys that `fill` appends.
  ///
  /// - Parameters:
  ///   - steps: the number of keys at most.
  ///   - keyBytes: the bytes of all keys at most.
  init(steps: Int, keyBytes: Int, _ fill: ((JSONBytes) -> Void) -> Void) {
    storage = Storage(count: steps, keyBytes: keyBytes)
    fill(storage.append)
  }

  /// Parses a pointer.
  /// - Throws: `invalidPointer` if the string is not empty and does not begin with `/`, or if a `~` is not
  ///   followed by `0` or `1`.
  public init(_ text: String) throws(JSONError) {
    storage = try text.withBytes { (bytes) throws(JSONError) in try Storage(parsing: bytes) }
  }

  /// Parses a pointer, which may not be valid UTF-8.
  init(_ bytes: JSONBytes) throws(JSONError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(.invalidPointer, message: "a JSON Pointer that is not UTF-8")
    }
    storage = try Storage(parsing: bytes)
  }
}

// MARK: - Segments

extension JSONPointer {
  /// One step: a key of an object, or an index of an array.
  package struct Segment {
    /// The unescaped, NUL-terminated key. Lives as long as the pointer.
    package let raw: JSONBytes
    /// The index if the segment can be one (decimal, no leading zero); otherwise -1.
    package let index: Int
    /// A hash of the key's bytes, for tables by key.
    let hash: UInt
    /// Whether the key contains no NUL, so that C's string functions work on it.
    private let isText: Bool

    /// - Parameter raw: NUL-terminated; outlives the segment.
    @inline(__always)
    init(_ raw: JSONBytes, index: Int) {
      self.raw = raw
      self.index = index
      hash = UInt(ContentHash.of(raw))
      isText = index >= 0 || raw.offset(of: 0) == nil
    }

    /// The number of bytes of the key.
    package var count: Int { raw.count }

    /// Returns the value at this step, with jansson's iterator at it in an object, unless the name contains a
    /// NUL.
    @inline(__always)
    func find(in node: JSONNode) -> (member: JSONMember?, node: JSONNode?) {
      guard isText, node.isObject else { return (nil, child(of: node)) }
      let member = node.entry(raw)
      return (member, member?.value)
    }

    /// True for `-`, the place after an array's last element. Only an insertion accepts it.
    package var isAppend: Bool { raw.count == 1 && raw[0] == UInt8(ascii: "-") }

    package var text: String { raw.string }

    /// Returns at most a number of bytes from the start of the key, cut at the start of a character.
    func text(atMost bytes: Int) -> String {
      var end = min(count, bytes)
      while end > 0, end < count, raw[end] & 0xC0 == 0x80 { end -= 1 }
      return String(decoding: raw.prefix(end), as: UTF8.self)
    }

    /// Returns the value at this step, borrowed.
    package func child(of node: JSONNode) -> JSONNode? {
      if node.isObject { return node.member(raw) }
      return index >= 0 ? node.element(index) : nil
    }
  }

  /// The steps from the root. They are valid while the pointer lives, so keep the pointer too, or use them
  /// inside `withExtendedLifetime`.
  package var segments: JSONSteps { storage.steps }

  /// The steps as unescaped strings.
  package var keys: [String] { segments.map(\.text) }

  /// Whether this is the pointer to the whole value, `""`.
  public var isRoot: Bool { storage.count == 0 }

  /// Returns the value at the pointer, borrowed; nil if it is missing.
  /// - Complexity: O(*k*) in the segments.
  ///
  /// - Parameter first: the step to start with.
  package func resolve(in root: JSONNode, from first: Int = 0) -> JSONNode? {
    withExtendedLifetime(storage) { segments.resolve(in: root, from: first) }
  }

  /// Returns the pointer to a member or element below this place. `key` is unescaped.
  ///
  /// - Complexity: O(*k*) in the length of the pointer.
  public func appending(_ key: String) -> JSONPointer { key.withBytes { appending($0) } }

  private func appending(_ key: JSONBytes) -> JSONPointer {
    withExtendedLifetime(storage) {
      JSONPointer(storage: Storage(segments.map(\.raw) + CollectionOfOne(key)))
    }
  }

  /// The last step as an unescaped string; nil for the root.
  package var lastKey: String? { segments.last?.text }

  /// Returns the rest of this place below another one, which it is inside.
  package func without(_ other: JSONPointer) -> JSONPointer {
    withExtendedLifetime(storage) {
      JSONPointer(storage: Storage(segments.dropFirst(other.segments.count).map(\.raw)))
    }
  }

  /// Whether this place is inside the other.
  package func isBelow(_ other: JSONPointer) -> Bool {
    segments.count > other.segments.count
      && zip(segments, other.segments).allSatisfy { $0.raw.isEqual(to: $1.raw) }
  }

  /// The pointer to the container of this place; for the root, the root.
  package var withoutLast: JSONPointer {
    withExtendedLifetime(storage) {
      JSONPointer(storage: Storage(segments.dropLast().map(\.raw)))
    }
  }

  /// Returns this pointer followed by another.
  package func appending(_ other: JSONPointer) -> JSONPointer {
    if isRoot { return other }
    return withExtendedLifetime((self, other)) {
      JSONPointer(storage: Storage(segments.map(\.raw) + other.segments.map(\.raw)))
    }
  }

  /// Returns the pointer to the element at an index below this place.
  public func appending(index: Int) -> JSONPointer { withDecimal(index) { appending($0.raw) } }
}

extension JSON {
  /// The value at a place below this value; nil if it is missing.
  ///
  /// - Complexity: O(*k*) in the steps of the pointer.
  public subscript(pointer: JSONPointer) -> JSON? {
    withNode { pointer.resolve(in: $0).map(JSON.init(borrowing:)) }
  }
}

// MARK: - Text

extension JSONPointer: CustomStringConvertible {
  /// The pointer as RFC 6901 writes it.
  ///
  /// - Complexity: O(*k*) in the length of the text.
  public var text: String { keys.reduce(into: "") { $0.appendSegment($1) } }

  public var description: String { text }

  /// Returns at least a number of bytes from the start of the text; all of it if it is shorter.
  package func text(atMost bytes: Int) -> String {
    var text = ""
    for segment in segments {
      text.appendSegment(segment.text(atMost: bytes))
      if text.utf8.count >= bytes { break }
    }
    return withExtendedLifetime(storage) { text }
  }
}

// MARK: - Storage

extension JSONPointer: Hashable {
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    withExtendedLifetime((left, right)) {
      left.segments.elementsEqual(right.segments) { $0.raw.isEqual(to: $1.raw) }
    }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(contentHash) }

  /// A hash for tables by pointer.
  var contentHash: UInt64 {
    withExtendedLifetime(storage) {
      segments.reduce(UInt64(segments.count)) { ContentHash.mix($0, UInt64($1.hash)) }
    }
  }
}
