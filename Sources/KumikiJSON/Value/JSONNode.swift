internal import Synchronization
public import CJansson

/// A pointer to a jansson value. Each function that returns one says whether it is borrowed or new.
public typealias JSONNode = UnsafeMutablePointer<json_t>

// MARK: - Kinds

extension UnsafeMutablePointer<json_t> {
  /// The kind of value that is here.
  package var kind: JSON.Kind {
    switch pointee.type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_TRUE, JSON_FALSE: .bool
    default: .null
    }
  }

  package var isObject: Bool { pointee.type == JSON_OBJECT }
  package var isArray: Bool { pointee.type == JSON_ARRAY }
  package var isInteger: Bool { pointee.type == JSON_INTEGER }
  package var isNull: Bool { pointee.type == JSON_NULL }
  package var isTrue: Bool { pointee.type == JSON_TRUE }

  /// True for an object or an array.
  package var isContainer: Bool { isObject || isArray }

  /// True of two of the same kind; true and false are two kinds.
  func isAlike(_ other: JSONNode) -> Bool { pointee.type == other.pointee.type }
}

// MARK: - References

extension UnsafeMutablePointer<json_t> {
  /// One more reference to the value.
  package func retained() -> JSONNode { json_incref(self)! }

  /// True where the caller has the only reference, so that nobody else sees a write. True, false and null
  /// are shared by the whole process and never unique.
  package var isUnique: Bool {
    referenceCount.pointee.load(ordering: .acquiring) == 1
  }

  /// jansson's count as the atomic it is. jansson counts with `__atomic` builtins on a plain
  /// `size_t`, which has the size and the alignment of `Atomic<Int>`.
  private var referenceCount: UnsafeMutablePointer<Atomic<Int>> {
    let offset = MemoryLayout<json_t>.offset(of: \json_t.refcount)!
    return (UnsafeMutableRawPointer(self) + offset).assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// Releases one reference, by recursion where it was the last.
  func release() { json_decref(self) }

  /// Gives up one reference unless it is the last. Not by jansson, which would free by recursion if another
  /// thread released its reference at the same moment.
  func releaseShared() -> Bool {
    let left = referenceCount.pointee.subtract(1, ordering: .acquiringAndReleasing).newValue
    if left == 0 { referenceCount.pointee.store(1, ordering: .relaxed) }
    return left != 0
  }
}

// MARK: - Reading

extension UnsafeMutablePointer<json_t> {
  /// The integer; 0 for a value of another kind.
  @inline(__always)
  package var integer: Int64 { json_integer_value(self) }

  /// The real; 0 for a value of another kind.
  package var real: Double { json_real_value(self) }

  /// The integer or the real.
  var number: Double { json_number_value(self) }

  /// The text of a text.
  package var text: String { textBytes.string }

  /// The bytes of a text, without copying them. Empty for a value that is no text.
  package var textBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: json_string_value(self), count: json_string_length(self))
  }

  /// How many members an object has; 0 for anything else.
  @inline(__always)
  package var memberCount: Int { json_object_size(self) }

  /// How many elements an array has; 0 for anything else.
  @inline(__always)
  package var elementCount: Int { json_array_size(self) }

  /// The element at an index, borrowed; nil where there is none.
  @inline(__always)
  package func element(_ index: Int) -> JSONNode? { json_array_get(self, index) }

  /// The member under a key given as bytes, borrowed.
  @inline(__always)
  package func member(_ key: UnsafeRawBufferPointer) -> JSONNode? {
    json_object_getn(self, key.characters, key.count)
  }

  /// The member under a key, borrowed.
  func member(_ key: String) -> JSONNode? { key.withBytes { member($0) } }

  /// What an object with one member holds, borrowed; nil for anything else.
  var soleMember: JSONNode? { soleEntry?.value }

  /// The only member of an object; nil for anything else.
  @inline(__always)
  var soleEntry: JSONMember? { memberCount == 1 ? firstEntry : nil }

  /// The first member of an object; nil for anything else.
  @inline(__always)
  var firstEntry: JSONMember? { json_object_iter(self).map(JSONMember.init) }

  /// The member that follows one of this object; nil after the last.
  @inline(__always)
  func entry(after member: JSONMember) -> JSONMember? {
    json_object_iter_next(self, member.iterator).map(JSONMember.init)
  }

  /// The member under a key, which has a NUL behind.
  @inline(__always)
  func entry(_ key: UnsafePointer<CChar>) -> JSONMember? {
    json_object_iter_at(self, key).map(JSONMember.init)
  }

  /// The members of an object in their order; none of anything else.
  @inline(__always)
  var members: JSONMembers { JSONMembers(of: self) }

  /// The members or the elements, borrowed; none of a scalar.
  @inline(__always)
  var children: JSONChildren { JSONChildren(of: self) }
}

/// A member of an object: jansson's iterator, valid until one of them comes or goes.
struct JSONMember {
  let iterator: UnsafeMutableRawPointer

  /// The bytes of the key, borrowed.
  @inline(__always)
  var key: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: json_object_iter_key(iterator), count: json_object_iter_key_len(iterator))
  }

  /// The value, borrowed.
  @inline(__always)
  var value: JSONNode { json_object_iter_value(iterator) }
}

struct JSONMembers: Sequence, IteratorProtocol {
  private let object: JSONNode
  private var iterator: UnsafeMutableRawPointer?

  @inline(__always)
  fileprivate init(of object: JSONNode) {
    self.object = object
    iterator = json_object_iter(object)
  }

  @inline(__always)
  mutating func next() -> JSONMember? {
    guard let here = iterator else { return nil }
    iterator = json_object_iter_next(object, here)
    return JSONMember(iterator: here)
  }
}

struct JSONChildren: Sequence, IteratorProtocol {
  let container: JSONNode
  private var iterator: UnsafeMutableRawPointer?
  private var index = 0

  @inline(__always)
  fileprivate init(of container: JSONNode) {
    self.container = container
    iterator = json_object_iter(container)
  }

  @inline(__always)
  mutating func next() -> JSONNode? {
    guard let here = iterator else {
      defer { index += 1 }
      return container.element(index)
    }
    iterator = json_object_iter_next(container, here)
    return json_object_iter_value(here)
  }
}
