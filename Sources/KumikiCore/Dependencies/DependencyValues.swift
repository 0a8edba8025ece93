/// The current dependencies: the values that were set around a reducer, an effect or a store.
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
    var context: DependencyContext?
    /// Nil for the defaults of the process or the test.
    var defaults: DefaultValues?
    var preparation: DependencyPreparation?
  }

  /// Immutable. Every change makes a new storage, in O(*n*) for *n* values that are set.
  private final class Storage: Sendable {
    let contents: Contents
    /// The values that were current where a ``Dependency`` was created, for keys that `contents` does not set.
    let outer: Storage?

    init(_ contents: Contents, outer: Storage? = nil) {
      self.contents = contents
      self.outer = outer
    }

    func first<Value>(_ read: (Contents) -> Value?) -> Value? {
      var next: Storage? = self
      while let storage = next {
        if let value = read(storage.contents) { return value }
        next = storage.outer
      }
      return nil
    }
  }

  private var storage: Storage?

  private init(storage: Storage?) { self.storage = storage }

  /// Empty values with the defaults of the process or the test.
  package static var unset: Self { Self(storage: nil) }

  /// Whether nothing was set or prepared that these values contain.
  var isUnset: Bool { storage == nil && !DefaultValues.mayBePrepared }

  /// Creates empty values. Each default is made again for them.
  public init() { self.init(context: nil) }

  private init(context: DependencyContext?) {
    storage = Storage(Contents(context: context, defaults: DefaultValues()))
  }

  /// Empty values with the defaults of a running program.
  public static var live: Self { Self(context: .live) }
  /// Empty values with the defaults of a preview.
  public static var preview: Self { Self(context: .preview) }
  /// Empty values with the defaults of a test.
  public static var test: Self { Self(context: .test) }

  private mutating func change(_ body: (inout Contents) -> Void) {
    var contents = storage?.contents ?? Contents()
    body(&contents)
    storage = Storage(contents, outer: storage?.outer)
  }

  // MARK: - Keys

  /// The value of a key: the innermost value that was set, otherwise the key's default in this context.
  ///
  /// - Parameters:
  ///   - key: the type that the value belongs to.
  ///   - name: the key's name in issues; by default the name of the property that reads it.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type, name: StaticString = #function
  ) -> Key.Value {
    get { override(key) ?? defaultValue(of: key, as: Self.name(name, of: key)) }
    set { set(newValue, for: key, as: Self.name(name, of: key)) }
  }

  /// The value of a key that has a live value. Needs no cast.
  public subscript<Key: DependencyKey>(
    key: Key.Type, name: StaticString = #function
  ) -> Key.Value {
    get { override(key) ?? defaultValue(of: key, as: Self.name(name, of: key)) { Key.liveValue } }
    set { set(newValue, for: key, as: Self.name(name, of: key)) }
  }

  /// The value of one of the engine's own keys, whose defaults are stateless and not cached.
  subscript<Key: DependencyKey>(stateless key: Key.Type) -> Key.Value {
    override(key) ?? (context == .test ? Key.testValue : Key.liveValue)
  }

  /// Returns a dependency's name: the name of the property, or of the key if a function uses the subscript directly.
  private static func name(_ caller: StaticString, of key: Any.Type) -> String {
    let name = "\(caller)"
    return name.contains("(") ? "\(key)" : name
  }

  /// Returns the value set for a key, or nil if the key's default applies.
  public func override<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? { kept(for: key) }

  private func kept<Value>(for type: Any.Type) -> Value? {
    // In two steps, because a cast from an optional looks up the optional's type at run time.
    if let value = storage?.contents.keyed[ObjectIdentifier(type)] { return value as? Value }
    guard storage?.outer != nil || DefaultValues.mayBePrepared else { return nil }
    return keptBehind(type)
  }

  /// Returns a value that was prepared, or set where a ``Dependency`` was created. Apart from `kept`, which each step
  /// calls.
  @inline(never)
  private func keptBehind<Value>(_ type: Any.Type) -> Value? {
    guard let value = stored(type) ?? prepared(type) else { return nil }
    return value as? Value
  }

  private func stored(_ type: Any.Type) -> (any Sendable)? {
    guard let storage else { return nil }
    let id = ObjectIdentifier(type)
    return storage.contents.keyed[id] ?? storage.outer?.first { $0.keyed[id] }
  }

  private func prepared(_ type: Any.Type) -> (any Sendable)? {
    guard DefaultValues.mayBePrepared else { return nil }
    return defaults.prepared(ObjectIdentifier(type), in: context)
  }

  private mutating func set<Value: Sendable>(
    _ value: Value, for type: Any.Type, as name: @autoclosure () -> String
  ) {
    guard let preparation else {
      return change { $0.keyed[ObjectIdentifier(type)] = value }
    }
    let isFree = defaults.prepare(
      value, for: ObjectIdentifier(type), in: context, during: preparation)
    if !isFree { preparation.refused.append(name()) }
  }

  // MARK: - The engine's own

  /// One of the engine's own values, stored by its type; nil unless it was set.
  package subscript<Value: Sendable>(
    own type: Value.Type, name: StaticString = #function
  ) -> Value? {
    get { kept(for: type) }
    set {
      if let newValue {
        set(newValue, for: type, as: "\(name)")
      } else {
        change { $0.keyed[ObjectIdentifier(type)] = nil }
      }
    }
  }

  /// The scope that was set. Unlike other values it cannot be prepared, because it contains the prepared values.
  var storedScope: SharedScope? { stored(SharedScope.self) as? SharedScope }

  /// The context that selects the defaults: if none was set, `test` in a test process and `live` elsewhere.
  public var context: DependencyContext {
    get {
      if let context = storedContext { return context }
      let prepared = DefaultValues.mayBePrepared ? defaults.context : nil
      return prepared ?? .ofProcess
    }
    set {
      guard preparation == nil else { return defaults.context = newValue }
      change { $0.context = newValue }
    }
  }

  /// The context that was set, if any.
  var storedContext: DependencyContext? { storage?.first { $0.context } }

  /// The defaults in use.
  var defaults: DefaultValues {
    storage?.first { $0.defaults } ?? (storedScope ?? .current).defaults
  }

  /// Makes each default again for these values, unless they already have defaults of their own.
  package mutating func renewDefaults() {
    if storage?.contents.defaults == nil { change { $0.defaults = DefaultValues() } }
  }

  /// The call of `prepareDependencies` that received these values, if any.
  var preparation: DependencyPreparation? { storage?.contents.preparation }

  /// Returns a copy of these values. Setting a value in the copy prepares it.
  func preparing(_ preparation: DependencyPreparation) -> Self {
    var values = self
    values.change { $0.preparation = preparation }
    return values
  }

  /// Returns these values, with the values of `outer` for keys that these do not set.
  func over(_ outer: Self) -> Self {
    guard let outer = outer.storage, outer !== storage else { return self }
    return Self(storage: storage.map { Self.join($0, outer) } ?? outer)
  }

  private static func join(_ inner: Storage, _ outer: Storage) -> Storage {
    Storage(inner.contents, outer: inner.outer.map { join($0, outer) } ?? outer)
  }

  /// The same values without outer levels, for keeping them.
  var flattened: Self {
    guard var next = storage, next.outer != nil else { return self }
    var contents = next.contents
    while let outer = next.outer {
      contents.keyed.merge(outer.contents.keyed) { inner, _ in inner }
      contents.named.merge(outer.contents.named) { inner, _ in inner }
      contents.context = contents.context ?? outer.contents.context
      contents.defaults = contents.defaults ?? outer.contents.defaults
      next = outer
    }
    return Self(storage: Storage(contents))
  }

  /// Whether these are the current values.
  var isCurrent: Bool { storage === Self.current.storage }

  /// The value under a name, for programs that know their dependencies only by name.
  package subscript(named name: String) -> (any Sendable)? {
    get {
      let name = ExactText(name)
      return storage?.contents.named[name] ?? storage?.outer?.first { $0.named[name] }
    }
    set { change { $0.named[ExactText(name)] = newValue } }
  }

  /// Returns the names of the named values that satisfy a predicate, sorted.
  package func names(where isOfKind: (any Sendable) -> Bool) -> [String] {
    (storage?.contents.named ?? [:]).filter { isOfKind($0.value) }.keys.ordered(by: <).map(\.text)
  }
}
