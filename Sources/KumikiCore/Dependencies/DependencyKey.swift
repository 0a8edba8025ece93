/// A value that features read by its type: a key with its defaults.
///
///     enum APIKey: DependencyKey {
///       static let liveValue = API(load: { … })
///       static let testValue = API(load: {
///         DependencyValues.reportUnimplemented("api.load")
///         return []
///       })
///     }
///
/// Only `liveValue` is required. Without a `testValue`, each use in a test that sets no value reports the issue
/// `unimplemented-dependency` and returns the preview value, which by default is the live value.
///
/// Each default is made once, at its first use: in a program once per process, in a test once per test. So a default
/// may contain state.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency.
  associatedtype Value
  /// The value in a running program, unless one was set.
  static var liveValue: Value { get }
}

/// The part of a key that tests and previews need. A module that declares a dependency may leave the live value and its
/// implementation to another module, which then conforms the key to ``DependencyKey``.
public protocol TestDependencyKey<Value> {
  /// The type of the dependency.
  associatedtype Value: Sendable
  /// The value in a test, unless one was set.
  static var testValue: Value { get }
  /// The value in a preview, unless one was set: by default the live value, otherwise the test value.
  static var previewValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }

  /// Whether reading a `testValue` now should report that no value was set. False while `withDependencies` or a similar
  /// function changes a part of the value.
  public static var shouldReportUnimplemented: Bool {
    guard DependencyAccess.isSetting else { return true }
    DependencyAccess.reading?.isComplete = false
    return false
  }
}

extension DependencyKey {
  public static var testValue: Value {
    DependencyValues.reportUnimplemented(DependencyAccess.reading?.name ?? "\(Self.self)")
    return previewValue
  }

  public static var previewValue: Value { liveValue }
}

/// The context of the current read of a default.
enum DependencyAccess {
  /// The default that is being made.
  @TaskLocal static var reading: DependencyReading?
  /// Whether the default is read only to set a part of it.
  @TaskLocal static var isSetting = false
}

/// A default that is being made, by one thread.
final class DependencyReading: @unchecked Sendable {
  /// The name of the property or key that reads the default, for the issue.
  let name: String
  /// False if the default is a stand-in. A stand-in must not be kept, because each use must be reported.
  var isComplete = true

  init(name: String) { self.name = name }
}
