internal import CustomDump
internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

extension TestSubject {
  /// A feature whose values are dumped by their structure.
  static func dumping() -> Self {
    Self(
      difference: { StateDump.difference($0, $1) }, describe: { StateDump.text($0) }, words: .swift,
      sharedDifference: { StateDump.difference($0, $1) },
      sharedParts: { DumpedParts.shared(in: $0) })
  }
}

/// Dumps values of a feature, and their differences.
enum StateDump {
  /// Lines that begin with "- " for the expected value and "+ " for the actual one.
  static func difference<Value>(_ expected: Value, _ actual: Value) -> String {
    if let expected = expected as? JSON, let actual = actual as? JSON {
      return JSONLineDiff.text(expected, actual)
    }
    if let difference = diff(expected, actual, format: .default) {
      return WrapperNames.restored(in: difference, of: [expected, actual])
    }
    // Unequal values with the same dump: a property is not shown, or the type has its own ==.
    return """
      - \(text(expected))
      + \(text(actual))
      (Not equal, though they look alike: see what == of \(Value.self) compares.)
      """
  }

  static func text(_ value: Any) -> String {
    if let value = value as? JSON { return "\(value)" }
    return WrapperNames.restored(in: String(customDumping: value), of: [value])
  }
}
