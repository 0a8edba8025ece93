/// The types that are JSON values without a container.
enum Scalar {
  /// Returns a new reference to the value; nil if `T` is not one of these types.
  /// - Throws: `decode` for a number that JSON cannot represent.
  @inline(__always)
  static func node<T>(_ value: T) throws(JSONError) -> JSONNode? {
    if let text = same(value, String.self) { return try made(JSONNode.text(text)) }
    if let number = same(value, Int.self) { return try made(.integer(Int64(number))) }
    if let bool = same(value, Bool.self) { return .bool(bool) }
    if let number = same(value, Double.self) { return try real(number) }
    if let number = same(value, Float.self) { return try real(Double(number)) }
    return try sized(T.self).map { (type) throws(JSONError) in try node(of: value, as: type) }
  }

  /// Whether `T` is one of these types.
  @inline(__always)
  static func includes<T>(_ type: T.Type) -> Bool {
    type == String.self || type == Int.self || type == Bool.self || type == Double.self
      || type == Float.self || sized(type) != nil
  }

  /// Returns the value of a node as one of these types.
  ///
  /// Call `includes` first. The result is not optional, because the runtime would look up the metadata of
  /// `Optional<T>` for each decoded value.
  /// - Throws: `decode`, without a path, if the node is of another kind.
  @inline(__always)
  static func value<T>(_ type: T.Type, from node: JSONNode?) throws(JSONError) -> T {
    if T.self == String.self { return known(try text(node), as: type) }
    if T.self == Int.self { return try integer(Int.self, as: type, node) }
    if T.self == Bool.self { return known(try bool(node), as: type) }
    if T.self == Double.self { return known(try double(node), as: type) }
    if T.self == Float.self { return known(try float(node), as: type) }
    guard let sized = sized(type) else { preconditionFailure("\(type) is not a scalar") }
    return try integer(sized, as: type, node)
  }

  @inline(__always)
  private static func made(_ node: JSONNode?) throws(JSONError) -> JSONNode {
    guard let node else { throw .outOfMemory }
    return node
  }
}

// MARK: - Strings, booleans and reals

extension Scalar {
  private static func real(_ number: Double) throws(JSONError) -> JSONNode {
    guard number.isFinite else {
      throw JSONError(.notFinite, message: "expected a finite number, found \(number)")
    }
    return try made(.real(number))
  }

  private static func text(_ node: JSONNode?) throws(JSONError) -> String {
    guard let node, node.isText else { throw .expected("text", found: node) }
    return node.text
  }

  private static func bool(_ node: JSONNode?) throws(JSONError) -> Bool {
    guard let node, node.kind == .bool else { throw .expected("true or false", found: node) }
    return node.isTrue
  }

  private static func double(_ node: JSONNode?) throws(JSONError) -> Double {
    guard let node, node.kind == .real || node.kind == .integer else {
      throw .expected("a number", found: node)
    }
    return node.number
  }

  private static func float(_ node: JSONNode?) throws(JSONError) -> Float {
    let number = Float(try double(node))
    guard number.isFinite else { throw .expected("a number of 32 bits", found: node) }
    return number
  }
}

// MARK: - Integers

extension Scalar {
  /// Returns `T` as an integer type; nil if it is not an integer type, or is `Int`.
  @inline(__always)
  private static func sized<T>(_ type: T.Type) -> (any FixedWidthInteger.Type)? {
    if type == Int64.self { return Int64.self }
    if type == Int32.self { return Int32.self }
    if type == Int16.self { return Int16.self }
    if type == Int8.self { return Int8.self }
    if type == UInt.self { return UInt.self }
    if type == UInt64.self { return UInt64.self }
    if type == UInt32.self { return UInt32.self }
    if type == UInt16.self { return UInt16.self }
    if type == UInt8.self { return UInt8.self }
    if type == Int128.self { return Int128.self }
    if type == UInt128.self { return UInt128.self }
    return nil
  }

  private static func node<T, N: FixedWidthInteger>(
    of value: T, as type: N.Type
  ) throws(JSONError) -> JSONNode {
    let number = known(value, as: N.self)
    guard let value = Int64(exactly: number) else {
      throw .expected("an integer from \(Int64.min) to \(Int64.max)", found: "\(number)")
    }
    return try made(.integer(value))
  }

  private static func integer<T, N: FixedWidthInteger>(
    _: N.Type, as type: T.Type, _ node: JSONNode?
  ) throws(JSONError) -> T {
    guard let node, node.isInteger else { throw .expected("an integer", found: node) }
    guard let number = N(exactly: node.integer) else { throw misfit(N.self, node) }
    return known(number, as: type)
  }

  /// Not generic, so that it is compiled once.
  private static func misfit(_ type: any FixedWidthInteger.Type, _ node: JSONNode) -> JSONError {
    func range<N: FixedWidthInteger>(_: N.Type) -> String {
      N.max > Int64.max ? "\(N.min)" : "\(N.min) to \(N.max)"
    }
    return .expected("an integer from \(range(type))", found: node)
  }
}
