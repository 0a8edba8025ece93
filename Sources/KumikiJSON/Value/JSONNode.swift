internal import Synchronization
public import CJansson

/// A pointer to a jansson value. Each function that returns one says whether it is borrowed or new.
public typealias JSONNode = UnsafeMutablePointer<json_t>

extension UnsafeMutablePointer<json_t> {
  /// True for an object or an array.
  package var isContainer: Bool {
    pointee.type == JSON_OBJECT || pointee.type == JSON_ARRAY
  }

  /// True where the caller has the only reference, so that nobody else sees a write. True, false and null
  /// are shared by the whole process and never unique.
  package var isUnique: Bool {
    referenceCount.pointee.load(ordering: .acquiring) == 1
  }

  /// jansson's count as the atomic it is. jansson counts with `__atomic` builtins on a plain
  /// `size_t`, which has the size and the alignment of `Atomic<Int>`.
  var referenceCount: UnsafeMutablePointer<Atomic<Int>> {
    let offset = MemoryLayout<json_t>.offset(of: \json_t.refcount)!
    return (UnsafeMutableRawPointer(self) + offset).assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// What an object with one member holds, borrowed; nil for anything else.
  var soleMember: JSONNode? {
    soleEntry.flatMap { json_object_iter_value($0) }
  }

  /// jansson's iterator at the only member of an object; nil for anything else.
  @inline(__always)
  var soleEntry: UnsafeMutableRawPointer? {
    guard pointee.type == JSON_OBJECT, json_object_size(self) == 1 else { return nil }
    return json_object_iter(self)
  }

  /// The bytes of a text, without copying them. Empty for a value that is no text.
  package var textBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: json_string_value(self), count: json_string_length(self))
  }
}

// MARK: - Walking

extension UnsafeMutablePointer<json_t> {
  /// Calls `body` with each member or element, borrowed, until it answers false. Nothing for a
  /// scalar.
  @inline(__always)
  func forEachChild(while body: (JSONNode) -> Bool) {
    if pointee.type == JSON_OBJECT {
      var iterator = json_object_iter(self)
      while let here = iterator {
        guard let child = json_object_iter_value(here), body(child) else { return }
        iterator = json_object_iter_next(self, here)
      }
    } else if pointee.type == JSON_ARRAY {
      for index in 0..<json_array_size(self) {
        guard let child = json_array_get(self, index), body(child) else { return }
      }
    }
  }

  /// Calls `body` with each member's key bytes and value, both borrowed, until it answers false.
  @inline(__always)
  func forEachMember(while body: (UnsafeRawBufferPointer, JSONNode) -> Bool) {
    var iterator = json_object_iter(self)
    while let here = iterator {
      let key = UnsafeRawBufferPointer(
        start: json_object_iter_key(here), count: json_object_iter_key_len(here))
      guard let child = json_object_iter_value(here), body(key, child) else { return }
      iterator = json_object_iter_next(self, here)
    }
  }

  /// The member under a key given as bytes, borrowed.
  @inline(__always)
  func member(_ key: UnsafeRawBufferPointer) -> JSONNode? {
    guard let bytes = key.baseAddress else { return json_object_getn(self, "", 0) }
    return json_object_getn(self, bytes.assumingMemoryBound(to: CChar.self), key.count)
  }
}
