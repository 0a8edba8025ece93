internal import CJansson

// Creates values, and changes values with a single owner. A value put into a container is stolen, even if the
// call fails because memory ran out. Such a failure is counted: see `Shortage`. A container refuses a lacking
// value, which fails in the same way.

extension JSONNode {
  static func object() -> JSONNode? { noted(unsafe JSONNode(json_object())) }
  static func array() -> JSONNode? { noted(unsafe JSONNode(json_array())) }
  static func integer(_ value: Int64) -> JSONNode? { noted(unsafe JSONNode(json_integer(value))) }
  static func real(_ value: Double) -> JSONNode? { noted(unsafe JSONNode(json_real(value))) }
  static func bool(_ value: Bool) -> JSONNode {
    unsafe JSONNode(value ? json_true() : json_false())
  }
  package static var null: JSONNode { unsafe JSONNode(json_null()) }
  /// The value that represents a lack of memory. See `JSON.isLacking`.
  // Not inlined, because each object file that calls the C function has its own value.
  static var lacking: JSONNode {
    @inline(never) get { unsafe JSONNode(kumiki_no_memory_value()) }
  }
  var isLacking: Bool {
    @inline(__always) get { isNull && self == .lacking }
  }

  /// The placeholder for a secret in a replay: a null that matches each declaration.
  package static var keptOut: JSONNode {
    @inline(never) get { unsafe JSONNode(kumiki_secret_value()) }
  }

  /// Returns a new string; nil if memory runs out.
  static func text(_ text: String) -> JSONNode? {
    // A Swift String is UTF-8 already, so jansson need not check it again.
    text.withBytes { noted(unsafe JSONNode(json_stringn_nocheck($0.characters, $0.count))) }
  }

  /// Returns a new string of bytes that are UTF-8.
  static func text(_ bytes: JSONBytes) -> JSONNode? {
    noted(unsafe JSONNode(json_stringn_nocheck(bytes.characters, bytes.count)))
  }

  /// Returns a string of the library, made once; null if memory runs out, and the next call tries again.
  @inline(never)
  static func word(_ word: kumiki_word) -> JSONNode {
    JSON.made(noted(unsafe JSONNode(kumiki_word(word)))).retained()
  }

  /// Returns a copy of a container that shares its children.
  func shallowCopy() -> JSONNode? { Self.noted(unsafe JSONNode(kumiki_copy_container(pointer))) }

  /// Returns a copy that shares nothing.
  func deepCopy() -> JSONNode? { Self.noted(unsafe JSONNode(json_deep_copy(pointer))) }

  /// Sets a member, or adds it at the end.
  @discardableResult
  func set(_ key: JSONBytes, stealing value: JSONNode) -> Bool {
    Self.noted(
      unsafe !value.isLacking
        && json_object_setn_new_nocheck(pointer, key.characters, key.count, value.pointer) == 0)
  }

  @_disfavoredOverload
  @discardableResult
  func set(_ key: String, stealing value: JSONNode) -> Bool {
    key.withBytes { set($0, stealing: value) }
  }

  /// Sets a member whose key is a literal, without making a String.
  @discardableResult
  func set(_ key: StaticString, stealing value: JSONNode) -> Bool {
    set(JSONBytes(key), stealing: value)
  }

  /// Replaces the value of a member.
  @inline(__always)
  func set(_ member: JSONMember, stealing value: JSONNode) -> Bool {
    Self.noted(
      unsafe !value.isLacking
        && json_object_iter_set_new(pointer, member.iterator, value.pointer) == 0)
  }

  /// Sets a member to null, and releases its value at any depth.
  func setNull(_ member: JSONMember) {
    let former = member.value.retained()
    _ = set(member, stealing: .null)
    former.releaseDeep()
  }

  @discardableResult
  func append(stealing value: JSONNode) -> Bool {
    Self.noted(
      unsafe !value.isLacking && json_array_append_new(pointer, value.pointer) == 0)
  }

  func insert(stealing value: JSONNode, at index: Int) -> Bool {
    Self.noted(
      unsafe !value.isLacking && json_array_insert_new(pointer, index, value.pointer) == 0)
  }

  @discardableResult
  func replace(at index: Int, stealing value: JSONNode) -> Bool {
    Self.noted(
      unsafe !value.isLacking && json_array_set_new(pointer, index, value.pointer) == 0)
  }

  /// Changes an integer in place, which needs no memory.
  func setInteger(_ value: Int64) { unsafe json_integer_set(pointer, value) }

  /// Changes a string in place, to bytes that are UTF-8. Returns false if memory runs out.
  func setText(_ bytes: JSONBytes) -> Bool {
    Self.noted(unsafe json_string_setn_nocheck(pointer, bytes.characters, bytes.count) == 0)
  }

  func remove(_ key: JSONBytes) { unsafe json_object_deln(pointer, key.characters, key.count) }

  func remove(at index: Int) { unsafe json_array_remove(pointer, index) }

  @inline(__always)
  private static func noted(_ made: JSONNode?) -> JSONNode? {
    if made == nil { Shortage.note() }
    return made
  }

  @inline(__always)
  private static func noted(_ isDone: Bool) -> Bool {
    if !isDone { Shortage.note() }
    return isDone
  }
}

extension JSONNode {
  /// Puts a value under a key, or in place of an existing element. Steals it, success or not.
  ///
  /// The old value is released without recursion, which would be as deep as the value.
  func replaceChild(
    _ segment: JSONPointer.Segment, _ old: JSONNode?, stealing value: JSONNode
  ) -> Bool {
    Self.replacing(old) {
      if isObject { return set(segment.raw, stealing: value) }
      guard isArray, old != nil else {
        value.releaseDeep()
        return false
      }
      return replace(at: segment.index, stealing: value)
    }
  }

  /// Runs a change that replaces `old`, and releases `old` without recursion.
  @inline(__always)
  static func replacing(_ old: JSONNode?, _ change: () -> Bool) -> Bool {
    let deep = old.flatMap { $0.isContainer ? $0.retained() : nil }
    defer { deep?.releaseDeep() }
    return change()
  }
}
