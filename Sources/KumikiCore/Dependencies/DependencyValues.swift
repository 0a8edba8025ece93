/// The dependencies in force: what was set around a reducer, an effect or a store.
///
///     extension DependencyValues {
///       var api: API {
///         get { self[APIKey.self] }
///         set { self[APIKey.self] = newValue }
///       }
///     }
public struct DependencyValues: Sendable {
  private struct Contents: Sendable {
    var keyed: [ObjectIdentifier: any Sendable] = [:]
    var named: [String: any Sendable] = [:]
    var context = DependencyContext.live
  }

  /// Immutable. Every change makes a new one, in O(*n*) of the values that are set.
  private final class Storage: Sendable {
    let contents: Contents
    init(_ contents: Contents) { self.contents = contents }
  }

  private var storage: Storage?

  /// Makes values of which none is set.
  public init() {}

  private mutating func change(_ body: (inout Contents) -> Void) {
    var contents = storage?.contents ?? Contents()
    body(&contents)
    storage = Storage(contents)
  }

  /// The value of a key: the one set nearest, else the key's default in this context.
  ///
  /// - Parameters:
  ///   - key: the type that the value belongs to.
  ///   - name: its name in issues; by default that of the property that reads it.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, name: StaticString = #function
  ) -> Key.Value {
    get { override(key) ?? context.value(of: key, as: "\(name)") }
    set { change { $0.keyed[ObjectIdentifier(key)] = newValue } }
  }

  /// The value of a key that has a live value. Needs no cast.
  public subscript<Key: DependencyKey>(
    key: Key.Type, name: StaticString = #function
  ) -> Key.Value {
    get {
      if let value = override(key) { return value }
      return context == .live ? Key.liveValue : context.value(of: key, as: "\(name)")
    }
    set { change { $0.keyed[ObjectIdentifier(key)] = newValue } }
  }

  /// The value set for a key; nil if its default is in force.
  public func override<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    // In two steps: a cast from an optional looks up the optional's type at run time.
    guard let value = storage?.contents.keyed[ObjectIdentifier(key)] else { return nil }
    return value as? Key.Value
  }

  /// Which defaults are in force: a running program's, unless a test store says otherwise.
  public var context: DependencyContext {
    get { storage?.contents.context ?? .live }
    set { change { $0.context = newValue } }
  }

  /// A value by its name, for programs that know their dependencies only by name.
  package subscript(named name: String) -> (any Sendable)? {
    get { storage?.contents.named[name] }
    set { change { $0.named[name] = newValue } }
  }

  /// The names of the named values that satisfy a predicate, sorted.
  package func names(where isOfKind: (any Sendable) -> Bool) -> [String] {
    (storage?.contents.named ?? [:]).filter { isOfKind($0.value) }.keys.sorted()
  }

  /// The dependencies in force here: those of the step being reduced, else of the running effect,
  /// else those that `withDependencies` set.
  public static var current: Self {
    if let context = ReduceContext.current { return context.pointee.dependencies }
    return EffectContext.current?.dependencies ?? Self()
  }

  /// The value set for a key here, if any. Unlike `current` it retains nothing during a step.
  package static func ambient<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    if let context = ReduceContext.current { return context.pointee.dependencies.override(key) }
    return EffectContext.current?.dependencies.override(key)
  }

  /// Reports the use of something that a test has not set, as the issue `unimplemented-dependency`.
  ///
  /// The functions of a key's `testValue` call this with their own name: `"Archive.load"`.
  public static func reportUnimplemented(_ name: String) {
    reportUnimplemented(
      name, "set it with withDependencies, .dependency or where the store is made")
  }

  /// - Parameter advice: what to do, in terms of the caller's language.
  package static func reportUnimplemented(_ name: String, _ advice: String) {
    if DependencyAccess.isSetting { return }
    ReduceContext.report(
      .unimplementedDependency, "the dependency \"\(name)\" was used and nobody set it; \(advice)",
      label: "", on: ambientLoop)
  }

  package static var ambientLoop: Loop? {
    ReduceContext.current?.pointee.table.loop ?? EffectContext.current?.entry?.table.loop
  }
}
