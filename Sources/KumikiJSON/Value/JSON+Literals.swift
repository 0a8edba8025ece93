internal import CJansson

extension JSON: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) {
    self.init(stealing: Self.made(value ? json_true() : json_false()))
  }
}

extension JSON: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) {
    self.init(stealing: Self.made(json_integer(json_int_t(value))))
  }
}

extension JSON: ExpressibleByFloatLiteral {
  /// - Precondition: `value` is finite: JSON has no other numbers.
  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    self.init(stealing: Self.made(json_real(value)))
  }
}

extension JSON: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(stealing: Self.made(JSONNode.text(value)))
  }
}

extension JSON: ExpressibleByStringInterpolation {}

extension JSON: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSON...) {
    let array = Self.made(json_array())
    for element in elements {
      let failed = element.withNode { json_array_append_new(array, json_incref($0)) } != 0
      precondition(!failed, "jansson could not allocate an array")
    }
    self.init(stealing: array)
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Keeps the order of the members; of a key that stands twice the last value counts.
  /// - Precondition: no key contains U+0000, which jansson does not read in keys.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    let object = Self.made(json_object())
    for (key, value) in elements {
      precondition(!key.utf8.contains(0), "a key contains U+0000")
      let failed = value.withNode { object.setMember(key, stealing: json_incref($0)!) } != 0
      precondition(!failed, "jansson could not allocate a member")
    }
    self.init(stealing: object)
  }
}

extension UnsafeMutablePointer<json_t> {
  /// A new text; nil where there is no memory.
  static func text(_ text: String) -> JSONNode? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        // A Swift String is UTF-8 already, so jansson need not check it again.
        json_stringn_nocheck(chars.baseAddress ?? UnsafePointer(bitPattern: 1), chars.count)
      }
    }
  }

  /// Sets a member; the value is stolen, also on failure. Answers jansson's 0 for success.
  func setMember(_ key: String, stealing value: JSONNode) -> CInt {
    var key = key
    return key.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        json_object_setn_new_nocheck(
          self, chars.baseAddress ?? UnsafePointer(bitPattern: 1), chars.count, value)
      }
    }
  }
}
