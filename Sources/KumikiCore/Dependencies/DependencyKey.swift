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
/// issue `unimplemented-dependency` and gets the preview's value, which is the live value by default.
///
/// Each default is made once, at its first use: in a program once for the process, in a test once for the
/// test. So a default may contain state.
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

  /// Whether a `testValue` that is read now should report that nobody set it. False while `withDependencies`
  /// and its kin change a part of the value.
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

/// How a default is being read.
enum DependencyAccess {
  /// The default that is being made.
  @TaskLocal static var reading: DependencyReading?
  /// Whether it is read only to set a part of it.
  @TaskLocal static var isSetting = false
}

/// A default that is being made, by one thread.
final class DependencyReading: @unchecked Sendable {
  /// The name of the property or key through which it is read, for the issue.
  let name: String
  /// False if the default is a stand-in whose every use must be reported, so that it must not be kept.
  var isComplete = true

  init(name: String) { self.name = name }
}
