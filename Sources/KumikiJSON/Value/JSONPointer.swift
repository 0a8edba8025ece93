internal import CJansson

/// A place in a JSON value, as RFC 6901 writes it: `""`, `/destination`, `/rows/3/count`.
///
/// It is taken apart once. Its segments stay in memory as jansson wants keys, so that a step costs
/// no more than jansson's own lookup. Two pointers are equal when their segments have the same
/// bytes.
// Sendable: the storage is written only before it is published.
public struct JSONPointer: @unchecked Sendable {
  private let storage: Storage

  /// The whole value.
  public static let root: JSONPointer = JSONPointer(storage: Storage([]))

  private init(storage: Storage) { self.storage = storage }

  /// Takes a pointer's text apart.
  /// - Throws: `invalidPointer` for text that neither is empty nor begins with `/`, or has a `~`
  ///   that is followed by neither `0` nor `1`.
  public init(_ text: String) throws(JSONError) {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(JSONError) in try Self.segments(of: UnsafeRawBufferPointer(bytes)) }
    }
    storage = Storage(try result.get())
  }

  /// Takes a pointer's text apart, given as bytes that are not kept.
  /// - Throws: `invalidPointer`, also for bytes that are not UTF-8.
  public init(bytes: UnsafeRawBufferPointer) throws(JSONError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(.invalidPointer, message: "a JSON Pointer that is not UTF-8")
    }
    storage = Storage(try Self.segments(of: bytes))
  }
}

// MARK: - Parts

extension JSONPointer {
  /// One step: a key of an object, or an index of an array.
  package struct Segment {
    /// The unescaped key, NUL-terminated; lives as long as the pointer.
    package let bytes: UnsafePointer<CChar>
    /// Bytes of the key without the NUL.
    package let count: Int
    /// The index where the segment can be one (decimal, no leading zero), else -1.
    package let index: Int

    /// True for `-`, the place after an array's last element; only an insertion knows it.
    package var isAppend: Bool { count == 1 && bytes[0] == CChar(UInt8(ascii: "-")) }

    package var text: String { String(decoding: raw, as: UTF8.self) }

    var raw: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

    /// What this step leads to, borrowed.
    package func child(of node: JSONNode) -> JSONNode? {
      if node.pointee.type == JSON_OBJECT { return json_object_getn(node, bytes, count) }
      guard node.pointee.type == JSON_ARRAY, index >= 0 else { return nil }
      return json_array_get(node, index)
    }
  }

  /// The steps from the root, valid while the pointer lives: whoever keeps them keeps it, or wraps
  /// their use in `withExtendedLifetime`.
  package var segments: UnsafeBufferPointer<Segment> { UnsafeBufferPointer(storage.segments) }

  public var isRoot: Bool { storage.segments.isEmpty }

  /// What is there in a value, borrowed; nil where there is nothing.
  /// - Complexity: O(*k*) in the segments.
  package func resolve(in root: JSONNode) -> JSONNode? { resolve(in: root, from: 0) }

  /// What the steps from the given one on lead to.
  func resolve(in root: JSONNode, from first: Int) -> JSONNode? {
    defer { withExtendedLifetime(storage) {} }
    var node = root
    for segment in segments[first...] {
      guard let next = segment.child(of: node) else { return nil }
      node = next
    }
    return node
  }

  /// The pointer to a member or element below this place; `key` is plain text and is escaped where
  /// needed.
  public func appending(_ key: String) -> JSONPointer {
    withExtendedLifetime(storage) {
      JSONPointer(storage: Storage(segments.map { Array($0.raw) } + [Array(key.utf8)]))
    }
  }

  /// The pointer to the element at an index below this place.
  public func appending(index: Int) -> JSONPointer { appending(String(index)) }
}

extension JSON {
  /// The value at a place below this one, nil where there is nothing.
  public subscript(pointer: JSONPointer) -> JSON? {
    withNode { pointer.resolve(in: $0).map(JSON.init(borrowing:)) }
  }
}

// MARK: - Text

extension JSONPointer: CustomStringConvertible {
  /// The pointer as RFC 6901 writes it.
  public var text: String {
    withExtendedLifetime(storage) {
      segments.reduce(into: "") { $0.appendSegment($1.text) }
    }
  }

  public var description: String { text }
}

extension String {
  /// Appends one escaped step to the text of a JSON Pointer.
  mutating func appendSegment(_ key: String) {
    append("/")
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": append("~0")
      case "/": append("~1")
      default: unicodeScalars.append(scalar)
      }
    }
  }
}

extension JSONPointer {
  private static func segments(of bytes: UnsafeRawBufferPointer) throws(JSONError) -> [[UInt8]] {
    guard let first = bytes.first else { return [] }
    guard first == UInt8(ascii: "/") else {
      throw JSONError(
        .invalidPointer, message: "a JSON Pointer is empty or begins with \"/\"")
    }
    var segments: [[UInt8]] = []
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "/"): segments.append([])
      case UInt8(ascii: "~"):
        segments[segments.count - 1].append(try unescaped(bytes, at: offset))
        offset += 1
      default: segments[segments.count - 1].append(byte)
      }
    }
    return segments
  }

  private static func unescaped(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(JSONError) -> UInt8 {
    switch offset < bytes.count ? bytes[offset] : 0 {
    case UInt8(ascii: "0"): return UInt8(ascii: "~")
    case UInt8(ascii: "1"): return UInt8(ascii: "/")
    default:
      throw JSONError(
        .invalidPointer, message: "\"~\" in a JSON Pointer is followed by 0 or 1")
    }
  }
}

// MARK: - Storage

extension JSONPointer: Hashable {
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    withExtendedLifetime((left, right)) {
      left.segments.elementsEqual(right.segments) { $0.raw.isEqual(to: $1.raw) }
    }
  }

  public func hash(into hasher: inout Hasher) {
    withExtendedLifetime(storage) {
      hasher.combine(segments.count)
      for segment in segments {
        hasher.combine(segment.count)
        hasher.combine(bytes: segment.raw)
      }
    }
  }
}

extension JSONPointer {
  /// One block with all keys, each followed by a NUL, and the segments that point into it.
  private final class Storage {
    let segments: UnsafeMutableBufferPointer<Segment>
    private let keys: UnsafeMutableBufferPointer<CChar>

    init(_ parts: [[UInt8]]) {
      keys = .allocate(capacity: parts.reduce(0) { $0 + $1.count + 1 })
      segments = .allocate(capacity: parts.count)
      var offset = 0
      for (position, part) in parts.enumerated() {
        let key = keys[offset..<(offset + part.count + 1)]
        _ = key.initialize(fromContentsOf: part.lazy.map(CChar.init(bitPattern:)) + [0])
        let start = UnsafePointer(keys.baseAddress! + offset)
        segments.initializeElement(
          at: position,
          to: Segment(bytes: start, count: part.count, index: Self.index(of: part)))
        offset += part.count + 1
      }
    }

    deinit {
      keys.deallocate()
      segments.deallocate()
    }

    private static func index(of part: [UInt8]) -> Int {
      // 18 digits fit in an Int whatever they are, and no array is larger.
      guard (1...18).contains(part.count),
        part == [UInt8(ascii: "0")] || part[0] != UInt8(ascii: "0")
      else { return -1 }
      var index = 0
      for byte in part {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return -1 }
        index = index * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return index
    }
  }
}
