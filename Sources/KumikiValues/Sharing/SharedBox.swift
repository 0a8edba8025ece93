/// The target of a ``Shared``: a whole value (``SharedReference``) or a part of another value.
///
/// `modify` changes the value while no other thread does. If it throws, the value stays as it was.
package protocol SharedBox<Value>: AnyObject, Sendable {
  associatedtype Value
  /// The whole value: this value, or the value that contains it.
  var root: any SharedRoot { get }
  /// Returns the value in `view`, or the real value if `view` is nil.
  func read(in view: SharedView?) -> Value
  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result
  /// Whether another box refers to the same value, or to the same part of it.
  func isSame(as other: any SharedBox<Value>) -> Bool
}

extension SharedBox {
  /// Returns the value in the current view. Inside a test's expectation, this is the expected value.
  func read() -> Value { read(in: .current) }
}

/// A part that a key path leads to.
final class SharedPart<Whole, Value>: SharedBox, @unchecked Sendable {
  // Immutable; a key path captures nothing that can change.
  private let base: any SharedBox<Whole>
  private let keyPath: KeyPath<Whole, Value>

  init(of base: any SharedBox<Whole>, _ keyPath: KeyPath<Whole, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  var root: any SharedRoot { base.root }

  func read(in view: SharedView?) -> Value { base.read(in: view)[keyPath: keyPath] }

  func isSame(as other: any SharedBox<Value>) -> Bool {
    guard let other = other as? Self else { return false }
    return keyPath == other.keyPath && base.isSame(as: other.base)
  }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard let keyPath = keyPath as? WritableKeyPath<Whole, Value> else {
      // Never called: only a reader has a part that cannot be written.
      var copy = read()
      return try body(&copy)
    }
    return try base.modify { try body(&$0[keyPath: keyPath]) }
  }
}

/// A value that a function computes from another value. It is never written, because only a reader holds it.
final class SharedMapped<Whole, Value>: SharedBox, @unchecked Sendable {
  // Immutable.
  private let base: any SharedBox<Whole>
  private let transform: @Sendable (Whole) -> Value

  init(of base: any SharedBox<Whole>, _ transform: @escaping @Sendable (Whole) -> Value) {
    self.base = base
    self.transform = transform
  }

  var root: any SharedRoot { base.root }

  func read(in view: SharedView?) -> Value { transform(base.read(in: view)) }

  func isSame(as other: any SharedBox<Value>) -> Bool { other === self }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var copy = read()
    return try body(&copy)
  }
}

/// The value of an optional. While the optional is nil, this box keeps the last value, and writes change only the
/// kept value.
final class SharedUnwrapped<Value>: SharedBox, @unchecked Sendable {
  // Immutable, except the value behind the lock.
  private let base: any SharedBox<Value?>
  private let last: Guarded<SharedCopy<Value>>

  /// Nil if the optional has no value.
  init?(_ base: any SharedBox<Value?>) {
    guard let value = base.read() else { return nil }
    self.base = base
    last = Guarded(SharedCopy(value), in: .sharedValues)
  }

  var root: any SharedRoot { base.root }

  func isSame(as other: any SharedBox<Value>) -> Bool {
    (other as? Self).map { base.isSame(as: $0.base) } ?? false
  }

  func read(in view: SharedView?) -> Value {
    guard let value = base.read(in: view) else { return last.withLock { $0 }.value }
    if view == nil { last.replace(with: value) }
    return value
  }

  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard base.read() != nil else { return try modifyLast(body) }
    return try base.modify { whole in
      guard var value = whole else { return try modifyLast(body) }
      let result = try body(&value)
      whole = value
      last.replace(with: value)
      return result
    }
  }

  private func modifyLast<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    var value = last.withLock { $0 }.value
    let result = try body(&value)
    last.replace(with: value)
    return result
  }
}
