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
/// Only `liveValue` must be given. Without a `testValue` every use in a test that sets none is the issue
/// `unimplemented-dependency`, and gets the live value.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// What the dependency is.
  associatedtype Value
  /// What is used in a running program where nothing was set.
  static var liveValue: Value { get }
}

/// A key as far as tests and previews need it: a module that declares a dependency may leave the live
/// value, and what that brings along, to another one, which makes the key a ``DependencyKey``.
public protocol TestDependencyKey<Value> {
  /// What the dependency is.
  associatedtype Value: Sendable
  /// What is used in a test where nothing was set.
  static var testValue: Value { get }
  /// What is used in a preview where nothing was set; the live value, or else the test's.
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
  /// A test: what nobody set is a failure.
  case test
}

/// How a default is being read.
enum DependencyAccess {
  /// The name of the property through which it is, for the issue.
  @TaskLocal static var name: String?
  /// Whether it is read only for a part of it to be set.
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
