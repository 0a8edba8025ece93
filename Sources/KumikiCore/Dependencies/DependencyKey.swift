/// A named value that features may ask for: a key with its defaults.
///
///     enum APIKey: DependencyKey {
///       static let liveValue = API(load: { … })
///       static let testValue = API(load: {
///         DependencyValues.reportUnimplemented("api.load")
///         return []
///       })
///     }
///
/// Only `liveValue` must be given. Without a `testValue`, each use in a test that sets no value reports the
/// issue `unimplemented-dependency` and gets the live value.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency.
  associatedtype Value
  /// The value in a running program, unless one was set.
  static var liveValue: Value { get }
}

/// The part of a key that tests and previews need. A module that declares a dependency may leave the live
/// value, and the code behind it, to another module, which makes the key a ``DependencyKey``.
public protocol TestDependencyKey<Value> {
  /// The type of the dependency.
  associatedtype Value: Sendable
  /// The value in a test, unless one was set.
  static var testValue: Value { get }
  /// The value in a preview, unless one was set: by default the live value, or else the test's.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  public static var testValue: Value {
    DependencyValues.reportUnimplemented(DependencyAccess.name ?? "\(Self.self)")
    return liveValue
  }

  public static var previewValue: Value { liveValue }
}

/// Which of a key's defaults are in force.
public enum DependencyContext: Sendable {
  /// A running program.
  case live
  /// A preview of a view.
  case preview
  /// A test: using a dependency that nobody set is a failure.
  case test
}

/// How a default is being read.
enum DependencyAccess {
  /// The name of the property through which it is read, for the issue.
  @TaskLocal static var name: String?
  /// Whether it is read only to set a part of it.
  @TaskLocal static var isSetting = false
}

extension DependencyContext {
  /// The default of a key.
  func value<Key: TestDependencyKey>(of key: Key.Type, as name: String) -> Key.Value {
    switch self {
    case .preview: return Key.previewValue
    case .test: return DependencyAccess.$name.withValue(name) { Key.testValue }
    case .live:
      if let live = key as? any DependencyKey.Type {
        // `live` is `key` seen as a `DependencyKey`, so their value types are one.
        return Self.liveValue(of: live) as! Key.Value
      }
      DependencyValues.reportUnimplemented(name)
      return Key.testValue
    }
  }

  private static func liveValue<Key: DependencyKey>(of _: Key.Type) -> Any { Key.liveValue }
}
