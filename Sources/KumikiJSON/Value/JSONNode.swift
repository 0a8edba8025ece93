public import CJansson

/// A jansson value, unowned. Each function that returns one documents whether it is borrowed or new. The caller
/// releases a new value or passes it on.
@safe
@usableFromInline
package struct JSONNode: Hashable {
  /// The value, for jansson's functions.
  @usableFromInline package let pointer: UnsafeMutablePointer<json_t>

  /// - Parameter pointer: a value that lives as long as this node is used.
  @inlinable @inline(__always)
  package init(_ pointer: UnsafeMutablePointer<json_t>) { unsafe self.pointer = pointer }

  @inline(__always)
  init?(_ pointer: UnsafeMutablePointer<json_t>?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  /// Compares identity, not the contents.
  @inlinable @inline(__always)
  package static func == (left: Self, right: Self) -> Bool { unsafe left.pointer == right.pointer }

  @inlinable
  package func hash(into hasher: inout Hasher) { unsafe hasher.combine(pointer) }
}

// MARK: - Kinds

extension JSONNode {
  @inline(__always)
  private var type: json_type { unsafe pointer.pointee.type }

  /// The kind of the value.
  package var kind: JSON.Kind {
    switch type {
    case JSON_OBJECT: .object
    case JSON_ARRAY: .array
    case JSON_STRING: .string
    case JSON_INTEGER: .integer
    case JSON_REAL: .real
    case JSON_TRUE, JSON_FALSE: .bool
    default: .null
    }
  }

  package var isObject: Bool { type == JSON_OBJECT }
  package var isArray: Bool { type == JSON_ARRAY }
  package var isText: Bool { type == JSON_STRING }
  package var isInteger: Bool { type == JSON_INTEGER }
  package var isNull: Bool { type == JSON_NULL }
  package var isTrue: Bool { type == JSON_TRUE }

  /// True for an object or an array.
  package var isContainer: Bool { isObject || isArray }

  /// Whether two values are of the same kind. `true` and `false` are two kinds.
  func isAlike(_ other: JSONNode) -> Bool { type == other.type }
}

// MARK: - References

extension JSONNode {
  /// Returns the value with one more reference.
  @inlinable
  package func retained() -> JSONNode { unsafe JSONNode(json_incref(pointer)) }

  /// True if the caller has the only reference, so that a write has no other readers. `true`, `false` and `null`
  /// are shared by the whole process and never unique.
  package var isUnique: Bool { unsafe kumiki_json_is_unique(pointer) }

  /// Whether a value has exactly the references that the caller knows, given their number.
  func isOwned(by count: Int) -> Bool { unsafe kumiki_json_owners(pointer) == count }

  /// Releases one reference. Frees by recursion if it was the last.
  package func release() { unsafe json_decref(pointer) }

  /// Releases one reference unless it is the last. Does not call jansson, which would free by recursion if
  /// another thread released its reference at the same time.
  func releaseShared() -> Bool { unsafe kumiki_json_release_shared(pointer) }
}

// MARK: - Reading

extension JSONNode {
  /// The integer; 0 for a value of another kind.
  @inline(__always)
  package var integer: Int64 { unsafe json_integer_value(pointer) }

  /// The real; 0 for a value of another kind.
  package var real: Double { unsafe json_real_value(pointer) }

  /// The integer or the real.
  var number: Double { unsafe json_number_value(pointer) }

  /// The string; empty for a value of another kind.
  package var text: String { textBytes.string }

  /// The bytes of the string, without a copy; empty for a value of another kind.
  package var textBytes: JSONBytes {
    unsafe JSONBytes(json_string_value(pointer), count: json_string_length(pointer))
  }

  /// The number of members of an object; 0 for anything else.
  @inline(__always)
  package var memberCount: Int { unsafe json_object_size(pointer) }

  /// The number of elements of an array; 0 for anything else.
  @inline(__always)
  package var elementCount: Int { unsafe json_array_size(pointer) }

  /// Returns the element at an index, borrowed; nil if it is missing.
  @inline(__always)
  package func element(_ index: Int) -> JSONNode? {
    unsafe JSONNode(json_array_get(pointer, index))
  }

  /// Returns the member under a key given as bytes, borrowed; nil if it is missing.
  @inline(__always)
  package func member(_ key: JSONBytes) -> JSONNode? {
    unsafe JSONNode(json_object_getn(pointer, key.characters, key.count))
  }

  /// Returns the member under a key, borrowed; nil if it is missing.
  @_disfavoredOverload
  func member(_ key: String) -> JSONNode? { key.withBytes { member($0) } }

  /// Returns the member under a key that is a literal, without making a String.
  func member(_ key: StaticString) -> JSONNode? { member(JSONBytes(key)) }

  /// The value in an object with one member, borrowed; nil for anything else.
  var soleMember: JSONNode? { soleEntry?.value }

  /// The only member of an object; nil for anything else.
  @inline(__always)
  var soleEntry: JSONMember? { memberCount == 1 ? firstEntry : nil }

  /// The first member of an object; nil for anything else.
  @inline(__always)
  var firstEntry: JSONMember? { unsafe JSONMember(json_object_iter(pointer)) }

  /// Returns the next member of this object; nil after the last.
  @inline(__always)
  func entry(after member: JSONMember) -> JSONMember? {
    unsafe JSONMember(json_object_iter_next(pointer, member.iterator))
  }

  /// Returns the member under a NUL-terminated key.
  @inline(__always)
  func entry(_ key: JSONBytes) -> JSONMember? {
    unsafe JSONMember(json_object_iter_at(pointer, key.characters))
  }

  /// The members of an object in order; empty for anything else.
  @inline(__always)
  var members: JSONMembers { JSONMembers(of: self) }

  /// The members or elements, borrowed; empty for a scalar.
  @inline(__always)
  var children: JSONChildren { JSONChildren(of: self) }
}

/// A member of an object: jansson's iterator, valid until a member is added or removed.
@safe
@frozen
package struct JSONMember {
  let iterator: UnsafeMutableRawPointer

  @inline(__always)
  fileprivate init?(_ iterator: UnsafeMutableRawPointer?) {
    guard let iterator = unsafe iterator else { return nil }
    unsafe self.iterator = iterator
  }

  /// The bytes of the key, borrowed.
  @inline(__always)
  var key: JSONBytes {
    unsafe JSONBytes(json_object_iter_key(iterator), count: json_object_iter_key_len(iterator))
  }

  /// The value, borrowed.
  @inline(__always)
  var value: JSONNode { unsafe JSONNode(json_object_iter_value(iterator)!) }
}

struct JSONMembers: Sequence, IteratorProtocol {
  private let object: JSONNode
  private var following: JSONMember?

  @inline(__always)
  fileprivate init(of object: JSONNode) {
    self.object = object
    following = object.firstEntry
  }

  @inline(__always)
  mutating func next() -> JSONMember? {
    guard let here = following else { return nil }
    following = object.entry(after: here)
    return here
  }
}

/// Finds members of an object by name, without their hashes if the names are requested in the order of the members.
struct JSONMembersInOrder {
  private let object: JSONNode
  private var following: JSONMember?

  @inline(__always)
  init(of object: JSONNode) {
    self.object = object
    following = object.firstEntry
  }

  /// Returns the value of a member, borrowed; nil if it is missing.
  @inline(__always)
  mutating func value(_ name: JSONBytes) -> JSONNode? {
    guard let here = following, here.key.isEqual(to: name) else { return object.member(name) }
    following = object.entry(after: here)
    return here.value
  }
}

struct JSONChildren: Sequence, IteratorProtocol {
  let container: JSONNode
  private var members: JSONMembers
  private var index = 0

  @inline(__always)
  fileprivate init(of container: JSONNode) {
    self.container = container
    members = container.members
  }

  @inline(__always)
  mutating func next() -> JSONNode? {
    if let member = members.next() { return member.value }
    defer { index += 1 }
    return container.element(index)
  }
}
