internal import CustomDump
internal import Kumiki
internal import KumikiJSON
internal import KumikiTestCore

extension TestSubject {
  /// A feature whose values are shown by their structure.
  static func dumping() -> Self {
    Self(
      difference: { StateDump.difference($0, $1) }, describe: { StateDump.text($0) }, words: .swift,
      sharedDifference: { StateDump.difference($0, $1) },
      sharedParts: { SharedSearch.parts(of: $0) })
  }
}

/// How two values of a feature differ, and how one looks.
enum StateDump {
  /// Lines that begin with "- " for what was expected and "+ " for what is.
  static func difference<Value>(_ expected: Value, _ actual: Value) -> String {
    if let expected = expected as? JSON, let actual = actual as? JSON {
      return JSONLineDiff.text(expected, actual)
    }
    if let difference = diff(expected, actual, format: .default) {
      return WrapperNames.restored(in: difference, of: [expected, actual])
    }
    // They look the same and are not equal: a property that is not shown, or an == of its own.
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
