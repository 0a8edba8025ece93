internal import CJansson

/// An immutable JSON value: one counted reference to a jansson value that is never written.
///
/// Copying it copies a reference. Two values are equal when they mean the same: the order of keys
/// does not matter, that of elements does, texts compare by their exact scalars, and `1` is not
/// `1.0`.
///
/// It may be read on any thread.
// Sendable: the value is never written after it has come in here, and jansson counts atomically.
public struct JSON: @unchecked Sendable {
  private let storage: Storage

  /// Takes a reference of its own; the caller keeps theirs and does not write to the value any
  /// more.
  public init(borrowing node: JSONNode) {
    storage = Storage(json_incref(node))
  }

  /// Takes over the caller's reference.
  public init(stealing node: JSONNode) {
    storage = Storage(node)
  }

  /// The jansson value, borrowed: valid while this value lives, so prefer `withNode` where it might
  /// be the last.
  public var node: JSONNode { storage.node }

  /// Calls `body` with the jansson value, which lives at least until `body` returns.
  public func withNode<R, E: Error>(_ body: (JSONNode) throws(E) -> R) throws(E) -> R {
    defer { withExtendedLifetime(storage) {} }
    return try body(storage.node)
  }

  private final class Storage {
    let node: JSONNode

    init(_ node: JSONNode) { self.node = node }

    deinit { node.releaseDeep() }
  }
}

// MARK: - Making

extension JSON {
  /// JSON's `null`.
  public static var null: JSON { JSON(stealing: made(json_null())) }

  /// With right arguments jansson returns NULL only when memory runs out, and then Swift's own allocations
  /// stop the process too.
  static func made(_ node: JSONNode?) -> JSONNode {
    guard let node else { preconditionFailure("jansson could not allocate a value") }
    return node
  }
}

// MARK: - Reading

extension JSON {
  /// The seven kinds of values; integers and reals are different ones, as in jansson.
  public enum Kind: Sendable {
    case object, array, string, integer, real, bool, null
  }

  public var kind: Kind { withNode { $0.kind } }

  /// How many members or elements; 0 for a scalar.
  public var count: Int {
    withNode { node in
      switch node.kind {
      case .object: json_object_size(node)
      case .array: json_array_size(node)
      default: 0
      }
    }
  }

  public var isNull: Bool { kind == .null }

  /// The text, nil for a value of another kind.
  public var string: String? {
    withNode { $0.kind == .string ? String(decoding: $0.textBytes, as: UTF8.self) : nil }
  }

  /// The integer, nil for a value of another kind; a real is not one.
  public var integer: Int64? {
    withNode { $0.kind == .integer ? Int64(json_integer_value($0)) : nil }
  }

  /// The real, nil for a value of another kind; an integer is not one.
  public var real: Double? {
    withNode { $0.kind == .real ? json_real_value($0) : nil }
  }

  public var bool: Bool? {
    withNode { $0.kind == .bool ? $0.pointee.type == JSON_TRUE : nil }
  }

  /// The member under a key, compared by its exact scalars; nil where there is none or this is no
  /// object.
  public subscript(key key: String) -> JSON? {
    var key = key
    return withNode { node in
      guard node.kind == .object else { return nil }
      return key.withUTF8 { node.member(UnsafeRawBufferPointer($0)) }.map(JSON.init(borrowing:))
    }
  }

  /// The element at an index from 0; nil where there is none or this is no array.
  public subscript(index index: Int) -> JSON? {
    withNode { node in
      guard node.kind == .array, index >= 0 else { return nil }
      return json_array_get(node, index).map(JSON.init(borrowing:))
    }
  }
}

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
}

extension JSON: CustomStringConvertible {
  /// The compact JSON text, or the reason why there is none.
  public var description: String {
    do { return try text() } catch { return "<\(error.message)>" }
  }
}
