// Parts of shared values, which are shared values themselves.

/// A part that a key path leads to.
final class SharedPart<Whole, Value>: SharedBox, @unchecked Sendable {
  // Immutable; a key path captures nothing that can change.
  private let base: any SharedBox<Whole>
  private let keyPath: WritableKeyPath<Whole, Value>

  init(of base: any SharedBox<Whole>, _ keyPath: WritableKeyPath<Whole, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  var root: any SharedRoot { base.root }

  func read(in view: SharedView?) -> Value { base.read(in: view)[keyPath: keyPath] }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try base.modify { try body(&$0[keyPath: keyPath]) }
  }
}

/// A read-only part that a key path leads to.
final class SharedReadPart<Whole, Value>: SharedBox, @unchecked Sendable {
  // Immutable, as above.
  private let base: any SharedBox<Whole>
  private let keyPath: KeyPath<Whole, Value>

  init(of base: any SharedBox<Whole>, _ keyPath: KeyPath<Whole, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  var root: any SharedRoot { base.root }

  func read(in view: SharedView?) -> Value { base.read(in: view)[keyPath: keyPath] }

  /// Never called: a ``SharedReader`` has no way to.
  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var copy = read(in: .current)
    return try body(&copy)
  }
}

/// The value of an optional. While the optional is nil, this keeps the last value, and writes change only
/// that.
final class SharedUnwrapped<Value>: SharedBox, @unchecked Sendable {
  // Immutable except for what is behind the lock.
  private let base: any SharedBox<Value?>
  private let last: Guarded<SharedCopy<Value>>

  init(_ base: any SharedBox<Value?>, _ value: Value) {
    self.base = base
    last = Guarded(SharedCopy(value), in: .sharedValues)
  }

  var root: any SharedRoot { base.root }

  func read(in view: SharedView?) -> Value {
    guard let value = base.read(in: view) else { return last.withLock { $0 }.value }
    if view == nil { keep(value) }
    return value
  }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard base.read() != nil else { return try modifyLast(body) }
    return try base.modify { whole in
      guard var value = whole else { return try modifyLast(body) }
      let result = try body(&value)
      whole = value
      keep(value)
      return result
    }
  }

  private func modifyLast<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var value = last.withLock { $0 }.value
    let result = try body(&value)
    keep(value)
    return result
  }

  private func keep(_ value: Value) {
    let new = SharedCopy(value)
    let old = last.withLock { last in
      defer { last = new }
      return last
    }
    withExtendedLifetime(old) {}
  }
}

extension Shared {
  /// The value of a shared optional; nil if it has none.
  ///
  /// If the optional becomes nil, the result keeps its last value, and writes to it reach nobody else.
  public init?(_ base: Shared<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    box = SharedUnwrapped(base.box, value)
  }
}

extension SharedReader {
  /// The value of a shared optional; nil if it has none.
  public init?(_ base: SharedReader<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    box = SharedUnwrapped(base.box, value)
  }

  /// The value of a shared optional; nil if it has none.
  public init?(_ base: Shared<Value?>) { self.init(SharedReader<Value?>(base)) }
}

extension RangeReplaceableCollection {
  /// The rows of a shared array, each as a shared value of its own.
  ///
  /// - Complexity: O(*n*).
  public init<ID, Row>(_ shared: Shared<IdentifiedArray<ID, Row>>) where Element == Shared<Row> {
    self.init()
    for id in shared.wrappedValue.ids {
      if let row = Shared<Row>(shared[dynamicMember: \.[id: id]]) { append(row) }
    }
  }

  /// The rows of a shared array, each as a shared value of its own.
  ///
  /// - Complexity: O(*n*).
  public init<ID, Row>(
    _ shared: SharedReader<IdentifiedArray<ID, Row>>
  ) where Element == SharedReader<Row> {
    self.init()
    for id in shared.wrappedValue.ids {
      if let row = SharedReader<Row>(shared[dynamicMember: \.[id: id]]) { append(row) }
    }
  }

  /// The elements of a shared array, each as a shared value of its own, by their position.
  ///
  /// - Complexity: O(*n*).
  public init<Member>(_ shared: Shared<[Member]>) where Element == Shared<Member> {
    self.init()
    for index in shared.wrappedValue.indices {
      if let element = Shared<Member>(shared[dynamicMember: \.[existing: index]]) {
        append(element)
      }
    }
  }
}

extension Array {
  /// The element at an index. If there is none it is nil, and a write does nothing.
  fileprivate subscript(existing index: Int) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set {
      if let newValue, indices.contains(index) { self[index] = newValue }
    }
  }
}
