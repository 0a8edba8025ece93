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
  /// Returns the content of a file; nil if the file is missing or empty.
  package static func value(_ bytes: [UInt8]?) throws(JSONError) -> JSON? {
    guard let bytes, !bytes.isEmpty else { return nil }
    // The bytes are parsed directly, because a String would replace invalid UTF-8 with other characters.
    return try unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONError) in try JSONText.parse(bytes: bytes) }
    }.get()
  }

  /// - Throws: `tooDeep` if this thread's stack is too small to read a file or to write this value into one.
  package static func checkStack(for value: JSON) throws(JSONError) {
    try value.withNode { (node) throws(JSONError) in
      try JSONText.checkStack(toPrint: node, reserving: StackBudget.mergingReserve)
    }
  }

  package static func bytes(_ value: JSON) throws(JSONError) -> [UInt8] {
    Array((try value.text(flags: indented) + "\n").utf8)
  }

  /// jansson's flag for an indentation of two spaces.
  private static let indented = 2
}
