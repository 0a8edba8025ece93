/// An immutable JSON value: one counted reference to a jansson value that is never written.
///
/// Copying it copies a reference. Two values are equal when they mean the same: the order of keys does not
/// matter, the order of elements does, strings are compared by their exact scalars, and `1` is not `1.0`.
///
/// A value may be read on any thread.
// Sendable: the value is not written after it is wrapped here, and jansson counts references atomically.
public struct JSON: @unchecked Sendable {
  private(set) var storage: Storage

  /// Retains the value. The caller keeps its own reference and must not write to the value any more.
  package init(borrowing node: JSONNode) { storage = Storage(node.retained()) }

  /// Takes over the caller's reference.
  package init(stealing node: JSONNode) { storage = Storage(node) }

  /// The jansson value, borrowed. It is valid while this value lives, so use `withNode` if this may be the last
  /// use.
  package var node: JSONNode { storage.node }

  /// Calls `body` with the jansson value, which lives at least until `body` returns.
  package func withNode<R, E: Error>(_ body: (JSONNode) throws(E) -> R) throws(E) -> R {
    defer { withExtendedLifetime(storage) {} }
    return try body(storage.node)
  }

  /// Whether nothing else refers to this value, or to its jansson value.
  mutating func isSole() -> Bool {
    isKnownUniquelyReferenced(&storage) && storage.node.isUnique
  }

  /// Returns a new reference, which the caller owns.
  package func retained() -> JSONNode { withNode { $0.retained() } }

  init(_ storage: Storage) { self.storage = storage }

  /// Keeps a value alive.
  final class Storage {
    let node: JSONNode
    /// For an effect's action that the features around the effect have wrapped: the part that the effect sent.
    let sent: JSONNode?

    init(_ node: JSONNode, sent: JSONNode? = nil) {
      self.node = node
      self.sent = sent
    }

    deinit { node.releaseDeep() }
  }
}

// MARK: - Initializers

extension JSON {
  /// JSON's `null`.
  public static var null: JSON { JSON(stealing: .null) }

  /// The placeholder for a value that jansson had no memory for: see ``isLacking``.
  package static var lacking: JSON { JSON(stealing: .lacking) }

  /// Returns a value that jansson made; a lacking value if memory ran out, which is counted (`Shortage`).
  static func made(_ node: JSONNode?) -> JSONNode { node ?? .lacking }

  /// Whether jansson had no memory for this value or for a part of it. Such a value reads as null, and is
  /// refused by containers, states and reducers.
  package var isLacking: Bool { withNode(\.isLacking) }
}

// MARK: - Reading

extension JSON {
  /// The seven kinds of values. Integers and reals are different kinds, as in jansson.
  public enum Kind: Sendable {
    /// A kind, named as in error messages.
    case object, array, string, integer, real, bool, null
  }

  /// The kind of this value. O(1).
  public var kind: Kind { withNode { $0.kind } }

  /// The number of members or elements; 0 for a scalar.
  public var count: Int { withNode { $0.isObject ? $0.memberCount : $0.elementCount } }

  /// Whether this value is `null`.
  public var isNull: Bool { kind == .null }

  /// The string; nil for a value of another kind.
  public var string: String? { withNode { $0.isText ? $0.text : nil } }

  /// The integer; nil for a value of another kind, including reals.
  public var integer: Int64? { withNode { $0.isInteger ? $0.integer : nil } }

  /// The real; nil for a value of another kind, including integers.
  public var real: Double? { withNode { $0.kind == .real ? $0.real : nil } }

  /// `true` or `false`; nil for a value of another kind.
  public var bool: Bool? { withNode { $0.kind == .bool ? $0.isTrue : nil } }

  /// The member under a key, compared by its exact scalars; nil if the member is missing or this is not an
  /// object.
  public subscript(key key: String) -> JSON? {
    withNode { $0.member(key).map(JSON.init(borrowing:)) }
  }

  /// The element at an index from 0; nil if the element is missing or this is not an array.
  public subscript(index index: Int) -> JSON? {
    withNode { index < 0 ? nil : $0.element(index).map(JSON.init(borrowing:)) }
  }
}

extension JSON: CustomStringConvertible {
  /// The compact JSON text, or the reason why it cannot be printed.
  public var description: String {
    do { return try text() } catch { return "<\(error.message)>" }
  }
}

// MARK: - Members and elements

extension JSON {
  /// Makes an array of values.
  package init(elements: [JSON]) {
    self.init(stealing: Self.made(.array()))
    for element in elements where !node.append(stealing: element.retained()) {
      self = .lacking
      return
    }
  }

  /// Makes an object. If a key occurs twice, its last value counts.
  init(members: [(key: String, value: JSON)]) {
    self.init(stealing: Self.made(.object()))
    for (key, value) in members where !node.set(key, stealing: value.retained()) {
      self = .lacking
      return
    }
  }

  /// The keys of an object, in its order.
  package var keys: [String] { withNode { $0.members.map(\.key.string) } }

  /// Returns an object with one member set, or added at the end.
  func setting(_ key: String, to value: JSON) -> JSON {
    let copy = withNode { JSON(stealing: Self.made($0.shallowCopy())) }
    return copy.node.set(key, stealing: value.retained()) ? copy : .lacking
  }

  /// Merges an object into this value: sets its members, and merges nested objects the same way.
  ///
  /// A null sets null. A value that is not an object replaces the old value, and so does an object if the old
  /// value is not one.
  /// - Throws: `tooDeep` if the stack is too small.
  package func settingMembers(_ members: JSON) throws(JSONError) -> JSON {
    guard members.kind == .object else { return members }
    guard StackBudget.has(StackBudget.mergingReserve) else { throw .stackExhausted() }
    var result = kind == .object ? self : [:]
    for key in members.keys {
      let value = members[key: key]!
      result = result.setting(key, to: try (result[key: key] ?? .null).settingMembers(value))
    }
    return result
  }
}

extension JSON {
  /// A string; null for nil.
  init(text: String?) { self = text.map { JSON(stringLiteral: $0) } ?? .null }
}
