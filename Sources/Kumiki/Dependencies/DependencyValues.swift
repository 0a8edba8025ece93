/// A named value that features may ask for: a key with its default.
public protocol DependencyKey<Value> {
  associatedtype Value: Sendable
  /// What is used where nothing was set.
  static var liveValue: Value { get }
}

/// The dependencies in force: what was set around a reducer, an effect or a store.
///
///     extension DependencyValues {
///       var api: API {
///         get { self[APIKey.self] }
///         set { self[APIKey.self] = newValue }
///       }
///     }
public struct DependencyValues: Sendable {
  /// Immutable once shared: every change makes a new one.
  private final class Storage: Sendable {
    let keyed: [ObjectIdentifier: any Sendable]
    let named: [String: any Sendable]

    init(keyed: [ObjectIdentifier: any Sendable], named: [String: any Sendable]) {
      self.keyed = keyed
      self.named = named
    }
  }

  private var storage: Storage?

  public init() {}

  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { self.override(key) ?? Key.liveValue }
    set {
      var keyed = storage?.keyed ?? [:]
      keyed[ObjectIdentifier(key)] = newValue
      storage = Storage(keyed: keyed, named: storage?.named ?? [:])
    }
  }

  /// What was set for a key; nil where its default is in force.
  public func override<Key: DependencyKey>(_ key: Key.Type) -> Key.Value? {
    storage?.keyed[ObjectIdentifier(key)] as? Key.Value
  }

  /// A value under a text, for programs that know their dependencies by name only.
  package subscript(named name: String) -> (any Sendable)? {
    get { storage?.named[name] }
    set {
      var named = storage?.named ?? [:]
      named[name] = newValue
      storage = Storage(keyed: storage?.keyed ?? [:], named: named)
    }
  }

  /// The dependencies in force here: those of the step being reduced, else of the running effect,
  /// else those that `withDependencies` set.
  public static var current: Self {
    if let context = ReduceContext.current { return context.pointee.dependencies }
    return EffectContext.current?.dependencies ?? Self()
  }

  /// Runs `body` with these in force.
  func scoped<Result>(_ body: () throws -> Result) rethrows -> Result {
    if let context = ReduceContext.current {
      let outer = context.pointee.dependencies
      context.pointee.dependencies = self
      defer { context.pointee.dependencies = outer }
      return try body()
    }
    let context = EffectContext(entry: EffectContext.current?.entry, dependencies: self)
    return try EffectContext.$current.withValue(context, operation: body)
  }
}

/// Runs `operation` with changed dependencies.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try update(&values)
  return try values.scoped(operation)
}

/// Reads a dependency where it is used: the value in force at each access.
@propertyWrapper
public struct Dependency<Value>: @unchecked Sendable {
  // A key path of DependencyValues captures nothing that can change.
  private let keyPath: KeyPath<DependencyValues, Value>

  public init(_ keyPath: KeyPath<DependencyValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { DependencyValues.current[keyPath: keyPath] }
}
