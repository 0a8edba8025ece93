internal import CJansson

/// The types that JSON has values for without a container, and `JSON` itself.
enum Scalar {
  /// A new reference to the value; nil where `T` is not one of these types.
  /// - Throws: `decode` for a number that JSON does not have here.
  @inline(__always)
  static func node<T>(_ value: T) throws(JSONError) -> JSONNode? {
    if let text = same(value, String.self) { return try made(JSONNode.text(text)) }
    if let number = same(value, Int.self) { return try made(json_integer(json_int_t(number))) }
    if let bool = same(value, Bool.self) { return bool ? json_true() : json_false() }
    if let number = same(value, Double.self) { return try real(number) }
    if let number = same(value, Float.self) { return try real(Double(number)) }
    return try integerNode(value)
  }

  /// Whether `T` is one of these types.
  @inline(__always)
  static func includes<T>(_ type: T.Type) -> Bool {
    type == String.self || type == Int.self || type == Bool.self || type == Double.self
      || type == Float.self || isSizedInteger(type)
  }

  /// The value of a node as one of these types.
  ///
  /// Ask `includes` first. An optional result would say the same, but the runtime would look up
  /// the metadata of `Optional<T>` for each value that is decoded.
  /// - Throws: `decode`, without a path, where the node is of another kind.
  @inline(__always)
  static func value<T>(_ type: T.Type, from node: JSONNode?) throws(JSONError) -> T {
    if T.self == String.self { return cast(try text(node), to: type) }
    if T.self == Int.self { return cast(try integer(Int.self, node), to: type) }
    if T.self == Bool.self { return cast(try bool(node), to: type) }
    if T.self == Double.self { return cast(try double(node), to: type) }
    if T.self == Float.self { return cast(try float(node), to: type) }
    return try integerValue(type, from: node)
  }

  @inline(__always)
  private static func same<T, U>(_ value: T, _ type: U.Type) -> U? {
    T.self == U.self ? unsafeBitCast(value, to: U.self) : nil
  }

  @inline(__always)
  private static func cast<T, U>(_ value: U, to type: T.Type) -> T {
    unsafeBitCast(value, to: type)
  }

  @inline(__always)
  private static func made(_ node: JSONNode?) throws(JSONError) -> JSONNode {
    guard let node else { throw .outOfMemory }
    return node
  }
}

// MARK: - Texts, booleans and reals

extension Scalar {
  private static func real(_ number: Double) throws(JSONError) -> JSONNode {
    guard number.isFinite else {
      throw JSONError(.notFinite, message: "expected a finite number, found \(number)")
    }
    return try made(json_real(number))
  }

  private static func text(_ node: JSONNode?) throws(JSONError) -> String {
    guard let node, node.pointee.type == JSON_STRING else {
      throw .expected("text", found: node)
    }
    return String(decoding: node.textBytes, as: UTF8.self)
  }

  private static func bool(_ node: JSONNode?) throws(JSONError) -> Bool {
    guard let node, node.kind == .bool else { throw .expected("true or false", found: node) }
    return node.pointee.type == JSON_TRUE
  }

  private static func double(_ node: JSONNode?) throws(JSONError) -> Double {
    guard let node, node.kind == .real || node.kind == .integer else {
      throw .expected("a number", found: node)
    }
    return json_number_value(node)
  }

  private static func float(_ node: JSONNode?) throws(JSONError) -> Float {
    let number = Float(try double(node))
    guard number.isFinite else { throw .expected("a number of 32 bits", found: node) }
    return number
  }
}

// MARK: - Integers

extension Scalar {
  @inline(__always)
  private static func isSizedInteger<T>(_ type: T.Type) -> Bool {
    type == Int64.self || type == Int32.self || type == Int16.self || type == Int8.self
      || type == UInt.self || type == UInt64.self || type == UInt32.self || type == UInt16.self
      || type == UInt8.self || type == Int128.self || type == UInt128.self
  }

  private static func integerNode<T>(_ value: T) throws(JSONError) -> JSONNode? {
    if let number = same(value, Int64.self) { return try integer(number) }
    if let number = same(value, Int32.self) { return try integer(number) }
    if let number = same(value, Int16.self) { return try integer(number) }
    if let number = same(value, Int8.self) { return try integer(number) }
    if let number = same(value, UInt.self) { return try integer(number) }
    if let number = same(value, UInt64.self) { return try integer(number) }
    if let number = same(value, UInt32.self) { return try integer(number) }
    if let number = same(value, UInt16.self) { return try integer(number) }
    if let number = same(value, UInt8.self) { return try integer(number) }
    if let number = same(value, Int128.self) { return try integer(number) }
    if let number = same(value, UInt128.self) { return try integer(number) }
    return nil
  }

  private static func integerValue<T>(
    _ type: T.Type, from node: JSONNode?
  ) throws(JSONError) -> T {
    if T.self == Int64.self { return cast(try integer(Int64.self, node), to: type) }
    if T.self == Int32.self { return cast(try integer(Int32.self, node), to: type) }
    if T.self == Int16.self { return cast(try integer(Int16.self, node), to: type) }
    if T.self == Int8.self { return cast(try integer(Int8.self, node), to: type) }
    if T.self == UInt.self { return cast(try integer(UInt.self, node), to: type) }
    if T.self == UInt64.self { return cast(try integer(UInt64.self, node), to: type) }
    if T.self == UInt32.self { return cast(try integer(UInt32.self, node), to: type) }
    if T.self == UInt16.self { return cast(try integer(UInt16.self, node), to: type) }
    if T.self == UInt8.self { return cast(try integer(UInt8.self, node), to: type) }
    if T.self == Int128.self { return cast(try integer(Int128.self, node), to: type) }
    if T.self == UInt128.self { return cast(try integer(UInt128.self, node), to: type) }
    preconditionFailure("\(type) is not a scalar")
  }

  private static func integer(_ number: some BinaryInteger) throws(JSONError) -> JSONNode {
    guard let value = json_int_t(exactly: number) else {
      throw .expected(
        "an integer from \(json_int_t.min) to \(json_int_t.max)", found: "\(number)")
    }
    return try made(json_integer(value))
  }

  private static func integer<N: FixedWidthInteger>(
    _ type: N.Type, _ node: JSONNode?
  ) throws(JSONError) -> N {
    guard let node, node.pointee.type == JSON_INTEGER else {
      throw .expected("an integer", found: node)
    }
    guard let number = N(exactly: json_integer_value(node)) else {
      let limit = N.max > json_int_t.max ? "" : " to \(N.max)"
      throw .expected("an integer from \(N.min)\(limit)", found: node)
    }
    return number
  }
}
