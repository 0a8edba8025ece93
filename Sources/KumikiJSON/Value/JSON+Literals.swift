extension JSON: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self.init(stealing: .bool(value)) }
}

extension JSON: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self.init(stealing: Self.made(.integer(value))) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// - Precondition: `value` is finite, because JSON has no other numbers.
  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    self.init(stealing: Self.made(.real(value)))
  }
}

extension JSON: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(stealing: Self.made(.text(value))) }
}

extension JSON: ExpressibleByStringInterpolation {}

extension JSON: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSON...) { self.init(elements: elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Keeps the order of the members. If a key occurs twice, its last value counts.
  /// - Precondition: no key contains U+0000, which jansson does not read in keys.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    precondition(!elements.contains { $0.0.utf8.contains(0) }, "a key contains U+0000")
    self.init(members: elements.map { ($0, $1) })
  }
}
