internal import KumikiValues

// Shared values as JSON, in memory and in files.

extension JSON: SharedForeignValue {
  package func value<Value>(as type: Value.Type) -> Value? {
    guard let type = type as? any Decodable.Type else { return nil }
    return try? JSONBridge.decode(type, from: self) as? Value
  }

  package init?(value: any Sendable) {
    guard let value = value as? any Encodable, let json = try? JSONBridge.encode(value) else {
      return nil
    }
    self = json
  }
}

/// JSON as the bytes of a file.
package enum JSONFile {
  /// The content of a file; nil if there is no file, or an empty one.
  package static func value(_ bytes: [UInt8]?) throws(JSONError) -> JSON? {
    guard let bytes, !bytes.isEmpty else { return nil }
    // The bytes as they are: a text made of them would have other characters in place of invalid UTF-8.
    return try unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in try JSONText.parse(bytes: bytes) }
    }.get()
  }

  /// - Throws: `tooDeep` if this thread's stack has no room to read a file or to write this value into one.
  package static func checkStack(for value: JSON) throws(JSONError) {
    try value.withNode { (node) throws(JSONError) in
      try JSONText.checkStack(toPrint: node, beside: StackBudget.mergingReserve)
    }
  }

  package static func bytes(_ value: JSON) throws(JSONError) -> [UInt8] {
    Array((try value.text(flags: indented) + "\n").utf8)
  }

  /// jansson's flag for two spaces a level.
  private static let indented = 2
}
