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
    var named: [ExactText: any Sendable] = [:]
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
  public func override<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? { kept(for: key) }

  private func kept<Value>(for type: Any.Type) -> Value? {
    // In two steps: a cast from an optional looks up the optional's type at run time.
    guard let value = storage?.contents.keyed[ObjectIdentifier(type)] else { return nil }
    return value as? Value
  }

  /// A value of the engine's own, kept by its type; nil unless it was set.
  package subscript<Value: Sendable>(own type: Value.Type) -> Value? {
    get { kept(for: type) }
    set { change { $0.keyed[ObjectIdentifier(type)] = newValue } }
  }

  /// Which defaults are in force: a running program's, unless a test store says otherwise.
  public var context: DependencyContext {
    get { storage?.contents.context ?? .live }
    set { change { $0.context = newValue } }
  }

  /// A value by its name, for programs that know their dependencies only by name.
  package subscript(named name: String) -> (any Sendable)? {
    get { storage?.contents.named[ExactText(name)] }
    set { change { $0.named[ExactText(name)] = newValue } }
  }

  /// The names of the named values that satisfy a predicate, sorted.
  package func names(where isOfKind: (any Sendable) -> Bool) -> [String] {
    (storage?.contents.named ?? [:]).filter { isOfKind($0.value) }.keys.sorted().map(\.text)
  }
}
